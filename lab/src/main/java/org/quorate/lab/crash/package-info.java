/**
 * What becomes of accepted writes when the process that accepted them is killed.
 *
 * <p>A {@link org.quorate.lab.crash.KillTrial} starts a {@link org.quorate.lab.crash.KilledWriter},
 * a process that writes through a {@link org.quorate.lab.crash.WriteBuffer} to real region servers
 * and says of each write when it was accepted. It kills that process at a moment of the caller's
 * choice, as {@code kill -9} does, applies what the process left in its spill, and reads every
 * accepted write back. What each write was, and so what must be read, follows from its number alone
 * ({@link org.quorate.lab.crash.ScriptedWrite}).
 *
 * <p>Five in a hundred writes go to rows that a thread keeps: overwritten, counted up, and locked,
 * by a clock that may be skewed; and a process may go on where another was killed.
 *
 * <p>That is the proof of {@code process-crash} durability. It is none of {@code machine-crash}:
 * the kernel outlives a killed process and still has what was written to a file, forced to the disk
 * or not.
 */
@NullMarked
package org.quorate.lab.crash;

import org.jspecify.annotations.NullMarked;
