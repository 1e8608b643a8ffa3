/**
 * Counts from the Prometheus endpoint that many clusters have at every node: read with a plain HTTP
 * request, without a Prometheus server in between.
 *
 * <p>What an exporter calls a count is data, not code: an {@link
 * org.quorate.cassandra.monitor.prometheus.ExporterFormat} is a list of rows, each a metric's name
 * and labels with the quantity that it is, and an operator can give rows of their own.
 */
@NullMarked
package org.quorate.cassandra.monitor.prometheus;

import org.jspecify.annotations.NullMarked;
