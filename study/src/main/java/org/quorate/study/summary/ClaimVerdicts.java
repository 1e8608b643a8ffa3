package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyVerdict;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Change;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.ClaimVerdict.Outcome;

/**
 * Holds what others claim against the study's own numbers: by the geometric mean of the ratios of
 * pairs of runs, or, where a number may be zero, by the ratio of the means with Fieller's interval.
 * Each claim is judged by itself. Pure.
 */
final class ClaimVerdicts {
  private static final String IN_WORDS =
      "the study file gives no change in numbers for it that measurements could be held against";

  private ClaimVerdicts() {}

  /** Verdicts on the study's claims and those of its figures, in that order. */
  static List<ClaimVerdict> of(Study study, List<RunResult> runs) {
    List<Claim> claims = new ArrayList<>(study.claims());
    study.figures().stream().map(Figure::claims).forEach(claims::addAll);
    List<ClaimVerdict> verdicts = new ArrayList<>();
    for (Claim claim : claims) {
      ClaimedChange change = claim.expects();
      verdicts.add(
          change == null
              ? new ClaimVerdict(claim, Outcome.CANNOT_BE_TESTED, null, 0, 0, 0, false, IN_WORDS)
              : verdict(claim, change, change.pairs(study.parts()), runs));
    }
    return verdicts;
  }

  private static ClaimVerdict verdict(
      Claim claim, ClaimedChange change, List<Map.Entry<Cell, Cell>> cells, List<RunResult> runs) {
    PairedRuns pairs = PairedRuns.of(cells, runs, change.measure());
    double error = pairs.relativeError();
    boolean estimated = change.measure().isEnergy() && pairs.estimated();
    if (pairs.size() == 0) {
      String reason =
          cells.isEmpty()
              ? "no such cells were run: another scale or part has them"
              : "no two of its runs of one repetition have this number";
      return new ClaimVerdict(
          claim, Outcome.CANNOT_BE_TESTED, null, 0, 0, error, estimated, reason);
    }
    Optional<PairedLogRatio> logarithms = pairs.logRatio();
    Mean ratio = pairs.ratio();
    Judgement judgement =
        change.change().kind() == Change.Kind.WITHIN
            ? equality(ratio, change.change().share(), error)
            : direction(ratio, change.change(), logarithms, error);
    return new ClaimVerdict(
        claim,
        judgement.outcome(),
        ratio,
        pairs.settings(),
        pairs.size(),
        error,
        estimated,
        judgement.reason());
  }

  private record Judgement(Outcome outcome, String reason) {
    static Judgement undecided(String reason) {
      return new Judgement(Outcome.NOT_DISTINGUISHABLE, reason);
    }
  }

  private static Judgement direction(
      Mean ratio, Change change, Optional<PairedLogRatio> logarithms, double error) {
    Optional<Judgement> unknown = unknown(ratio, error);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    if (logarithms.isPresent()) {
      EnergyComparison comparison = EnergyComparison.of(logarithms.get(), Means.CONFIDENCE, error);
      if (comparison.verdict() == EnergyVerdict.NOT_DISTINGUISHABLE) {
        return Judgement.undecided(comparison.reasonText().orElse(""));
      }
    } else if (ratio.low() <= 1 && ratio.high() >= 1) {
      return Judgement.undecided(EnergyComparison.Reason.TOO_FEW_RUNS.text());
    } else if (Math.abs(ratio.mean() - 1) < error) {
      return Judgement.undecided(EnergyComparison.Reason.ofError(error).text());
    }
    boolean falls = ratio.mean() < 1;
    boolean claimedFall = change.kind() == Change.Kind.LOWER || change.share() < 0;
    if (falls != claimedFall) {
      return new Judgement(Outcome.DIFFERS, "");
    }
    double quoted = 1 + change.share();
    return new Judgement(
        change.kind() == Change.Kind.BY && ratio.low() <= quoted && quoted <= ratio.high()
            ? Outcome.AGREES_WITHIN_INTERVAL
            : Outcome.AGREES_IN_DIRECTION,
        "");
  }

  /** Equality is shown by an interval that lies in a band, not by the lack of a difference. */
  private static Judgement equality(Mean ratio, double share, double error) {
    Optional<Judgement> unknown = unknown(ratio, error);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    boolean inside = ratio.low() >= 1 - share && ratio.high() <= 1 + share;
    boolean outside = ratio.high() < 1 - share || ratio.low() > 1 + share;
    if (inside ? error > share : outside && Math.abs(ratio.mean() - 1) < error) {
      return Judgement.undecided(EnergyComparison.Reason.ofError(error).text());
    }
    return inside
        ? new Judgement(Outcome.AGREES_WITHIN_INTERVAL, "")
        : outside
            ? new Judgement(Outcome.DIFFERS, "")
            : Judgement.undecided(
                "too few runs: the interval lies partly within and partly beyond what counts as"
                    + " equal");
  }

  private static Optional<Judgement> unknown(Mean ratio, double error) {
    if (Phrases.known(ratio) && Double.isFinite(ratio.mean())) {
      return Double.isInfinite(error)
          ? Optional.of(Judgement.undecided(EnergyComparison.Reason.UNKNOWN_ERROR.text()))
          : Optional.empty();
    }
    return Optional.of(
        Judgement.undecided(
            ratio.runs() < 2
                ? "one pair of runs says nothing about chance"
                : "what it is compared with cannot be told from zero"));
  }
}
