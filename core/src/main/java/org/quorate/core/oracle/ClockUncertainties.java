package org.quorate.core.oracle;

import java.util.Arrays;
import java.util.List;

/**
 * How far the instants of each group may be off. Within a group they are of one clock and compare
 * exactly; between groups each clock may be set anywhere within its uncertainty, independently of
 * the others. Immutable and thread-safe.
 */
public final class ClockUncertainties {
  /** All groups have one clock. */
  public static final ClockUncertainties NONE = new ClockUncertainties(List.of());

  private final long[] byGroup;
  private final boolean isExact;

  /**
   * @param byGroup in ns, at least 0; groups beyond have 0
   */
  public ClockUncertainties(List<Long> byGroup) {
    this.byGroup = byGroup.stream().mapToLong(Long::longValue).toArray();
    if (Arrays.stream(this.byGroup).anyMatch(nanos -> nanos < 0)) {
      throw new IllegalArgumentException("The uncertainty of a clock is at least 0 ns.");
    }
    isExact = Arrays.stream(this.byGroup).allMatch(nanos -> nanos == 0);
  }

  /** Whether all groups have one clock. */
  boolean isExact() {
    return isExact;
  }

  /** How far an instant of a group may be off, in ns. */
  long of(int group) {
    return group < byGroup.length ? byGroup[group] : 0;
  }
}
