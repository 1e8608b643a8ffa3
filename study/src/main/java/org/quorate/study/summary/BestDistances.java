package org.quorate.study.summary;

import java.util.List;

/**
 * How far the policies of a study are from the best possible ones.
 *
 * @param known one for each cell of a policy with a tolerance beside which the weakest level was
 *     run, in the order of the study
 * @param unknown sentences on those of which it is not known, and what is missing
 */
public record BestDistances(List<BestDistance> known, List<String> unknown) {
  /** Of a study without such policies. */
  public static final BestDistances NONE = new BestDistances(List.of(), List.of());

  public BestDistances {
    known = List.copyOf(known);
    unknown = List.copyOf(unknown);
  }

  /** Whether there is nothing to be said. */
  public boolean isEmpty() {
    return known.isEmpty() && unknown.isEmpty();
  }
}
