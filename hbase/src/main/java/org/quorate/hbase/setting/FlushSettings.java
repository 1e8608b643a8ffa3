package org.quorate.hbase.setting;

import java.time.Duration;
import org.quorate.core.deferral.AdaptiveDeferral;
import org.quorate.core.deferral.DeferralPolicy;
import org.quorate.core.quantity.NanosecondTime;

/**
 * How flushes are made.
 *
 * @param policy decides how long writes wait and how large flushes are
 * @param mostBatchBytes no flush to one server is larger (one row's writes excepted), at least 1
 * @param inFlight most flushes to one server that are not answered, at least 1
 * @param retryFor how long a write that no server takes for a reason that may pass is sent again
 *     before it is given up, counted from its acceptance; above 0, and more than 10,000 days are
 *     taken for as many
 */
public record FlushSettings(
    DeferralPolicy policy, long mostBatchBytes, int inFlight, Duration retryFor) {
  /** Adaptive, up to 4 MiB, two at a time, retried for 20 minutes as the stock client does. */
  public static final FlushSettings STANDARD =
      new FlushSettings(AdaptiveDeferral.STANDARD, 4L << 20, 2, Duration.ofMinutes(20));

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public FlushSettings {
    if (mostBatchBytes < 1 || inFlight < 1) {
      throw new IllegalArgumentException(
          "A flush needs room for at least 1 byte, and a server at least 1 flush at a time, but"
              + " they are "
              + mostBatchBytes
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
