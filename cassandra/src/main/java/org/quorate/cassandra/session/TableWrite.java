package org.quorate.cassandra.session;

import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.statement.StatementShape.Effect;
import org.quorate.cassandra.table.TableName;

/**
 * What a statement writes of one table that was opted in.
 *
 * @param table that it writes
 * @param memory of the table
 * @param key where the statement has the partition's key; null where its text does not say, or has
 *     several, as in a batch
 * @param effect on the rows that it names
 * @param isConditional whether it is a lightweight transaction
 */
record TableWrite(
    TableName table,
    TableMemory memory,
    @Nullable KeyTemplate key,
    Effect effect,
    boolean isConditional) {}
