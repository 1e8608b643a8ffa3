/**
 * Lets a host's processors do less than they could: the actuator of studies that slow their cold
 * nodes down, and of {@code quorate power cap}.
 *
 * <p>{@link org.quorate.power.cap.ProcessorCap} is the contract. {@link
 * org.quorate.power.cap.CpufreqCap} keeps it by lowering the highest frequency of all processors of
 * this machine, which saves power as a slower processor does; that is what the command does, and
 * what no study does to some servers of a machine that all of them share. A limit of processor time
 * by control groups keeps it for a host that is a group of processes; it is implemented where those
 * groups are made, in the module lab, and is called a processor quota wherever its results are
 * shown, since a quota makes a processor wait and not run slower.
 *
 * <p>A changed frequency outlives whoever changed it: before the first change, what was there is on
 * disk ({@link org.quorate.power.cap.CapState}), so that any later process can put it back,
 * whatever became of the one that made it. A quota ends with the processes that it is of. Nothing
 * here decides whom to cap, or when.
 */
@NullMarked
package org.quorate.power.cap;

import org.jspecify.annotations.NullMarked;
