package org.quorate.study.summary;

import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.Claim;

/**
 * What the study says on a claim. One that is there in words alone cannot be tested.
 *
 * @param claim with what it expects, if it says so
 * @param outcome whether it agrees
 * @param ratio of what the claim is about to what it is compared with, over pairs of runs of the
 *     same repetition in all settings together, with its 95 % interval over blocks, or over starts
 *     of clusters where these differ; null where there is none
 * @param settings pairs of cells that were compared
 * @param pairs of runs
 * @param relativeError how far off such a ratio may be by what energy comes from, as a share of it;
 *     infinite where nobody has said it, and 0 where the claim is not about energy
 * @param estimated whether it is about energy that was estimated
 * @param reason half a sentence on why nothing more may be said; empty where it agrees or differs
 * @param withError the ratio with its interval widened by {@code relativeError} and by {@code
 *     servers}, which is what the outcome rests on; null where there is no ratio
 * @param servers of energy that a model estimated: the ratio through the curves of all published
 *     servers of the hosts' kind; null where the runs could not be replayed
 */
public record ClaimVerdict(
    Claim claim,
    Outcome outcome,
    @Nullable Mean ratio,
    int settings,
    int pairs,
    double relativeError,
    boolean estimated,
    String reason,
    @Nullable Mean withError,
    @Nullable ServerRange servers) {
  /** What may be said of a claim. */
  public enum Outcome {
    /** The study shows a change, and the quoted one lies in its interval with the error. */
    AGREES_WITHIN_INTERVAL("agrees within the interval"),
    /** It shows a change of the same sign. */
    AGREES_IN_DIRECTION("agrees in direction"),
    /** It shows a change of the other sign, or one where there should be none. */
    DIFFERS("differs"),
    /** It shows no change that is certain. */
    NOT_DISTINGUISHABLE("not distinguishable here"),
    /** It has no such cells or numbers, or the claim gives none. */
    CANNOT_BE_TESTED("cannot be tested here");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** A few words for tables. */
    public String text() {
      return text;
    }
  }
}
