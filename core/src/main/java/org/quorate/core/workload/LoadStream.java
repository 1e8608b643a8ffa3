package org.quorate.core.workload;

import org.jspecify.annotations.Nullable;
import org.quorate.core.random.SeededRandom;

/**
 * The inserts of one load lane in the load phase: every {@code lanes}-th of the rows to load, from
 * the lane's own number on, so that all lanes together insert each row once. Not thread-safe.
 */
public final class LoadStream {
  private final KeyNames keyNames;
  private final ValueSource values;
  private final int fieldCount;
  private final long end;
  private final int step;
  private long keyNumber;

  LoadStream(Workload workload, int lane, int lanes, SeededRandom contents) {
    this.keyNames = workload.keyNames();
    this.values = new ValueSource(workload.fields(), contents);
    this.fieldCount = workload.fields().count();
    this.end = workload.insertStart() + workload.insertCount();
    this.step = lanes;
    this.keyNumber = workload.insertStart() + lane;
  }

  /** The next insert, or null when this lane's share is done. */
  public @Nullable Operation next() {
    if (keyNumber >= end) {
      return null;
    }
    Operation insert =
        new Operation(
            OperationKind.INSERT,
            keyNames.key(keyNumber),
            keyNumber,
            Operation.ALL_FIELDS,
            Operation.ALL_FIELDS,
            0,
            values.values(fieldCount));
    keyNumber += step;
    return insert;
  }
}
