/**
 * What servers and machine say of themselves: the counts that Cassandra's nodes keep (over JMX, or
 * the little of it that CQL tells), the processor time of processes, how busy the whole machine was
 * (from {@code /proc}), and what kind of machine it is.
 *
 * <p>Everything is read twice, around a block of load, and differenced. Nothing is inferred: a
 * count that could not be read is absent, never zero, and a server that was started anew in between
 * is reported as such. How the numbers are divided by operations, and what they mean for a level,
 * is not decided here. Linux only.
 */
@NullMarked
package org.quorate.lab.counter;

import org.jspecify.annotations.NullMarked;
