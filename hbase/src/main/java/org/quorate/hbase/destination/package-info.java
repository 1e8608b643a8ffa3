/**
 * The region servers as deferral sees them: something that takes a batch of mutations and answers
 * each ({@link org.quorate.hbase.destination.WriteTarget}), a guess at which server a row's writes
 * go to ({@link org.quorate.hbase.destination.Routing}), and what their refusals mean ({@link
 * org.quorate.hbase.destination.Refusals}), which a drain of a spill must judge alike.
 *
 * <p>Both are made of the asynchronous client of HBase here, one attempt per batch: when and how
 * often a write is sent again is decided by whoever has its order and its deadline. The guess only
 * groups writes and keeps a slow server from delaying others; a wrong one is harmless, since the
 * client finds every row's server by itself.
 */
@NullMarked
package org.quorate.hbase.destination;

import org.jspecify.annotations.NullMarked;
