/**
 * One meter, looked at by a person: {@link org.quorate.power.watch.MeterWatch} reads it for a while
 * and tells what it says now, and at the end what it said in all; or it takes in a file that was
 * recorded before.
 *
 * <p>What it says now, {@link org.quorate.power.watch.LiveWatts}, is meant for the eye. What is
 * told at the end is worked out by {@link org.quorate.power.energy} from all readings, as it is for
 * the runs of a study. Nothing is printed here.
 */
@NullMarked
package org.quorate.power.watch;

import org.jspecify.annotations.NullMarked;
