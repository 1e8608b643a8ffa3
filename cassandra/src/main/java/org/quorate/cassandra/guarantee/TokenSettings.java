package org.quorate.cassandra.guarantee;

import java.time.Duration;
import org.quorate.core.guarantee.TokenKeys;

/**
 * How session tokens are made. Every process that is to understand another's has the same.
 * Immutable.
 *
 * @param keys of the application; without one a token is a hint, which can raise reads alone
 * @param clockBound by which the wall clocks of two processes differ at most; ten seconds unless
 *     told otherwise
 */
public record TokenSettings(TokenKeys keys, Duration clockBound) {
  /** Hints, on clocks that differ by ten seconds at most. */
  public static final TokenSettings DEFAULT =
      new TokenSettings(TokenKeys.none(), Duration.ofSeconds(10));

  /**
   * @throws IllegalArgumentException if the bound is negative
   */
  public TokenSettings {
    if (clockBound.isNegative()) {
      throw new IllegalArgumentException("Clocks differ by no less than 0, not by " + clockBound);
    }
  }

  public TokenSettings withKeys(TokenKeys changed) {
    return new TokenSettings(changed, clockBound);
  }

  public TokenSettings withClockBound(Duration changed) {
    return new TokenSettings(keys, changed);
  }
}
