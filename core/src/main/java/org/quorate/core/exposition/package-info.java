/**
 * The text in which exporters expose metrics to Prometheus, read line by line: a {@link
 * org.quorate.core.exposition.Sample} is one number with its name and labels.
 *
 * <p>Parsing only. Who is asked for such text, over what network and with which login, and what a
 * metric means, belong to those who read it: the monitor of a store, or a meter of power.
 */
@NullMarked
package org.quorate.core.exposition;

import org.jspecify.annotations.NullMarked;
