package org.quorate.core.staleness;

/**
 * The chance that a random read is stale, in closed form. For Poisson writes of rate w to a key, of
 * which W random replicas have each at once and the others T<sub>p</sub> later, a read of R random
 * replicas out of N is stale if a write completed less than T<sub>p</sub> ago and none of the R is
 * among the W of the newest:
 *
 * <p>C(N-W, R) / C(N, R) (1 - e<sup>-w Tp</sup>)
 *
 * <p>averaged over keys by their share of the reads. The read rate has no part in it. For R = W = 1
 * this is (N-1)/N (1 - e<sup>-w Tp</sup>).
 *
 * <p>Left out: the read's own way to the replica, during which a write may overtake it, so that it
 * errs upwards where reads travel as long as writes do; and that the coordinator prefers some
 * replicas, often the ones that a write reached first.
 */
public final class RandomReadModel implements StalenessModel {
  @Override
  public String name() {
    return "random-read";
  }

  @Override
  public String meaning() {
    return "chance that a random read is stale, by the write rate of each key, without the read's"
        + " own way to the replica (closed form)";
  }

  @Override
  public double raw(Observation observation, double propagationSeconds, int readReplicas) {
    double missed = StaleByAge.missed(observation, readReplicas);
    return missed == 0
        ? 0
        : missed
            * observation
                .popularity()
                .mean(
                    share ->
                        -Math.expm1(-observation.writesPerSecond() * share * propagationSeconds));
  }
}
