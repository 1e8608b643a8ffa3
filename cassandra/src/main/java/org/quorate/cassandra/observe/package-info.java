/**
 * Watching a live cluster without changing it: what an operator is told of its tables.
 *
 * <p>{@link org.quorate.cassandra.observe.ClusterObserver} asks the monitor, a source of
 * propagation times and, on request, pairs of reads of sampled keys, again and again. What is made
 * of their answers is pure and stands beside it: {@link org.quorate.cassandra.observe.TableReport}
 * has a table's rates and the estimated stale-read rate at every level, {@link
 * org.quorate.cassandra.observe.ClusterCounts} what the nodes counted, {@link
 * org.quorate.cassandra.observe.ClusterReport} all of it, and {@link
 * org.quorate.cassandra.observe.ReportMetrics} the same as metrics. The observer's own reads are
 * counted by {@link org.quorate.cassandra.observe.ReadTracker} and taken out.
 *
 * <p>Nothing here decides a level, and nothing here has words or colours for a terminal.
 */
@NullMarked
package org.quorate.cassandra.observe;

import org.jspecify.annotations.NullMarked;
