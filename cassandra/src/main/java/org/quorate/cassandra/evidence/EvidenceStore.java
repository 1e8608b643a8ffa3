package org.quorate.cassandra.evidence;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;

/** Where processes leave what they know for one another. Never blocks. Thread-safe. */
public interface EvidenceStore {
  /**
   * What stands under the name of a process, whoever wrote it and whatever it is.
   *
   * @param about name of the table that it is about
   * @param value null where there is none, or one longer than any evidence
   */
  record Row(UUID process, @Nullable String about, @Nullable ByteBuffer value) {}

  /**
   * What was read.
   *
   * @param more whether there may be rows that are not among these
   * @param queries that it took
   */
  record Rows(List<Row> rows, boolean more, int queries) {}

  /**
   * Leaves what a process knows of its tables in place of what it left before.
   *
   * @param process whose it is
   * @param values at least one
   */
  CompletionStage<?> write(UUID process, Map<TableName, byte[]> values);

  /**
   * What all processes have left.
   *
   * @param most rows
   */
  CompletionStage<Rows> read(int most);
}
