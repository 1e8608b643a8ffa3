/**
 * The backend that runs studies on real servers: it opens a cluster through an engine, its links
 * through the relay, its table through a store, drives the load, and turns what lanes, servers,
 * links and the operating system counted into a {@link org.quorate.study.result.RunResult}.
 *
 * <p>A {@link org.quorate.lab.backend.ClusterSession} drives, loads, watches and measures over
 * connections of the driver; what depends on whose cluster it is, is behind {@link
 * org.quorate.lab.backend.MeasuredCluster}. Everything that knows how to start, delay, send or
 * count lives in a package of its own; here they are put together, one small class per stage of a
 * run.
 */
@NullMarked
package org.quorate.lab.backend;

import org.jspecify.annotations.NullMarked;
