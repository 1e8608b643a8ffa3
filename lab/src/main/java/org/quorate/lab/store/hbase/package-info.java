/**
 * HBase as a store: its client, whose calls block, behind {@link org.quorate.load.store.Store}, one
 * store for each client of a run.
 *
 * <p>Rows lie as stock YCSB's HBase binding has them: the row's name is the key, one family {@code
 * family}, one qualifier for each field. A write's version is the timestamp of its cells, in
 * microseconds, so that servers order rivals as versions do, whatever order they arrive in; the
 * version of a row is that of its newest cell.
 *
 * <p>Writes are kept back in one of three ways: not at all, in the client's own buffer, or by
 * Quorate's deferral. Of those that are kept back three latencies are told apart: until they are
 * accepted (the call), acknowledged by a server, and visible to another client; see {@link
 * org.quorate.load.store.DeferredWrites}. Nothing here starts servers, makes tables or decides what
 * is written.
 */
@NullMarked
package org.quorate.lab.store.hbase;

import org.jspecify.annotations.NullMarked;
