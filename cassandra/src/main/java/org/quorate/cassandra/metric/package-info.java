/**
 * Numbers for dashboards, under names in the style of Micrometer and OpenTelemetry: lower case,
 * dots between words, base units. Any registry can be fed from {@link
 * org.quorate.cassandra.metric.Metric}s; {@link org.quorate.cassandra.metric.PrometheusText} writes
 * them as Prometheus reads them.
 */
@NullMarked
package org.quorate.cassandra.metric;

import org.jspecify.annotations.NullMarked;
