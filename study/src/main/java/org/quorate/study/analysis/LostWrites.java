package org.quorate.study.analysis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.Finding.Outcome;
import org.quorate.study.result.ReadBackResult;
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
    ReadBackResult all =
        ReadBackResult.of(
            cells.stream()
                .map(CellSummary::offload)
                .filter(Objects::nonNull)
                .map(CellOffload::readBack)
                .toList());
    if (all.lost() > 0) {
      return Optional.of(
          new Finding(
              EXPECTED,
              Outcome.DOES_NOT_HOLD,
              "acknowledged writes were lost: of "
                  + NumberText.count(all.rows())
                  + " rows that were read back, "
                  + NumberText.count(all.lost())
                  + " did not have their newest"));
    }
    if (all.writes() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        all.rows() == 0
            ? new Finding(EXPECTED, Outcome.UNDECIDED, "no row was read back")
            : all.unread() > 0
                ? new Finding(
                    EXPECTED,
                    Outcome.UNDECIDED,
                    "none of "
                        + NumberText.count(all.rows())
                        + " that were read back, but at least "
                        + NumberText.count(all.unread())
                        + " writes were to rows that were not looked at")
                : new Finding(
                    EXPECTED,
                    Outcome.HOLDS,
                    "none of " + NumberText.count(all.rows()) + " that were read back"));
  }
}
