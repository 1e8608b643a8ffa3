/**
 * How far two clocks are apart that can only be asked by messages: {@link
 * org.quorate.core.clock.ClockExchange} is one question and answer, {@link
 * org.quorate.core.clock.ClockDifference} what it proves, and {@link
 * org.quorate.core.clock.ClockComparison} what holds over the length of a run. Pure: instants are
 * handed in, and no clock is read here.
 */
@NullMarked
package org.quorate.core.clock;

import org.jspecify.annotations.NullMarked;
