/**
 * Cassandra as a store that a session can measure, on clusters of this machine and on those that
 * are there already: a {@link org.quorate.lab.backend.cassandra.CassandraCluster} says where tables
 * may be made and what servers can be asked, and {@link
 * org.quorate.lab.backend.cassandra.MeasuredCassandra} makes of any of them, over connections of
 * the driver, what {@link org.quorate.lab.backend.ClusterSession} drives.
 *
 * <p>One thread drives all clients of a process, since the driver does not block. Where a study has
 * a run watched, {@link org.quorate.lab.backend.cassandra.WatchedLevels} has for each process a
 * {@link org.quorate.lab.backend.cassandra.WatchedProcess}: the very session, monitor and
 * controller that an application would have. What these tell one another goes through the table of
 * {@link org.quorate.lab.backend.cassandra.RunEvidence}.
 *
 * <p>Where a study has servers rest, {@link org.quorate.lab.backend.cassandra.GearOffloading} sends
 * a data centre away, and {@link org.quorate.lab.backend.cassandra.HostOffloading} moves nodes to
 * fewer hosts, which {@link org.quorate.lab.backend.cassandra.RackHosts} decides for each rack by
 * what its nodes execute.
 */
@NullMarked
package org.quorate.lab.backend.cassandra;

import org.jspecify.annotations.NullMarked;
