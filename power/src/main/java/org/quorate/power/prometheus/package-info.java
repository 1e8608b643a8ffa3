/**
 * The meters {@code prometheus} and {@code scrape}: power or energy that an exporter exposes to
 * Prometheus, read from Prometheus's own history by a query, or from the exporter directly.
 *
 * <p>A query can mean anything, so its user says the unit and the scope. For a scrape, {@link
 * org.quorate.power.prometheus.KnownMetrics} has what the usual exporters' metrics are, as rows of
 * data: the unit, what part of a host they see, which labels select one of several overlapping
 * views, and which series repeat others. Series are never added up unless a row or the user says
 * that they are parts of one whole.
 *
 * <p>Counters that start again, gauges that repeat and gaps are not judged here.
 */
@NullMarked
package org.quorate.power.prometheus;

import org.jspecify.annotations.NullMarked;
