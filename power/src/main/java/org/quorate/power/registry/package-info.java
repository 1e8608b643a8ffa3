/**
 * All kinds of meters in one list: {@link org.quorate.power.registry.MeterKinds}.
 *
 * <p>A new kind is one class that implements {@link org.quorate.power.MeterKind} in a package of
 * its own, and one line in {@code MeterKinds.standard}; commands, study files and documents find it
 * from there. This package alone knows all the others; none of them may know this one.
 */
@NullMarked
package org.quorate.power.registry;

import org.jspecify.annotations.NullMarked;
