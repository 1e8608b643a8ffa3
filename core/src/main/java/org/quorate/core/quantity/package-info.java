/**
 * Quantities as people write them in files and on command lines: durations ({@code 5ms}), rates
 * ({@code 2000/s}) and byte sizes ({@code 10MiB}), read into plain Java values and written back;
 * and shares near 1, only written.
 *
 * <p>Everything here is a pure function of its text. A text that is not understood is refused with
 * an {@link IllegalArgumentException} whose message is one sentence for the user; the caller, which
 * knows the file, the line and the key, puts them in front. A new kind of quantity belongs here
 * only when at least two packages need it; what a quantity means (a link's delay, a schedule's
 * rate) stays with its owner.
 */
@NullMarked
package org.quorate.core.quantity;

import org.jspecify.annotations.NullMarked;
