/**
 * Power models, for where there is no meter: what a host draws, estimated from how much of its
 * processors, disk and network it uses.
 *
 * <p>A {@link org.quorate.power.model.HostProfile} is data: a {@link
 * org.quorate.core.power.PowerCurve} from utilisation to watts, what disk and network add, where
 * the numbers come from, and how far off they may be. {@link org.quorate.power.model.ModelMeter}
 * makes a meter of a profile and a {@link org.quorate.power.model.UseSource}, so that estimated
 * joules go the way of measured ones, marked as estimates from the first channel on. {@link
 * org.quorate.power.model.Calibration} makes a profile of one's own machine with any meter; {@link
 * org.quorate.power.model.CurveCheck} says how well such curves predict published measurements.
 *
 * <p>No number from here may be shown without the word "estimated" and the profile's error.
 */
@NullMarked
package org.quorate.power.model;

import org.jspecify.annotations.NullMarked;
