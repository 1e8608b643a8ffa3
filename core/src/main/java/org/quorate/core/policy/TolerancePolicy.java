package org.quorate.core.policy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Estimate;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StalenessModel;

/**
 * The decision scheme of Harmony (IEEE Cluster 2012, section III) on any staleness model: ONE while
 * the estimated rate is within the tolerance, else the level of the fewest replicas that bring it
 * there; a model that knows its error decides by its upper bound. On {@link
 * org.quorate.core.staleness.HarmonyModel} this is Harmony itself, formula (8) included.
 *
 * @param model that estimates the rate
 * @param tolerance app_stale_rate: the largest stale-read rate that the application accepts, 0 to 1
 */
public record TolerancePolicy(StalenessModel model, double tolerance) implements ConsistencyPolicy {
  /**
   * @throws IllegalArgumentException if the tolerance is not a rate
   */
  public TolerancePolicy {
    requireRate(tolerance);
  }

  @Override
  public String name() {
    return model.name() + " " + percentOf(tolerance);
  }

  @Override
  public Decision decide(Observation observation, ReadLevels levels) {
    Estimate weakest = model.estimate(observation, 1);
    int replicas = model.replicasNeeded(observation, tolerance);
    String seen =
        "Estimated stale-read rate at one replica "
            + percent(weakest.raw())
            + (weakest.rate() <= tolerance && replicas > 1
                ? " %, at most " + percent(weakest.high())
                : "")
            + " %, tolerance "
            + percent(tolerance)
            + " %";
    Level level = levels.covering(replicas);
    Decision decided =
        new Decision(
            level,
            List.of(),
            replicas == 1
                ? seen + ": one replica is enough."
                : seen + ": " + replicas + " replicas are needed.",
            Optional.of(weakest));
    return levels.meetsEveryWrite(level)
        ? decided
        : decided.raising(observation.evidence().behind(), levels.safe());
  }

  @Override
  public OptionalDouble acceptedRate() {
    return OptionalDouble.of(tolerance);
  }

  @Override
  public Optional<String> modelName() {
    return Optional.of(model.name());
  }

  @Override
  public String toString() {
    return name();
  }

  /** That a tolerance is a rate. */
  static void requireRate(double tolerance) {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "A tolerance is a rate from 0 to 1, such as 0.01 for one read in a hundred, but it is "
              + tolerance
              + ".");
    }
  }

  /** A tolerance as it stands in a policy's name, all its digits kept: {@code 0.1%}. */
  static String percentOf(double tolerance) {
    BigDecimal percent = BigDecimal.valueOf(tolerance).movePointRight(2);
    return (percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString()) + "%";
  }

  /** A rate for people, in percent without its sign. */
  static String percent(double rate) {
    String text = String.format(Locale.ROOT, "%.2f", 100 * rate);
    return text.replaceAll("\\.?0+$", "");
  }
}
