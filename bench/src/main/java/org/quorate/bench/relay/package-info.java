/**
 * The parts of the relay's benchmark: a process that hosts the relay on a processor core of its
 * own, a sender that keeps to a schedule whatever happens, and a receiver that notes how late each
 * message came. The sender and the receiver share a process, and so a clock, but no core with the
 * relay. What is compared and printed is decided in {@link org.quorate.bench.RelayBenchmark}.
 */
@NullMarked
package org.quorate.bench.relay;

import org.jspecify.annotations.NullMarked;
