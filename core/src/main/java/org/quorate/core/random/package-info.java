/**
 * Reproducible randomness: one generator whose algorithm is fixed here, so that a seed gives the
 * same numbers on every Java version, and the rule by which one seed gives independent streams to
 * many threads.
 *
 * <p>Seeds are handed in by the caller; nothing here reads a clock or the machine's entropy. What
 * is drawn (keys, delays, arrivals) belongs to the package that draws it.
 */
@NullMarked
package org.quorate.core.random;

import org.jspecify.annotations.NullMarked;
