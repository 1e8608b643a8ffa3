/**
 * When operations arrive: schedules of an open loop, in which the next operation is due whatever
 * became of the one before. {@link org.quorate.core.schedule.ArrivalProcess} describes arrivals
 * (constant, Poisson, in steps, along a ramp, growing) and is what a study file's text turns into;
 * {@link org.quorate.core.schedule.ArrivalSchedule} is one lane's share of them, as offsets in
 * nanoseconds.
 *
 * <p>Pure mathematics, deterministic for a seed. No clock and no waiting: who drives the load
 * compares the offsets with its own clock.
 */
@NullMarked
package org.quorate.core.schedule;

import org.jspecify.annotations.NullMarked;
