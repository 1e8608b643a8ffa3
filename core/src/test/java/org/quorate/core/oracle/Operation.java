package org.quorate.core.oracle;

import java.util.List;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

/** One operation as the text of the format describes it, for tests. */
record Operation(
    OperationType type,
    long key,
    long version,
    long invoke,
    long complete,
    int client,
    Level level,
    Outcome outcome,
    int group) {

  static Operation write(long key, long version, long invoke, long complete, int client) {
    return new Operation(
        OperationType.WRITE, key, version, invoke, complete, client, Level.ONE, Outcome.OK, 0);
  }

  static Operation read(long key, long version, long invoke, long complete, int client) {
    return new Operation(
        OperationType.READ, key, version, invoke, complete, client, Level.ONE, Outcome.OK, 0);
  }

  static Operation readWithoutRow(long key, long invoke, long complete, int client) {
    return read(key, HistoryFormat.NO_VERSION, invoke, complete, client);
  }

  Operation timedOut() {
    return new Operation(
        type, key, version, invoke, HistoryFormat.NEVER, client, level, Outcome.TIMEOUT, group);
  }

  Operation failed() {
    return new Operation(type, key, version, invoke, complete, client, level, Outcome.ERROR, group);
  }

  Operation at(Level other) {
    return new Operation(type, key, version, invoke, complete, client, other, outcome, group);
  }

  Operation in(int other) {
    return new Operation(type, key, version, invoke, complete, client, level, outcome, other);
  }

  static OperationLog log(List<Operation> operations) {
    OperationLog log = new OperationLog();
    for (Operation o : operations) {
      long tag = OperationTag.of(o.type, o.outcome, o.level, o.client);
      log.add(o.key, o.version, o.invoke, o.complete, OperationTag.withGroup(tag, o.group));
    }
    return log;
  }
}
