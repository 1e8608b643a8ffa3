package org.quorate.cli.power;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.ErrorBand;
import org.quorate.power.Finding;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
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
  public List<Finding> find() throws InterruptedException {
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

  private record AdvancedMeter(PowerMeter meter, Reader reader) implements PowerMeter {
    @Override
    public String name() {
      return meter.name();
    }

    @Override
    public List<Channel> channels() {
      return meter.channels();
    }

    @Override
    public Duration period() {
      return meter.period();
    }

    @Override
    public Duration delay() {
      return meter.delay();
    }

    @Override
    public Optional<Duration> clockAhead() {
      return meter.clockAhead();
    }

    @Override
    public ErrorBand error() {
      return meter.error();
    }

    @Override
    public List<Reading> read() throws MeterException, InterruptedException {
      return reader.read(meter);
    }

    @Override
    public void close() {
      meter.close();
    }
  }
}
