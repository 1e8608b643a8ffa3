/**
 * The metrics of an adaptive session in a registry of Micrometer: what a session tells ({@link
 * org.quorate.cassandra.metric.Metric}), under the same names, tags and units. Nothing is counted
 * here and nothing decided; a registry's publishing is the application's own.
 */
@NullMarked
package org.quorate.micrometer;

import org.jspecify.annotations.NullMarked;
