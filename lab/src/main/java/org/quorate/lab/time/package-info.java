/**
 * The system's time, for loads that run on it: {@link org.quorate.lab.time.SystemTime} reads its
 * clocks and gives each lane a thread, which parks while nothing is due and is woken by whoever
 * brings an answer.
 */
@NullMarked
package org.quorate.lab.time;

import org.jspecify.annotations.NullMarked;
