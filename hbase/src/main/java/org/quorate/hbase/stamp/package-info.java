/**
 * Timestamps given by the client, so that a write means the same whenever and however often it
 * reaches a server.
 *
 * <p>HBase orders the versions of a cell by their timestamps, milliseconds that a server takes from
 * its own clock when a write brings none. A deferred write cannot wait for that: it would be
 * ordered by its arrival, and sent again after a crash it would become a new version. So every put
 * and delete without a timestamp gets one when it is accepted ({@link
 * org.quorate.hbase.stamp.StampedMutations}), increasing within a row and a process ({@link
 * org.quorate.hbase.stamp.ProcessStamps}, {@link org.quorate.hbase.stamp.RowStamps}, {@link
 * org.quorate.hbase.stamp.HybridClock}), by this machine's clock or, as {@link
 * org.quorate.hbase.stamp.ClusterClocks} estimates it, by the servers'. Where somebody keeps how
 * far they have gone ({@link org.quorate.hbase.stamp.StampFloor}), they begin after those of
 * earlier processes. Timestamps that the application gave are kept, and increments and appends are
 * the server's to stamp.
 *
 * <p>What follows from that for replay, rivals and clocks is told in <em>Timestamps</em> of {@code
 * docs/hbase.md}.
 */
@NullMarked
package org.quorate.hbase.stamp;

import org.jspecify.annotations.NullMarked;
