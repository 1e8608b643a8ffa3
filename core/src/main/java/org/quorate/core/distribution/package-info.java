/**
 * Distributions over whole numbers that Java and Apache Commons do not have in the form needed
 * here: Zipf's law exactly and as YCSB approximates it, over a {@code long} of items, without
 * allocation and drawing from a generator that is handed in; and a scattering of the integers below
 * N that needs no memory.
 *
 * <p>Pure mathematics with its sources named. What is drawn (a key, a length) is not known here.
 */
@NullMarked
package org.quorate.core.distribution;

import org.jspecify.annotations.NullMarked;
