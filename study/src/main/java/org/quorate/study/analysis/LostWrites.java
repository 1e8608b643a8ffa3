package org.quorate.study.analysis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.Finding.Outcome;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.NumberText;

/**
 * Whether rows have their newest acknowledged writes: what a study in which servers rest sets out
 * to see without saying so. Stateless.
 */
final class LostWrites {
  private static final String EXPECTED = "no row behind its newest acknowledged write";

  private LostWrites() {}

  /** Of all cells together; empty where no acknowledged write was to be read back. */
  static Optional<Finding> finding(List<CellSummary> cells) {
    List<CellOffload> offloads =
        cells.stream().map(CellSummary::offload).filter(Objects::nonNull).toList();
    long writes = offloads.stream().mapToLong(CellOffload::writes).sum();
    long rows = offloads.stream().mapToLong(CellOffload::rows).sum();
    long lost = offloads.stream().mapToLong(CellOffload::lost).sum();
    long unread = offloads.stream().mapToLong(CellOffload::unread).sum();
    if (lost > 0) {
      return Optional.of(
          new Finding(
              EXPECTED,
              Outcome.DOES_NOT_HOLD,
              "acknowledged writes were lost: of "
                  + NumberText.count(rows)
                  + " rows that were read back, "
                  + NumberText.count(lost)
                  + " did not have their newest"));
    }
    if (writes == 0) {
      return Optional.empty();
    }
    return Optional.of(
        rows == 0
            ? new Finding(EXPECTED, Outcome.UNDECIDED, "no row was read back")
            : unread > 0
                ? new Finding(
                    EXPECTED,
                    Outcome.UNDECIDED,
                    "none of "
                        + NumberText.count(rows)
                        + " that were read back, but at least "
                        + NumberText.count(unread)
                        + " writes were to rows that were not looked at")
                : new Finding(
                    EXPECTED,
                    Outcome.HOLDS,
                    "none of " + NumberText.count(rows) + " that were read back"));
  }
}
