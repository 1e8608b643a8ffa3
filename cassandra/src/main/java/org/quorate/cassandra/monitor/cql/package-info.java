/**
 * Counts over CQL, from the virtual tables of keyspace {@code system_views} (Cassandra 4.0 and
 * later): the source that needs nothing but a role that may read them.
 *
 * <p>Virtual tables are each node's own, so every question is pinned to its node. A server computes
 * such a table anew, with the percentiles of all its tables, for every question to it; so a poll
 * asks few and short questions. What differs between servers is found out by asking, never by
 * version numbers.
 */
@NullMarked
package org.quorate.cassandra.monitor.cql;

import org.jspecify.annotations.NullMarked;
