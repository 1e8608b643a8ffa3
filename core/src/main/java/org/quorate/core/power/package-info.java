/**
 * How much power a computer draws by how busy it is: the curve that a power model is, as a value;
 * and what a kilowatt-hour stands for by the hour in which it was used.
 *
 * <p>Whose curve it is, where it comes from and how far off it may be do not live here, nor what a
 * study makes of it.
 */
@NullMarked
package org.quorate.core.power;

import org.jspecify.annotations.NullMarked;
