package org.quorate.power.watch;

import java.util.List;
import java.util.function.Consumer;
import org.quorate.power.ForwardingMeter;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/** A meter whose readings somebody else sees too, on the thread that reads it. */
record ListenedMeter(PowerMeter meter, Consumer<Reading> listener) implements ForwardingMeter {
  @Override
  public List<Reading> read() throws MeterException, InterruptedException {
    List<Reading> readings = meter.read();
    readings.forEach(listener);
    return readings;
  }
}
