package org.quorate.cassandra.guarantee;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.quorate.core.guarantee.Guarantee;

/**
 * What is promised of one table's reads for certain. Immutable.
 *
 * @param guarantees none unless told otherwise
 * @param time for which they hold after a write or read was sent; one minute unless told otherwise
 * @param to whom they are promised
 */
public record GuaranteeSettings(Set<Guarantee> guarantees, Duration time, GuaranteedTo to) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /** Nothing is promised. */
  public static final GuaranteeSettings NONE =
      new GuaranteeSettings(Set.of(), Duration.ofMinutes(1), GuaranteedTo.SESSION);

  /**
   * @throws IllegalArgumentException if the time is not between 1 ms and a day
   */
  public GuaranteeSettings {
    guarantees = Set.copyOf(guarantees);
    if (time.toMillis() < 1 || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "Guarantees hold for 1 ms to 1 day, not for " + time + ".");
    }
  }

  /** These guarantees to the session as a whole, for a minute. */
  public static GuaranteeSettings of(Guarantee... guarantees) {
    return NONE.withGuarantees(Set.of(guarantees));
  }

  public GuaranteeSettings withGuarantees(Set<Guarantee> changed) {
    return new GuaranteeSettings(changed, time, to);
  }

  public GuaranteeSettings withTime(Duration changed) {
    return new GuaranteeSettings(guarantees, changed, to);
  }

  public GuaranteeSettings withTo(GuaranteedTo changed) {
    return new GuaranteeSettings(guarantees, time, changed);
  }

  /** In the order of their names. */
  @Override
  public String toString() {
    return new TreeSet<>(guarantees) + " for " + time + " to " + to;
  }
}
