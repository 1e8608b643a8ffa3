package org.quorate.core.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * One comparison of a family, judged with the others in mind.
 *
 * @param difference second minus first; its interval is for this comparison alone
 * @param adjustedPValue after Holm's correction over the family
 * @param verdict lower or higher only if the adjusted p-value is below 1 - confidence, in which
 *     case the interval excludes zero too
 */
public record Comparison(PairedDifference difference, double adjustedPValue, Verdict verdict) {
  /**
   * Judges a family of comparisons together, such as all pairs of levels for one measure.
   *
   * @param differences in the same order as the result
   */
  public static List<Comparison> family(List<PairedDifference> differences) {
    List<Double> adjusted =
        Holm.adjust(differences.stream().map(PairedDifference::pValue).toList());
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < differences.size(); i++) {
      PairedDifference difference = differences.get(i);
      comparisons.add(
          new Comparison(difference, adjusted.get(i), verdict(difference, adjusted.get(i))));
    }
    return comparisons;
  }

  private static Verdict verdict(PairedDifference paired, double adjustedPValue) {
    BlockMean difference = paired.difference();
    if (adjustedPValue >= 1 - difference.interval().confidence()) {
      return Verdict.NOT_DISTINGUISHABLE;
    }
    return difference.mean() < 0 ? Verdict.LOWER : Verdict.HIGHER;
  }
}
