package org.quorate.study.plan;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;

/**
 * How runs are watched for estimates and decisions.
 *
 * @param interval between two looks at the cluster, above 0
 * @param propagation name of the source of the propagation time, one of {@link
 *     #PROPAGATION_SOURCES}
 * @param window the level in effect is the strongest that was decided within it; zero follows every
 *     look at once
 * @param bandwidth of the links, bytes per second, for {@link #COMPUTED_SOURCES}; null leaves the
 *     time that the bytes take out
 * @param evidence how often the processes of a run tell one another what they know, or null for
 *     never
 * @param errorBudget over which policies keep their tolerance as an error budget, those that can,
 *     or null for none
 * @param errors that it makes on purpose
 */
public record MonitorSettings(
    Duration interval,
    String propagation,
    Duration window,
    @Nullable Long bandwidth,
    @Nullable Duration evidence,
    @Nullable Duration errorBudget,
    MonitorErrors errors) {
  /** The sources of the propagation time that a study may name. */
  public static final List<String> PROPAGATION_SOURCES =
      List.of("network", "traces", "canary", "ideal-level");

  /** Those of them that are computed from a bandwidth too. */
  public static final List<String> COMPUTED_SOURCES = List.of("network", "traces");

  /** As in the library. */
  public static final Duration DEFAULT_ERROR_BUDGET = Duration.ofMinutes(5);

  /** What counts where a study has adaptive policies and says nothing of the monitor. */
  public static final MonitorSettings DEFAULT =
      new MonitorSettings(
          Duration.ofMillis(500),
          "network",
          Duration.ZERO,
          null,
          null,
          DEFAULT_ERROR_BUDGET,
          MonitorErrors.NONE);

  /** The same with other errors. */
  public MonitorSettings with(MonitorErrors changed) {
    return new MonitorSettings(
        interval, propagation, window, bandwidth, evidence, errorBudget, changed);
  }

  /** Nothing where it is the library's own. */
  private String budgetText() {
    return DEFAULT_ERROR_BUDGET.equals(errorBudget)
        ? ""
        : errorBudget == null
            ? ", no error budget"
            : ", an error budget over " + Durations.format(errorBudget);
  }

  /** How often is looked and by what, for people; without the window and errors. */
  public String text() {
    return "every "
        + Durations.format(interval)
        + ", propagation time by "
        + propagation
        + (bandwidth == null ? "" : " at " + ByteSizes.format(bandwidth) + "/s")
        + (evidence == null ? "" : ", evidence among processes every " + Durations.format(evidence))
        + budgetText();
  }
}
