package org.quorate.power.prometheus;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.quorate.power.Scope;
import org.quorate.power.metric.MetricUnit;

/**
 * What one metric of an exporter is.
 *
 * @param exporter its name, with versions where they differ
 * @param metric the metric's name
 * @param scope which part of the host it sees
 * @param taken values, by label, of the series that are meant; others are other views of the same
 *     energy, or something else
 * @param repeated values, by label, of series that repeat others and are left out beside them
 * @param several whether the series that are left are parts that add up
 * @param estimated what the exporter exposes when a model made the numbers up; empty where it does
 *     not say, or only measures
 */
record KnownMetric(
    String exporter,
    String metric,
    MetricUnit unit,
    Scope scope,
    Map<String, Pattern> taken,
    Map<String, Pattern> repeated,
    boolean several,
    Optional<Mark> estimated) {

  /** A metric with a label that says something about others. */
  record Mark(String metric, String label, Pattern value) {}

  /** A row of one series, without labels to look at. */
  static KnownMetric of(String exporter, String metric, MetricUnit unit, Scope scope) {
    return new KnownMetric(
        exporter, metric, unit, scope, Map.of(), Map.of(), false, Optional.empty());
  }

  /** The same, of those series alone that have a label like this. */
  KnownMetric taking(String label, String pattern) {
    return new KnownMetric(
        exporter,
        metric,
        unit,
        scope,
        Map.of(label, Pattern.compile(pattern)),
        repeated,
        several,
        estimated);
  }

  /** The same, where series with a label like this repeat others. */
  KnownMetric repeating(String label, String pattern) {
    return new KnownMetric(
        exporter,
        metric,
        unit,
        scope,
        taken,
        Map.of(label, Pattern.compile(pattern)),
        several,
        estimated);
  }

  /** The same, whose series add up. */
  KnownMetric adding() {
    return new KnownMetric(exporter, metric, unit, scope, taken, repeated, true, estimated);
  }

  /** The same, made up by a model where another metric says so. */
  KnownMetric estimatedWhere(String other, String label, String pattern) {
    return new KnownMetric(
        exporter,
        metric,
        unit,
        scope,
        taken,
        repeated,
        several,
        Optional.of(new Mark(other, label, Pattern.compile(pattern))));
  }
}
