/**
 * The backend that runs studies on a cluster that is there already, and belongs to somebody else:
 * what a study may expect of it and must not ask of it ({@link
 * org.quorate.lab.remote.RemoteCheck}), which of its nodes are which ({@link
 * org.quorate.lab.remote.RemoteNodes}), what its servers tell of themselves ({@link
 * org.quorate.lab.remote.RemoteCounters}), and where tables may be made. So far there are such
 * clusters of Cassandra alone.
 *
 * <p>Sending load, loading tables, watching and accounting for energy are those of every cluster,
 * in {@link org.quorate.lab.backend.ClusterSession} and {@link
 * org.quorate.lab.backend.cassandra.MeasuredCassandra}. Nothing here starts, stops or changes a
 * server, and whatever cannot be known from outside is absent, never zero.
 */
@NullMarked
package org.quorate.lab.remote;

import org.jspecify.annotations.NullMarked;
