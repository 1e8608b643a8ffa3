/**
 * How long writes should wait for company: policies that turn measurements of flushes into a wait
 * and a size.
 *
 * <p>A client that defers its writes sends them in flushes. A {@link
 * org.quorate.core.deferral.DeferralPolicy} is given a {@link
 * org.quorate.core.deferral.DeferralObservation}, that is the bound on staleness, how long flushes
 * took, how fast writes come in and what a write cost in flushes of different sizes ({@link
 * org.quorate.core.deferral.FlushCosts} adds that up), and makes a {@link
 * org.quorate.core.deferral.DeferralDecision}: the longest wait and the size at which a flush
 * starts earlier, with the reason.
 *
 * <p>Pure: no clock, no threads, no store. What a flush is, and who starts it, belongs to the
 * client; sizes are in bytes, times in seconds.
 */
@NullMarked
package org.quorate.core.deferral;

import org.jspecify.annotations.NullMarked;
