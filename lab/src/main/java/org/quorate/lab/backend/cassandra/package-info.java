/**
 * Cassandra as a store that a session can measure, on clusters of this machine and on those that
 * are there already: a {@link org.quorate.lab.backend.cassandra.CassandraCluster} says where tables
 * may be made and what servers can be asked, and {@link
 * org.quorate.lab.backend.cassandra.MeasuredCassandra} makes of any of them, over connections of
 * the driver, what {@link org.quorate.lab.backend.ClusterSession} drives.
 *
 * <p>One thread drives all clients, since the driver does not block. Where a study has a run
 * watched, {@link org.quorate.lab.backend.cassandra.WatchedLevels} runs the very monitor and
 * controller that an application would.
 */
@NullMarked
package org.quorate.lab.backend.cassandra;

import org.jspecify.annotations.NullMarked;
