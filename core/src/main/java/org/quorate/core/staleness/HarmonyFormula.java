package org.quorate.core.staleness;

/**
 * The formulas of Harmony (Chihoub, Ibrahim, Antoniu, Pérez: Harmony: Towards Automated
 * Self-Adaptive Consistency in Cloud Storage, IEEE Cluster 2012), section IV, with the paper's
 * symbols:
 *
 * <ul>
 *   <li>N: the replication factor
 *   <li>&lambda;<sub>r</sub>: the read rate, per second
 *   <li>&lambda;<sub>w</sub>: the <em>mean time between writes</em>, in seconds, since the paper
 *       gives the Gamma density of the write times the scale &lambda;<sub>w</sub>
 *   <li>T<sub>p</sub>: the propagation time, in seconds
 *   <li>ASR: app_stale_rate, the tolerance
 *   <li>X<sub>n</sub>: replicas that take part in a read
 * </ul>
 *
 * <p>What formula (6) is: the chance that the <em>read that follows a write</em> comes within
 * T<sub>p</sub> and meets a replica that has not got the write, summed over all writes before it.
 * What it is not: the chance that a random read is stale, which does not depend on the read rate at
 * all (see {@link RandomReadModel}). With the rates of a whole table it also pretends that all
 * traffic is on one key (see {@link PerKeyHarmonyModel}).
 *
 * <p>Limits, which are ours since the paper gives none: without writes the result is 0, though the
 * formula tends to (N-1)/N (1 - e<sup>-&lambda;r Tp</sup>); without reads it is what the formula
 * tends to, (N-1)/N T<sub>p</sub>/&lambda;<sub>w</sub>, since that nobody read for a moment does
 * not make the next read safe; results above 1 are returned as they are.
 */
public final class HarmonyFormula {
  private HarmonyFormula() {}

  /**
   * Formula (6), extended to X replicas as the paper's formula (7) does: the probability that the
   * next read is stale.
   *
   * @param replicationFactor N, at least 1
   * @param readReplicas X<sub>n</sub>, 1 to N; 1 is formula (6) itself
   * @param readsPerSecond &lambda;<sub>r</sub>, at least 0
   * @param secondsBetweenWrites &lambda;<sub>w</sub>, above 0; infinite for no writes
   * @param propagationSeconds T<sub>p</sub>, at least 0
   * @return at least 0; may exceed 1
   */
  public static double staleProbability(
      int replicationFactor,
      int readReplicas,
      double readsPerSecond,
      double secondsBetweenWrites,
      double propagationSeconds) {
    if (Double.isInfinite(secondsBetweenWrites)) {
      return 0;
    }
    double unread = (double) (replicationFactor - readReplicas) / replicationFactor;
    if (readsPerSecond <= 0) {
      return unread * propagationSeconds / secondsBetweenWrites;
    }
    double readsPerWrite = readsPerSecond * secondsBetweenWrites;
    return unread
        * within(readsPerSecond, propagationSeconds)
        * (1 + readsPerWrite)
        / readsPerWrite;
  }

  /**
   * Formula (8): the replicas that must take part in a read so that the probability of a stale read
   * is within the tolerance, before rounding.
   *
   * @param tolerance ASR, 0 to 1
   * @return from negative values, where one replica is more than enough, to N
   */
  public static double replicasNeeded(
      int replicationFactor,
      double readsPerSecond,
      double secondsBetweenWrites,
      double propagationSeconds,
      double tolerance) {
    if (Double.isInfinite(secondsBetweenWrites) || propagationSeconds <= 0) {
      return 0;
    }
    if (readsPerSecond <= 0) {
      return replicationFactor
          * (propagationSeconds - tolerance * secondsBetweenWrites)
          / propagationSeconds;
    }
    double readsPerWrite = readsPerSecond * secondsBetweenWrites;
    double stale = within(readsPerSecond, propagationSeconds) * (1 + readsPerWrite);
    return replicationFactor * (stale - tolerance * readsPerWrite) / stale;
  }

  /** The probability that a read comes within the propagation time: 1 - e^(-lambda_r Tp). */
  private static double within(double readsPerSecond, double propagationSeconds) {
    return -Math.expm1(-readsPerSecond * propagationSeconds);
  }
}
