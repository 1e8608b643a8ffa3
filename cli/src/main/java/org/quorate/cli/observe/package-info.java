/**
 * The command that watches a live cluster: {@link org.quorate.cli.observe.ObserveCommand} reads its
 * options, connects, has {@link org.quorate.cassandra.observe.ClusterObserver} look, and shows what
 * it sees, live on standard error and as a report, in text or JSON, on standard output. A page of
 * metrics is served where that is asked for. What is seen and estimated is decided elsewhere; here
 * are the words.
 */
@NullMarked
package org.quorate.cli.observe;

import org.jspecify.annotations.NullMarked;
