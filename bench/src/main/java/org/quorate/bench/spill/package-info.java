/**
 * What keeping accepted writes on a local disk costs the calls that wait for it. Run by hand, as
 * all benchmarks.
 */
@NullMarked
package org.quorate.bench.spill;

import org.jspecify.annotations.NullMarked;
