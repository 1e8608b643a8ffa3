/**
 * The metrics of an adaptive session as instruments of OpenTelemetry: what a session tells ({@link
 * org.quorate.cassandra.metric.Metric}), under the same names and with its tags as attributes.
 * Nothing is counted here and nothing decided; which SDK collects and where it sends is the
 * application's own.
 */
@NullMarked
package org.quorate.opentelemetry;

import org.jspecify.annotations.NullMarked;
