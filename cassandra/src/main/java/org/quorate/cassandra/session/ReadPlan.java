package org.quorate.cassandra.session;

import java.util.Optional;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.sample.PairQuery;
import org.quorate.cassandra.table.TableName;

/**
 * A read that may be touched.
 *
 * @param table that it reads
 * @param level of that table
 * @param pairQuery a query for the timestamps of the same rows, with the same bind markers; empty
 *     where the markers would be others, or the rows cannot be compared
 */
record ReadPlan(TableName table, TableLevel level, Optional<PairQuery> pairQuery) {}
