package org.quorate.power.model;

import java.util.ArrayList;
import java.util.List;
import org.quorate.core.power.PowerCurve;

/**
 * How well a curve predicts what was measured at loads that it was not made from.
 *
 * @param points how many predictions were compared
 * @param meanAbsoluteError mean of |predicted - measured| / measured
 * @param highestDecile the error that nine of ten predictions stay below
 * @param bias mean of (predicted - measured) / measured; above 0 where the curve says too much
 */
public record CurveCheck(int points, double meanAbsoluteError, double highestDecile, double bias) {
  /** A measured point beside a curve's prediction. */
  public record Prediction(double predicted, double measured) {}

  /**
   * Predicts every point of a measured curve that the model does not know.
   *
   * @param model what is checked
   * @param measured all points; those at utilisations that the model has points at are left out
   */
  public static List<Prediction> predictions(PowerCurve model, PowerCurve measured) {
    List<Prediction> predictions = new ArrayList<>();
    for (PowerCurve.Point point : measured.points()) {
      if (model.points().stream().noneMatch(known -> known.utilisation() == point.utilisation())) {
        predictions.add(new Prediction(model.watts(point.utilisation()), point.watts()));
      }
    }
    return predictions;
  }

  /**
   * Compares every point of a measured curve with a model that was made of other hosts.
   *
   * @param model what is checked
   */
  public static List<Prediction> comparisons(PowerCurve model, PowerCurve measured) {
    return measured.points().stream()
        .map(point -> new Prediction(model.watts(point.utilisation()), point.watts()))
        .toList();
  }

  /**
   * Compares every ratio of two points of a measured curve, the larger load over the smaller, with
   * the ratio that a model of other hosts has there: what an error common to all loads does not
   * touch.
   */
  public static List<Prediction> ratios(PowerCurve model, PowerCurve measured) {
    List<Prediction> ratios = new ArrayList<>();
    for (PowerCurve.Point larger : measured.points()) {
      for (PowerCurve.Point smaller : measured.points()) {
        if (smaller.utilisation() < larger.utilisation()) {
          ratios.add(
              new Prediction(
                  model.watts(larger.utilisation()) / model.watts(smaller.utilisation()),
                  larger.watts() / smaller.watts()));
        }
      }
    }
    return ratios;
  }

  /**
   * The same of what lies above idle, at two loads that both are: of a saving that leaves idle
   * power out.
   */
  public static List<Prediction> dynamicRatios(PowerCurve model, PowerCurve measured) {
    List<Prediction> ratios = new ArrayList<>();
    for (PowerCurve.Point larger : measured.points()) {
      for (PowerCurve.Point smaller : measured.points()) {
        if (0 < smaller.utilisation() && smaller.utilisation() < larger.utilisation()) {
          ratios.add(
              new Prediction(
                  aboveIdle(model, larger.utilisation()) / aboveIdle(model, smaller.utilisation()),
                  (larger.watts() - measured.idleWatts())
                      / (smaller.watts() - measured.idleWatts())));
        }
      }
    }
    return ratios;
  }

  private static double aboveIdle(PowerCurve curve, double utilisation) {
    return curve.watts(utilisation) - curve.idleWatts();
  }

  /**
   * Sums predictions up.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static CurveCheck of(List<Prediction> predictions) {
    if (predictions.isEmpty()) {
      throw new IllegalArgumentException("There is no prediction to check.");
    }
    List<Double> errors =
        predictions.stream()
            .map(each -> (each.predicted() - each.measured()) / each.measured())
            .toList();
    List<Double> sizes = errors.stream().map(Math::abs).sorted().toList();
    return new CurveCheck(
        predictions.size(),
        mean(sizes),
        sizes.get((int) Math.ceil(0.9 * sizes.size()) - 1),
        mean(errors));
  }

  /**
   * The share of predictions that differ by no more than an error.
   *
   * @param error as a share of what was predicted, as a profile's error is
   */
  public static double shareWithin(double error, List<Prediction> predictions) {
    return mean(
        predictions.stream()
            .map(
                each ->
                    Math.abs(each.predicted() - each.measured()) <= error * each.predicted()
                        ? 1.0
                        : 0.0)
            .toList());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
