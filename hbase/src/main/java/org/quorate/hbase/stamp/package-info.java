/**
 * Timestamps given by the client, so that a write means the same whenever and however often it
 * reaches a server.
 *
 * <p>HBase orders the versions of a cell by their timestamps, milliseconds that a server takes from
 * its own clock when a write brings none. A deferred write cannot wait for that: it would be
 * ordered by its arrival, and sent again after a crash it would become a new version. So every put
 * and delete without a timestamp gets one when it is accepted ({@link
 * org.quorate.hbase.stamp.StampedMutations}), strictly increasing within a row and a process
 * ({@link org.quorate.hbase.stamp.RowStamps}, {@link org.quorate.hbase.stamp.HybridClock}).
 * Timestamps that the application gave are kept.
 *
 * <p>What follows from that:
 *
 * <ul>
 *   <li><b>Replay is idempotent.</b> Sent again, a write is the same version of the same cell. A
 *       process that waits has the order of its writes already decided; replay may come in any
 *       order among rows.
 *   <li><b>Replay after a later delete</b> stays deleted while the delete's marker is there, since
 *       the marker is later. A major compaction removes markers and what they hide, and a write
 *       replayed after that comes back. So a spill must be drained before the next major compaction
 *       of its tables; HBase runs one every 7 days unless told otherwise, and {@code
 *       hbase.hstore.time.to.purge.deletes}, or {@code KEEP_DELETED_CELLS} on the family, keeps
 *       markers longer. Whoever drains a spill that is older should look first.
 *   <li><b>Rivals stamped by servers.</b> A write counts from its acceptance, not from its arrival.
 *       A rival that wrote directly between the two has the later stamp and wins, although it
 *       arrived first: the last that was accepted wins, by the clocks of those that accepted.
 *   <li><b>Clocks that differ.</b> With this machine's clock behind the servers' by d, a write
 *       accepted less than d after a rival's is stamped earlier and is lost; the same holds for a
 *       rival's, with the clock ahead. Two things are done about it. A version that was read
 *       through a session raises the row's next stamp, so that an overwrite of what was read always
 *       wins (up to ten seconds ahead). And {@link org.quorate.hbase.stamp.ServerClocks} estimates
 *       the difference from the reports that region servers make; with {@code stamp.clock: servers}
 *       it is added. What is left is lost silently, as between any two writers of HBase with clocks
 *       of their own; keep clocks together (NTP), and look at the estimate.
 *   <li><b>Increments and appends</b> are stamped by the server. Their answer raises the row's next
 *       stamp as a read does; where they are told to return nothing, a put that follows them may
 *       lose against them with a clock that is behind.
 *   <li><b>Shared stamps.</b> Of two puts with one stamp the one that arrives last wins, which is
 *       the one accepted last, unless a request that was given up for lost arrives after the other,
 *       or the first alone is replayed from a spill. A kill does not bring that about; a disk that
 *       refuses acknowledgements, a crash of the machine, or a folder that could not be drained
 *       before the next was begun may. Of two that were written at the same time a replay may leave
 *       the other on top. Only rows that are written more than a thousand times a second have them,
 *       and those whose timestamps an application gives.
 * </ul>
 */
@NullMarked
package org.quorate.hbase.stamp;

import org.jspecify.annotations.NullMarked;
