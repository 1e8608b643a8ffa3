package org.quorate.study.summary;

import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.PowerSettings;

/**
 * Whether what takes less energy serves as well: its response times and stale reads are shown to be
 * worse by less than stated margins (non-inferiority; the intersection-union test of Berger,
 * Technometrics 24, 1982, by which no further correction is needed where all must hold). That no
 * difference can be told is not enough: the upper end of the 95 % interval must lie within the
 * margin.
 *
 * @param margins what counts as equal
 * @param p99 the ratio of the 99th percentiles with its 95 % interval; null where none are known
 * @param staleDifference the difference of the stale-read rates with its 95 % interval, as a share
 *     of reads; null where no history was taken
 * @param equalP99 whether p99 is shown to be equal
 * @param equalStaleness whether staleness is
 */
public record JointVerdict(
    PowerSettings.Margins margins,
    @Nullable Mean p99,
    @Nullable Mean staleDifference,
    boolean equalP99,
    boolean equalStaleness) {
  /** Whether it saves at equal p99 and staleness. */
  public boolean holds() {
    return equalP99 && equalStaleness;
  }

  /** What to put behind "saves": {@code at equal p99 and staleness (…)}, or what is not shown. */
  public String text() {
    return holds()
        ? "at equal p99 and staleness (" + stated() + ")"
        : "but not shown to be at equal "
            + (equalP99
                ? "staleness (" + staleness() + ")"
                : equalStaleness
                    ? "p99 (" + responseTimes() + ")"
                    : "p99 (" + responseTimes() + ") and staleness (" + staleness() + ")");
  }

  private String stated() {
    return "p99 at most "
        + NumberText.number(margins.p99())
        + " times, stale reads at most "
        + NumberText.number(margins.staleRate() * 100)
        + " points more";
  }

  private String responseTimes() {
    Mean known = p99;
    return known == null
        ? "not known"
        : !known.hasInterval()
            ? "too few runs"
            : NumberText.number(known.low())
                + " to "
                + NumberText.number(known.high())
                + " times, at most "
                + NumberText.number(margins.p99())
                + " allowed";
  }

  private String staleness() {
    Mean known = staleDifference;
    return known == null
        ? "not known"
        : !known.hasInterval()
            ? "too few runs"
            : NumberText.number(known.low() * 100)
                + " to "
                + NumberText.number(known.high() * 100)
                + " points, at most "
                + NumberText.number(margins.staleRate() * 100)
                + " allowed";
  }
}
