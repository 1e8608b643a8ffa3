/**
 * The writes that were accepted and not yet acknowledged, and their flushing.
 *
 * <p>{@link org.quorate.hbase.deferral.PendingWrites} is all of it for one process: it makes room
 * ({@link org.quorate.hbase.deferral.Room}), stamps, spills and queues a write, and then the
 * application's call returns. A {@link org.quorate.hbase.deferral.TableQueue} keeps the writes of a
 * table by row, since only the order within a row matters, and the rows that wait by the region
 * server they go to, since a slow server must not delay the others. One thread, the {@link
 * org.quorate.hbase.deferral.Flusher}, sends what is due: what has waited as long as it may, what
 * fills a flush, what somebody asked for. Several flushes to a server are under way at a time, but
 * never two with the same row; all that waits for a row goes in one request, as one put where
 * possible. Answers come back on threads of the client, and a write is forgotten only then. What
 * failed for a reason that may pass is sent again, before anything later of its row; what was
 * refused goes back to the account that wrote it.
 *
 * <p>How long writes wait follows from the bound and from what flushes took ({@link
 * org.quorate.hbase.deferral.Pace}); how large flushes are is a setting; how much may be pending,
 * so that servers can take it within the bound, by an {@link
 * org.quorate.hbase.deferral.AdmissionWindow}, and how much of that one table on one server may
 * have, by a {@link org.quorate.hbase.deferral.ServerShare}. Nothing here knows of sessions, files
 * or regions beyond the interfaces of their packages; time is elapsed nanoseconds from a clock
 * handed in.
 *
 * <p>Not divided: what is sent, what is answered and what there is room for ask one another, in a
 * circle of most of the types here, so that packages for them would depend on each other.
 */
@NullMarked
package org.quorate.hbase.deferral;

import org.jspecify.annotations.NullMarked;
