package org.quorate.cassandra.session;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.key.KeyTemplate;
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
 * @param key where the statement has the partition's key; null where its text does not say
 * @param wholePartition whether it finds a row as soon as the partition has one
 */
record ReadPlan(
    TableName table,
    TableLevel level,
    Optional<PairQuery> pairQuery,
    @Nullable KeyTemplate key,
    boolean wholePartition) {}
