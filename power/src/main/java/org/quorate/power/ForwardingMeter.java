package org.quorate.power;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A meter that is another one in all that it does not say otherwise. */
public interface ForwardingMeter extends PowerMeter {
  /** The other one, which is closed with this. */
  PowerMeter meter();

  @Override
  default String name() {
    return meter().name();
  }

  @Override
  default List<Channel> channels() {
    return meter().channels();
  }

  @Override
  default Duration period() {
    return meter().period();
  }

  @Override
  default Duration delay() {
    return meter().delay();
  }

  @Override
  default Optional<Duration> clockAhead() {
    return meter().clockAhead();
  }

  @Override
  default ErrorBand error() {
    return meter().error();
  }

  @Override
  default List<Reading> read() throws MeterException, InterruptedException {
    return meter().read();
  }

  @Override
  default void close() {
    meter().close();
  }
}
