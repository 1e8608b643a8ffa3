/**
 * Levels on their way into the driver: the driver's constant for each of Quorate's levels, and the
 * live level, an object that a prepared statement carries and that says anew at every attempt which
 * level is in effect.
 *
 * <p>Nothing here decides a level; it is told one.
 */
@NullMarked
package org.quorate.cassandra.level;

import org.jspecify.annotations.NullMarked;
