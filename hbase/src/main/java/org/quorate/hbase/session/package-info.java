/**
 * A session's requests on one table: which of them are deferred, which see the session's pending
 * writes, and which go to the servers in order.
 *
 * <ul>
 *   <li>Puts, and deletes of rows, families, columns and stated versions, are deferred by whoever
 *       makes the account.
 *   <li>Gets and exists ask the server and have the session's pending writes laid over the answer;
 *       where that cannot be exact, and for scans, these rows are flushed first ({@link
 *       org.quorate.hbase.session.SessionReads}).
 *   <li>Increments, appends, check-and-mutate, row mutations, deletes of a latest version and
 *       batches are not deferred: whatever is pending for their rows is flushed, then they are
 *       sent, their puts and deletes with timestamps in line with the deferred ones and later than
 *       whatever their rows hold ({@link org.quorate.hbase.session.OrderedRequests}, {@code
 *       ConditionalRequests}).
 * </ul>
 *
 * <p>The guarantees hold for reads from primary regions (STRONG, the default). A read with TIMELINE
 * may be answered by a replica that is behind, and is passed through as it is.
 */
@NullMarked
package org.quorate.hbase.session;

import org.jspecify.annotations.NullMarked;
