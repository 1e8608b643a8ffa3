package org.quorate.core.staleness;

import java.util.HashMap;
import java.util.Map;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.workload.KeyChooser;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.Workload;

/**
 * The key popularity of a workload, by drawing from it: whatever its distribution really does is in
 * the result. The number of draws is fixed, and so is their seed. Stateless.
 */
public final class WorkloadPopularity {
  private static final int DRAWS = 500_000;
  private static final long SEED = 1;

  private WorkloadPopularity() {}

  /**
   * How the workload's requests spread over its rows. Shares come from 500,000 draws, so a row of
   * share p has a relative error of about 1 / sqrt(500,000 p), and rows never drawn are left out.
   */
  public static KeyPopularity of(Workload workload) {
    KeySequence keys = workload.keySequence();
    KeyChooser chooser = workload.requests().chooser(workload, keys, SeededRandom.stream(SEED, 0));
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(chooser.next(), 1, Integer::sum);
    }
    return KeyPopularity.of(counts.values().stream().mapToDouble(Integer::doubleValue).toArray());
  }
}
