/**
 * Levels on their way into the driver: the driver's constant for each of Quorate's levels, and the
 * carried level, which a statement has in its place so that it is known whose choice it was.
 *
 * <p>Nothing here decides a level; it is told one.
 */
@NullMarked
package org.quorate.cassandra.level;

import org.jspecify.annotations.NullMarked;
