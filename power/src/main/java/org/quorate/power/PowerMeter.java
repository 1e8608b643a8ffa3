package org.quorate.power;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Something that tells power or energy. Opened by a {@link MeterKind}; used by one thread at a
 * time.
 */
public interface PowerMeter extends AutoCloseable {
  /** What it is, for tables and reports, such as {@code powercap} or {@code snmp 10.0.0.5}. */
  String name();

  /** What it tells; the same for as long as it is open, never empty. */
  List<Channel> channels();

  /** How often it is worth reading. */
  Duration period();

  /**
   * Gives the readings that became known since the last call, or since the meter was opened; for a
   * device that only knows the present, one per channel. In the order of their times within a
   * channel; empty where the device has nothing new.
   *
   * @throws MeterException when the device did not answer, or with something else than readings;
   *     the next call may work
   * @throws InterruptedException if the thread is interrupted
   */
  List<Reading> read() throws MeterException, InterruptedException;

  /**
   * How long after an instant its readings may still come, such as from a site's database; zero for
   * a device that tells the present.
   */
  default Duration delay() {
    return Duration.ZERO;
  }

  /**
   * How far the clock that stamps the readings is known to be ahead of ours, negative where it is
   * behind, and zero where both agree within what the device tells of its time; empty where it
   * tells none, so that the readings must say it.
   */
  default Optional<Duration> clockAhead() {
    return Optional.empty();
  }

  /**
   * How far off its counted channels may be. What a device measured is trusted unless its maker or
   * its user says otherwise; what some tool estimated may be off by nobody knows how much.
   */
  default ErrorBand error() {
    return channels().stream()
            .anyMatch(channel -> channel.counted() && channel.origin() == Origin.ESTIMATED)
        ? ErrorBand.UNKNOWN
        : ErrorBand.NONE;
  }

  @Override
  void close();
}
