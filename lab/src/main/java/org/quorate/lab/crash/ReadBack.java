package org.quorate.lab.crash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** Reads accepted writes back from the servers. */
record ReadBack(Table table, String run) {
  private static final int TOGETHER = 1000;

  /** How many of them the servers do not have. */
  long missing(AcceptedWrites accepted) throws IOException {
    long missing = 0;
    for (int thread = 0; thread < accepted.threads(); thread++) {
      long last = accepted.last(thread);
      List<ScriptedWrite> writes = new ArrayList<>(TOGETHER);
      for (long number = 0; number <= last; number++) {
        writes.add(new ScriptedWrite(run, thread, number));
        if (writes.size() == TOGETHER || number == last) {
          missing += missing(writes, last);
          writes.clear();
        }
      }
    }
    return missing;
  }

  private long missing(List<ScriptedWrite> writes, long last) throws IOException {
    Result[] rows = table.get(writes.stream().map(write -> new Get(write.row())).toList());
    long missing = 0;
    for (int i = 0; i < rows.length; i++) {
      missing += writes.get(i).isThere(rows[i], last) ? 0 : 1;
    }
    return missing;
  }
}
