/**
 * What an adaptive session tells of itself: every change of a level with its reason, what went
 * wrong, and what it did about it. Listeners and the log hear the same events, no more often than
 * the cap allows; what was held back is counted in the next one.
 */
@NullMarked
package org.quorate.cassandra.event;

import org.jspecify.annotations.NullMarked;
