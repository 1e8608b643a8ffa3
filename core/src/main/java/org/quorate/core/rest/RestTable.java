package org.quorate.core.rest;

import java.time.Duration;

/**
 * A table, as far as a rest of its replicas is concerned. Immutable.
 *
 * <p>Tables of counters need no word of their own. A replica of a counter is not sent the increment
 * but the new total of the node that counted it, with a clock, and that is what hints keep of it
 * too: delivered late or twice, it counts once. An increment that reached nobody who counts was
 * never acknowledged, whoever rests.
 *
 * @param gcGrace for how long a deletion is remembered, and a hint for the table may be delivered
 * @param view whether it is a materialised view, whose rows are written by replicas of another
 *     table. A view's replica that was away lacks rows that no repair of its table brings, and
 *     which of them nobody can tell; so its keyspace's nodes never rest.
 */
public record RestTable(String name, Duration gcGrace, boolean view) {}
