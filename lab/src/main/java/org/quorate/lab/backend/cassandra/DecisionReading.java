package org.quorate.lab.backend.cassandra;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.quorate.study.result.DecisionPoint;

/**
 * What is kept of a reading, since the whole of it is large.
 *
 * @param takenAtNanos nothing where it was not measured
 * @param seconds that it looks back
 * @param point at an instant that is told later, as is the run's beginning
 */
record DecisionReading(OptionalLong takenAtNanos, double seconds, DecisionPoint point) {
  DecisionPoint since(long startNanos) {
    long since = takenAtNanos.orElse(startNanos) - startNanos;
    return point.at(since / (double) TimeUnit.SECONDS.toNanos(1));
  }

  /** The mean of each model's estimates over some points. */
  static Map<String, Double> mean(
      List<DecisionPoint> points, Function<DecisionPoint, Map<String, Double>> estimates) {
    Map<String, Double> sums = new TreeMap<>();
    for (DecisionPoint point : points) {
      estimates.apply(point).forEach((model, estimate) -> sums.merge(model, estimate, Double::sum));
    }
    sums.replaceAll((model, sum) -> sum / points.size());
    return sums;
  }
}
