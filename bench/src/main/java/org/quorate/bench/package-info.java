/**
 * Benchmarks: how much the load generator, the links, the history and the oracle can carry. They
 * are run by hand, one command each (see {@code docs/benchmarks.md}), and never by the tests.
 * Nothing depends on this module, and what a benchmark measures lives elsewhere: a class here only
 * sets up, repeats and prints.
 */
@NullMarked
package org.quorate.bench;

import org.jspecify.annotations.NullMarked;
