package org.quorate.power.watch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.quorate.power.Channel;
import org.quorate.power.ErrorBand;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/** A meter whose readings somebody else sees too, on the thread that reads it. */
record ListenedMeter(PowerMeter meter, Consumer<Reading> listener) implements PowerMeter {
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
    List<Reading> readings = meter.read();
    readings.forEach(listener);
    return readings;
  }

  @Override
  public void close() {
    meter.close();
  }
}
