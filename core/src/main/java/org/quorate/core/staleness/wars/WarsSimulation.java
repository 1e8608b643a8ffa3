package org.quorate.core.staleness.wars;

import java.util.List;
import java.util.random.RandomGenerator;
import org.quorate.core.random.SeededRandom;

/**
 * Full WARS by Monte Carlo. One trial is one write and one read, and gives, for each number of
 * replicas read at once, the <em>threshold age</em>
 *
 * <p>T = min over the replicas that answer of (w<sub>i</sub> - r<sub>i</sub>) - commit
 *
 * <p>with w<sub>i</sub> and r<sub>i</sub> the times that the write and the read take to take effect
 * at replica i, queues included, and commit the W-th smallest of the times at which
 * acknowledgements are back. A read that is sent at age t after the write's completion misses it at
 * every replica that answers if and only if t &lt; T. So sorted thresholds are the chance of a
 * stale read at all ages, and none has to be simulated by itself. Stateless.
 */
public final class WarsSimulation {
  private WarsSimulation() {}

  /** Draws trials of one scenario. */
  public static StaleAges run(WarsScenario scenario, int trials, RandomGenerator random) {
    return run(List.of(scenario), trials, random);
  }

  /**
   * Draws trials, of each scenario in turn.
   *
   * @param rows at least one, all with as many replicas and as many that acknowledge a write; each
   *     as likely as any other
   * @param trials at least 1; errors shrink with their square root
   * @param random gives the seed of all trials and nothing else, so that the first trials of a
   *     longer run are those of a shorter one
   */
  public static StaleAges run(List<WarsScenario> rows, int trials, RandomGenerator random) {
    if (trials < 1) {
      throw new IllegalArgumentException("There must be at least 1 trial, not " + trials + ".");
    }
    if (rows.stream().map(row -> List.of(row.replicas(), row.writeReplicas())).distinct().count()
        != 1) {
      throw new IllegalArgumentException(
          "Rows have as many replicas as one another, of which as many acknowledge a write.");
    }
    int replicas = rows.get(0).replicas();
    double[][] thresholds = new double[replicas][trials];
    long seed = random.nextLong();
    List<WarsTrial> drawn = rows.stream().map(WarsTrial::new).toList();
    double longest = 0;
    for (int i = 0; i < trials; i++) {
      WarsTrial trial = drawn.get(i % drawn.size());
      trial.draw(SeededRandom.stream(seed, i));
      longest = Math.max(longest, trial.longestWrite());
      for (int read = 1; read <= replicas; read++) {
        thresholds[read - 1][i] = trial.threshold(read);
      }
    }
    return new StaleAges(rows.get(0), thresholds, longest);
  }
}
