/**
 * The driving of load: lanes that take operations from a seeded stream, hand each to the store at
 * the instant its pacing asks for, and record what became of it. One lane is one thread; everything
 * a lane counts is written by that thread alone, so nothing here locks. A store's completions may
 * arrive on any thread: they are stamped there and handed over.
 *
 * <p>Every operation is timed from its <em>scheduled</em> instant (response time) as well as from
 * the instant it was really sent (service time); the difference is the schedule lag. An operation
 * that waits because the store is slow, or the generator is, keeps its scheduled instant, so a
 * stall is seen by every operation that should have been sent during it.
 *
 * <p>Time is handed in as a {@link org.quorate.lab.load.LaneClock}, so that whole runs can be
 * pinned in virtual time. What is sent where is the store's business ({@code
 * org.quorate.lab.store}).
 */
@NullMarked
package org.quorate.lab.load;

import org.jspecify.annotations.NullMarked;
