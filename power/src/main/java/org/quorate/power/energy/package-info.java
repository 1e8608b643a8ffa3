/**
 * From readings to joules: one place that judges what meters tell, whichever they are.
 *
 * <p>{@link org.quorate.power.energy.ChannelEnergy} takes the readings of one channel in the order
 * of their times and a {@link org.quorate.power.energy.Window}, and gives {@link
 * org.quorate.power.energy.Energy}: watts are integrated by the trapezoid rule on the device's own
 * times, counters are differenced with their wraps, both cut to the window by interpolation. Gaps,
 * lost and repeated readings are counted, and a channel that cannot be believed is {@linkplain
 * org.quorate.power.energy.Energy#refusal() refused} with its reason: there is no zero joules by
 * mistake. {@link org.quorate.power.energy.MeterRecorder} reads meters while a run goes on and
 * keeps what they said in {@link org.quorate.power.energy.ReadingLog}, from which every joule can
 * be worked out again. {@link org.quorate.power.energy.LiveEnergy} does the same for a cluster that
 * is watched without an end, window by window, and keeps no reading.
 *
 * <p>No meter's peculiarity is known here, and no model.
 */
@NullMarked
package org.quorate.power.energy;

import org.jspecify.annotations.NullMarked;
