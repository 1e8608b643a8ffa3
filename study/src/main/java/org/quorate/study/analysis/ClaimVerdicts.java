package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.EnergyVerdict;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Change;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.ClaimVerdict;
import org.quorate.study.summary.ClaimVerdict.Outcome;
import org.quorate.study.summary.Mean;

/**
 * Holds what others claim against the study's own numbers: by the geometric mean of the ratios of
 * pairs of runs, or, where a number may be zero, by the ratio of the means with Fieller's interval.
 * Intervals are widened by what the numbers may be off by. Each claim is judged by itself. Pure.
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
              ? untested(claim, 0, false, IN_WORDS)
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
      return untested(claim, error, estimated, reason);
    }
    Mean ratio = pairs.ratio();
    Judgement judgement =
        change.change().kind() == Change.Kind.WITHIN
            ? equality(pairs, change.change().share())
            : direction(pairs, change.change());
    return new ClaimVerdict(
        claim,
        judgement.outcome(),
        ratio,
        pairs.settings(),
        pairs.pairs(),
        error,
        estimated,
        judgement.reason(),
        pairs.ratioWithError(),
        pairs.servers());
  }

  private static ClaimVerdict untested(
      Claim claim, double error, boolean estimated, String reason) {
    return new ClaimVerdict(
        claim, Outcome.CANNOT_BE_TESTED, null, 0, 0, error, estimated, reason, null, null);
  }

  private record Judgement(Outcome outcome, String reason) {
    static Judgement undecided(String reason) {
      return new Judgement(Outcome.NOT_DISTINGUISHABLE, reason);
    }
  }

  private static Judgement direction(PairedRuns pairs, Change change) {
    Mean ratio = pairs.ratio();
    Mean wide = pairs.ratioWithError();
    Optional<Judgement> unknown = unknown(pairs);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    Optional<EnergyRatio> energy = pairs.energyRatio();
    if (energy.isPresent()) {
      EnergyComparison comparison = EnergyComparison.of(energy.get(), Mean.CONFIDENCE);
      if (comparison.verdict() == EnergyVerdict.NOT_DISTINGUISHABLE) {
        return Judgement.undecided(comparison.reasonText().orElse(""));
      }
    } else if (contains(ratio, 1)) {
      return Judgement.undecided(EnergyComparison.Reason.TOO_FEW_RUNS.text());
    } else if (contains(wide, 1)) {
      return Judgement.undecided(EnergyComparison.Reason.TOO_COARSE_METER.text());
    }
    boolean falls = ratio.mean() < 1;
    boolean claimedFall = change.kind() == Change.Kind.LOWER || change.share() < 0;
    if (falls != claimedFall) {
      return new Judgement(Outcome.DIFFERS, "");
    }
    return new Judgement(
        change.kind() == Change.Kind.BY && contains(wide, 1 + change.share())
            ? Outcome.AGREES_WITHIN_INTERVAL
            : Outcome.AGREES_IN_DIRECTION,
        "");
  }

  /** Equality is shown by an interval that lies in a band, not by the lack of a difference. */
  private static Judgement equality(PairedRuns pairs, double share) {
    Mean ratio = pairs.ratio();
    Mean wide = pairs.ratioWithError();
    Optional<Judgement> unknown = unknown(pairs);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    if (isWithin(wide, share)) {
      return new Judgement(Outcome.AGREES_WITHIN_INTERVAL, "");
    }
    if (isBeyond(wide, share)) {
      return new Judgement(Outcome.DIFFERS, "");
    }
    return Judgement.undecided(
        isWithin(ratio, share) || isBeyond(ratio, share)
            ? EnergyComparison.Reason.TOO_COARSE_METER.text()
            : "too few runs: the interval lies partly within and partly beyond what counts as"
                + " equal");
  }

  private static boolean isWithin(Mean ratio, double share) {
    return ratio.low() >= 1 - share && ratio.high() <= 1 + share;
  }

  private static boolean isBeyond(Mean ratio, double share) {
    return ratio.high() < 1 - share || ratio.low() > 1 + share;
  }

  private static boolean contains(Mean ratio, double value) {
    return ratio.low() <= value && value <= ratio.high();
  }

  private static Optional<Judgement> unknown(PairedRuns pairs) {
    Mean ratio = pairs.ratio();
    if (ratio.hasInterval() && Double.isFinite(ratio.mean())) {
      return Double.isInfinite(pairs.relativeError())
          ? Optional.of(Judgement.undecided(EnergyComparison.Reason.UNKNOWN_ERROR.text()))
          : Optional.empty();
    }
    return Optional.of(
        Judgement.undecided(
            pairs.isOneStart() && pairs.pairs() > 1
                ? IndependentSamples.ONE_START
                : ratio.runs() < 2
                    ? "one "
                        + (pairs.pairs() < 2 ? "pair" : "block")
                        + " of runs says nothing about chance"
                    : "what it is compared with cannot be told from zero"));
  }
}
