package org.quorate.power.registry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/** A meter that is recorded, while none of its channels counts. */
record ApartMeter(PowerMeter meter) implements PowerMeter {
  @Override
  public String name() {
    return meter.name();
  }

  @Override
  public List<Channel> channels() {
    return meter.channels().stream().map(Channel::apart).toList();
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
  public List<Reading> read() throws MeterException, InterruptedException {
    return meter.read();
  }

  @Override
  public void close() {
    meter.close();
  }
}
