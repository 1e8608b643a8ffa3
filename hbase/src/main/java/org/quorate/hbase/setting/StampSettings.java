package org.quorate.hbase.setting;

import java.time.Duration;
import org.quorate.core.quantity.NanosecondTime;

/**
 * How writes without a timestamp get one.
 *
 * @param clock whose time it is
 * @param mostLead how far a row's own writes may take its stamps ahead of the clock before those
 *     that follow each other share one, at least 0; more than 10,000 days are taken for as many
 */
public record StampSettings(Clock clock, Duration mostLead) {
  /** This machine's clock, at most 100 ms ahead. */
  public static final StampSettings STANDARD = new StampSettings(Clock.OWN, Duration.ofMillis(100));

  /** Whose time a stamp is. */
  public enum Clock {
    /** This machine's. */
    OWN,
    /**
     * This machine's, shifted by the estimated difference to the region servers' where one is
     * known; see {@link org.quorate.hbase.stamp}.
     */
    SERVERS
  }

  /**
   * @throws IllegalArgumentException if the lead is negative
   */
  public StampSettings {
    if (mostLead.isNegative()) {
      throw new IllegalArgumentException(
          "Stamps cannot run ahead by a negative time, but they would by " + mostLead + ".");
    }
    mostLead = NanosecondTime.of(mostLead);
  }
}
