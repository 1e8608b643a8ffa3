/**
 * Studies: a question put to a backend, in a file, with an order of runs, results that survive a
 * kill, and comparisons. The packages follow the way of the data: {@code plan} (what shall be run),
 * {@code backend} (who runs it), {@code result} (what one run leaves), {@code measure} (the numbers
 * of a run that figures, claims and comparisons know), {@code history} (every operation of it),
 * {@code finding} (was what we set out to see seen), {@code summary} (what a study says) and {@code
 * analysis} (how that is made of its runs), {@code comparison} (what two studies say of each
 * other), {@code prediction} (what some cells say of others), {@code export} (the same for other
 * programs); {@code file} reads a study, {@code run} runs one, {@code directory} keeps one. This
 * module knows a backend only as an interface, and never draws: pictures and words for people are
 * the report's.
 */
@NullMarked
package org.quorate.study;

import org.jspecify.annotations.NullMarked;
