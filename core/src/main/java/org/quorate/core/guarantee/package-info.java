/**
 * Session guarantees: what one client is promised of its own reads for certain, and not by an
 * estimate, and the token that carries it to the next process which serves the client.
 *
 * <p><b>What can be promised.</b> A row has N replicas. An acknowledged write is at W of them at
 * least, and a read of R others with the newest of what it finds; so a read with R + W &gt; N meets
 * the write ({@code read-your-writes}). What a read returned is at R replicas at least when it
 * returns, since where they differed the coordinator repairs them and waits for it (the table's
 * {@code read_repair = 'BLOCKING'}), so a later read meets it if R1 + R2 &gt; N ({@code
 * monotonic-reads}). Nothing less is certain: what a read at ONE returned may be a write that is
 * under way or has failed, which only the one replica has, whatever W is. So of two reads of a key
 * one pays: with N = 3, both at QUORUM, or the first at ONE and the second at ALL. Two reads need N
 * + 1 replicas together in either case, and no plan needs fewer. The second plan is cheaper for
 * keys that are read once within the time, dearer for those that are read three times and more, and
 * its reads at ALL fail where a replica is down. So it is chosen only where ALL is allowed, and a
 * key that is read on and on is read at QUORUM once its weak read is old enough. {@link
 * org.quorate.core.guarantee.GuaranteePlan} has the arithmetic, in several data centres too.
 *
 * <p><b>For how long.</b> For a stated time from when the write or read was sent. After it nothing
 * is promised, by definition, and nothing is remembered. Keys that the client has not touched
 * within that time are read at the weakest level.
 *
 * <p><b>What is not promised.</b> A write that failed or timed out may be seen or not. The last
 * write wins by its timestamp, so a write by a client whose clock is behind another's may be
 * acknowledged and never seen: what a read returns is the client's write, <i>or one with a later
 * timestamp</i>. The client's own writes keep their order even so, over processes whose clocks
 * differ, since the token carries the newest timestamp. Deletes are writes, as long as their
 * tombstones are kept; cells that have expired do not come back for as long. Levels of one data
 * centre promise something within it alone. Whatever the arithmetic takes for granted is taken for
 * granted here: replicas keep what they have acknowledged (not so where a machine loses power
 * between two syncs of its commit log, or a node is replaced without a repair), and a change of the
 * replication factor has been followed by a repair.
 *
 * <p><b>What is remembered.</b> No key, and no more than fits into a token of fixed size: a {@link
 * org.quorate.core.guarantee.SessionMemory}, a Bloom filter whose bits are times. It may take a key
 * for one that was touched lately which was not, and so raise a read; never the other way round.
 * {@link org.quorate.core.guarantee.SessionTokens} writes and reads it. Time, in milliseconds of
 * the wall clock, is handed in; nothing here knows a driver.
 */
@NullMarked
package org.quorate.core.guarantee;

import org.jspecify.annotations.NullMarked;
