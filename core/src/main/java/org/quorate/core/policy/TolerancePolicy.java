package org.quorate.core.policy;

import java.util.Locale;
import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Estimate;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StalenessModel;

/**
 * The decision scheme of Harmony (IEEE Cluster 2012, section III) on any staleness model: ONE while
 * the estimated rate is within the tolerance, else the level of the fewest replicas that bring it
 * there. On {@link org.quorate.core.staleness.HarmonyModel} this is Harmony itself, formula (8)
 * included.
 *
 * @param tolerance app_stale_rate: the largest stale-read rate that the application accepts, 0 to 1
 * @param model that estimates the rate
 * @param ladder of the levels to choose from
 */
public record TolerancePolicy(double tolerance, StalenessModel model, LevelLadder ladder)
    implements ConsistencyPolicy {
  /**
   * @throws IllegalArgumentException if the tolerance is not a rate
   */
  public TolerancePolicy {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "A tolerance is a rate from 0 to 1, but it is " + tolerance + ".");
    }
  }

  @Override
  public String name() {
    return String.format(Locale.ROOT, "%s %s%%", model.name(), percent(tolerance));
  }

  @Override
  public Decision decide(Observation observation) {
    Estimate weakest = model.estimate(observation, 1);
    int replicas = model.replicasNeeded(observation, tolerance);
    Level level = ladder.covering(replicas, observation.replicationFactor());
    String seen =
        "Estimated stale-read rate at one replica "
            + percent(weakest.raw())
            + " %, tolerance "
            + percent(tolerance)
            + " %";
    return new Decision(
        level,
        replicas == 1
            ? seen + ": one replica is enough."
            : seen + ": " + replicas + " replicas are needed.",
        Optional.of(weakest));
  }

  private static String percent(double rate) {
    String text = String.format(Locale.ROOT, "%.2f", 100 * rate);
    return text.replaceAll("\\.?0+$", "");
  }
}
