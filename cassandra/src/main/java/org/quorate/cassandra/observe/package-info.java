/**
 * Watching a live cluster without changing it: what an operator is told of its tables.
 *
 * <p>{@link org.quorate.cassandra.observe.ClusterObserver} has the same rounds as a session: {@link
 * org.quorate.cassandra.monitor.TrafficRounds}, which also know how much of the traffic is the
 * observer's own, {@link org.quorate.cassandra.propagation.PropagationRounds} and, on request,
 * pairs of reads of rows that are in use, which a sampler for each table finds within a budget;
 * servers that can be asked over JMX tell it which partitions are read most. What is made of their
 * answers is pure and stands beside it: {@link org.quorate.cassandra.observe.TableAnswer} has what
 * follows for a table, {@link org.quorate.cassandra.observe.TableReport} has a table's rates and
 * the estimated stale-read rate at every level, {@link org.quorate.cassandra.observe.ClusterCounts}
 * what the nodes counted, {@link org.quorate.cassandra.observe.ClusterReport} all of it, and {@link
 * org.quorate.cassandra.observe.ReportMetrics} the same as metrics. Replicas are counted, own reads
 * taken out and observations made as for decisions, by {@link org.quorate.core.policy.ReadLevels}
 * and {@link org.quorate.core.control.Traffic}; but a report is of means, where a decision is of
 * the newest reading that lacks nobody's share.
 *
 * <p>Nothing here decides a level, and nothing here has words or colours for a terminal.
 */
@NullMarked
package org.quorate.cassandra.observe;

import org.jspecify.annotations.NullMarked;
