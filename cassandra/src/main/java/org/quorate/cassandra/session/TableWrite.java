package org.quorate.cassandra.session;

import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.statement.StatementShape.Effect;

/**
 * What a statement writes of one table that was opted in.
 *
 * @param memory of the table
 * @param key where the statement has the partition's key; null where its text does not say, as in a
 *     batch
 * @param effect on the rows that it names
 */
record TableWrite(TableMemory memory, @Nullable KeyTemplate key, Effect effect) {}
