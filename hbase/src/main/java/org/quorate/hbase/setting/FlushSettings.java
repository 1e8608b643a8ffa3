package org.quorate.hbase.setting;

import java.time.Duration;
import org.quorate.core.quantity.NanosecondTime;

/**
 * How flushes are made.
 *
 * @param bytes as soon as so many wait for one server, a flush of about that size is sent before
 *     its time; none is larger (one row's writes excepted). At least 1
 * @param inFlight most flushes to one server that are not answered, at least 1
 * @param retryFor how long a write that no server takes for a reason that may pass is sent again
 *     before it is given up, counted from its acceptance; above 0, and more than 10,000 days are
 *     taken for as many
 */
public record FlushSettings(long bytes, int inFlight, Duration retryFor) {
  /** Of 1 MiB, two at a time, retried for 20 minutes as the stock client does. */
  public static final FlushSettings STANDARD =
      new FlushSettings(1L << 20, 2, Duration.ofMinutes(20));

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public FlushSettings {
    if (bytes < 1 || inFlight < 1) {
      throw new IllegalArgumentException(
          "A flush needs room for at least 1 byte, and a server at least 1 flush at a time, but"
              + " they are "
              + bytes
              + " and "
              + inFlight
              + ".");
    }
    if (retryFor.isNegative() || retryFor.isZero()) {
      throw new IllegalArgumentException(
          "Writes must be sent again for more than 0 s, but it is " + retryFor + ".");
    }
    retryFor = NanosecondTime.of(retryFor);
  }
}
