package org.quorate.cli.power;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.ForwardingMeter;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

/** A kind whose open meters are read in another way, and are in all else what they are. */
record AdvancedKind(MeterKind kind, Reader reader) implements MeterKind {
  /** Reads a meter. */
  interface Reader {
    List<Reading> read(PowerMeter meter) throws MeterException, InterruptedException;
  }

  @Override
  public String name() {
    return kind.name();
  }

  @Override
  public String description() {
    return kind.description();
  }

  @Override
  public Map<String, String> options() {
    return kind.options();
  }

  @Override
  public double accuracy() {
    return kind.accuracy();
  }

  @Override
  public List<MeterPresence> find() throws InterruptedException {
    return kind.find();
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return kind.scope(settings);
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    return new AdvancedMeter(kind.open(settings), reader);
  }

  private record AdvancedMeter(PowerMeter meter, Reader reader) implements ForwardingMeter {
    @Override
    public List<Reading> read() throws MeterException, InterruptedException {
      return reader.read(meter);
    }
  }
}
