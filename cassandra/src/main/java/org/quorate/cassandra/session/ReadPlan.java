package org.quorate.cassandra.session;

import java.util.Optional;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.table.TableName;

/**
 * A read that may be touched.
 *
 * @param table that it reads
 * @param level of that table
 * @param pairQuery a query for the timestamps of the same row, with the same bind markers; empty
 *     where the read may return more than one row, or the markers would be others
 */
record ReadPlan(TableName table, TableLevel level, Optional<String> pairQuery) {}
