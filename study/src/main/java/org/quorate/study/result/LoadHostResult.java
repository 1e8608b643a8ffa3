package org.quorate.study.result;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One load host's part in a run, and how far its clock was from the coordinator's.
 *
 * @param name of the load host
 * @param operations lines of its history that arrived; null where none was taken
 * @param lateSeconds how long after the common start its first operation was due, on the
 *     coordinator's clock, give or take {@code uncertaintyNanos}; null where it did not tell
 * @param before what its clock showed more than the coordinator's before the run; null where it was
 *     not there
 * @param after the same after the run, or in the last seconds in which it was there; null where it
 *     was not asked any more
 * @param driftPartsPerMillion how much faster its clock ran meanwhile; null where one of the two is
 * @param uncertaintyNanos how far an instant of its history may be off; null where it has none
 * @param contradictions exchanges during the run that no difference between those two can explain
 * @param lostAtSecond seconds since the run began at which it was given up; null where it stayed
 * @param lostWhy a sentence on how it was lost; null where it was not
 */
public record LoadHostResult(
    String name,
    @Nullable Long operations,
    @Nullable Double lateSeconds,
    @Nullable ClockReading before,
    @Nullable ClockReading after,
    @Nullable Double driftPartsPerMillion,
    @Nullable Long uncertaintyNanos,
    int contradictions,
    @Nullable Double lostAtSecond,
    @Nullable String lostWhy) {

  /**
   * What a clock showed more than the coordinator's.
   *
   * @param offsetNanos the estimate; monotonic clocks begin anywhere, so its size means nothing
   * @param boundNanos how far from it the truth may be
   */
  public record ClockReading(long offsetNanos, long boundNanos) {}

  /** What a reader of the run must know of the hosts and their clocks, in sentences. */
  static Stream<String> notes(List<LoadHostResult> hosts) {
    return hosts.stream().map(LoadHostResult::note);
  }

  /** The hosts that were lost. */
  static Stream<RunEvent> events(List<LoadHostResult> hosts) {
    return hosts.stream().flatMap(host -> host.loss().stream());
  }

  private Optional<RunEvent> loss() {
    Double lost = lostAtSecond;
    return lost == null
        ? Optional.empty()
        : Optional.of(
            new RunEvent(
                lost,
                "Load host "
                    + name
                    + " was lost ("
                    + lostWhy
                    + "); the others went on with their share."));
  }

  private String note() {
    StringBuilder text = new StringBuilder("Load host " + name);
    Double late = lateSeconds;
    if (late != null) {
      text.append(format(" began %.1f ms after the common start", 1e3 * late));
    } else {
      text.append(" never began");
    }
    Long uncertain = uncertaintyNanos;
    if (uncertain != null) {
      text.append(format("; its clock is known to ±%.3f ms", uncertain / 1e6));
      Double drift = driftPartsPerMillion;
      text.append(
          drift == null
              ? ", compared before the run alone"
              : format(" and drifted by %.1f ppm", drift));
      if (contradictions > 0) {
        text.append(
            ", wider for "
                + contradictions
                + " exchanges that its readings before and after the run do not explain");
      }
    }
    Double lost = lostAtSecond;
    if (lost != null) {
      text.append(
          format(
              ". It was lost after %.1f s (%s): what it had told by then counts, its response times"
                  + " do not, and of what it did not tell any more nothing is known",
              lost, String.valueOf(lostWhy)));
    }
    return text.append('.').toString();
  }

  private static String format(String text, Object... arguments) {
    return String.format(Locale.ROOT, text, arguments);
  }
}
