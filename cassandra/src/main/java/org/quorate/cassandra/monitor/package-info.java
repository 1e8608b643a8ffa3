/**
 * What a cluster does, read from the cluster itself: how often each table is read and written, and
 * what its nodes count that bears on consistency.
 *
 * <p>A {@link org.quorate.cassandra.monitor.CounterSource} reads one node's counts; there is one
 * for each way in (CQL virtual tables, JMX, a Prometheus endpoint), each in a package of its own
 * below. {@link org.quorate.cassandra.monitor.ClusterMonitor} asks all nodes at once, again and
 * again, and makes rates of the differences. Rates that the servers give are never used: theirs are
 * averages over five minutes.
 *
 * <p>Servers count this library's own reads as any client's. Whoever sends some counts them in an
 * {@link org.quorate.cassandra.monitor.OwnReads.Counter}, and {@link
 * org.quorate.cassandra.monitor.TrafficRounds}, by which sessions and observers poll, says how many
 * of them each reading holds.
 *
 * <p>Nothing here changes a cluster, and nothing here estimates or decides.
 */
@NullMarked
package org.quorate.cassandra.monitor;

import org.jspecify.annotations.NullMarked;
