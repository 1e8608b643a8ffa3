/**
 * The driving of load: lanes that take operations from a seeded stream, hand each to the store at
 * the instant its pacing asks for, and record what became of it. One lane is the work of one
 * thread; what it counts is written by that thread alone, so nothing here locks. Completions may
 * arrive on any thread: they are stamped there and handed over. Where a client library does not
 * block, one lane serves many clients; where it does, each client has a lane and a store of its
 * own.
 *
 * <p>Every operation is timed from its <em>scheduled</em> instant (response time) as well as from
 * its sending (service time); the difference is the schedule lag. So a stall, of the store or of
 * the generator, is seen by every operation that should have been sent during it. Where a store
 * ends writes when it has accepted them, a load ends when the server has answered for all of them,
 * and only those that it has acknowledged count as completed.
 *
 * <p>Time, and who works in it, is handed in as a {@link org.quorate.load.LoadTime}, so that the
 * same load runs in real time and in simulated. What operations are sent to is known as the
 * contract of {@code org.quorate.load.store} alone.
 */
@NullMarked
package org.quorate.load;

import org.jspecify.annotations.NullMarked;
