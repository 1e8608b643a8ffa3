package org.quorate.hbase.session;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.quorate.hbase.row.RowKey;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.stamp.StampedMutations;

/**
 * Timestamps of writes to a table that are not deferred, in line with those that are. Thread-safe.
 */
record Stamping(RowStamps stamps, TableName table) {
  /** What a request may write; nothing for one that only reads. */
  static List<Mutation> mutations(Row request) {
    if (request instanceof CheckAndMutate conditional) {
      return mutations(conditional.getAction());
    }
    if (request instanceof RowMutations several) {
      return several.getMutations();
    }
    return request instanceof Mutation mutation ? List.of(mutation) : List.of();
  }

  /** Whether anything that a request may write is to get its timestamp here. */
  static boolean isNeeded(Row request) {
    return mutations(request).stream().anyMatch(StampedMutations::needsStamp);
  }

  /** The earliest timestamp that may be given, in milliseconds. */
  long earliest() {
    return stamps.earliest();
  }

  /** From here on nothing counts that a row holds, in milliseconds. */
  long farthest() {
    return stamps.farthest();
  }

  /** The row holds something with this timestamp, which its next write must win over. */
  void seen(byte[] row, long timestamp) {
    stamps.seen(table, new RowKey(row), timestamp);
  }

  /** A copy with a timestamp where one may be given here, or the mutation itself. */
  Mutation stamped(Mutation mutation) {
    return StampedMutations.needsStamp(mutation)
        ? StampedMutations.stamped(
            mutation, stamps.next(table, new RowKey(mutation.getRow()), mutation instanceof Delete))
        : mutation;
  }

  /** The same for mutations of one row, each later than the one before and than a timestamp. */
  List<Mutation> after(List<Mutation> mutations, long after) {
    List<Mutation> stamped = new ArrayList<>(mutations.size());
    long last = after;
    for (Mutation mutation : mutations) {
      if (StampedMutations.needsStamp(mutation)) {
        last = stamps.next(table, new RowKey(mutation.getRow()), mutation instanceof Delete, last);
        stamped.add(StampedMutations.stamped(mutation, last));
      } else {
        stamped.add(mutation);
      }
    }
    return stamped;
  }
}
