/**
 * What measuring is on a real cluster, whatever store it is and whosever: a {@link
 * org.quorate.lab.backend.ClusterSession} has tables made and loaded, drives the load, and turns
 * what lanes, servers, links and the operating system counted into a {@link
 * org.quorate.study.result.RunResult}.
 *
 * <p>It knows the cluster only as a {@link org.quorate.lab.backend.MeasuredCluster}, whose {@link
 * org.quorate.lab.backend.MeasuredTable} says what a run's lanes send to, and whose {@link
 * org.quorate.lab.backend.MeasuredServers} are processes on hosts; {@link
 * org.quorate.lab.backend.LocalServers} are those of this machine, whatever they store. A kind of
 * store that studies can start here is a {@link org.quorate.lab.backend.LocalStore}. No class here
 * knows a particular one: each has a package of its own below this.
 *
 * <p>Everything that knows how to start, delay, send or count lives in a package of its own; here
 * they are put together, one small class per stage of a run.
 */
@NullMarked
package org.quorate.lab.backend;

import org.jspecify.annotations.NullMarked;
