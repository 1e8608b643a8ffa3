package org.quorate.study.history;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.TextTable;
import org.quorate.core.oracle.Judgement;
import org.quorate.core.oracle.Oracle;
import org.quorate.core.quantity.ByteSizes;

/**
 * The operations of many keys within a bounded memory: in memory while they fit, otherwise split by
 * key into temporary files, each of which is judged in a store of its own. Not thread-safe.
 */
final class OperationStore implements Closeable {
  /** What judging takes beside the log: the order by key, and the arrays of the busiest key. */
  private static final int JUDGING_BYTES_PER_OPERATION = 24;

  private static final int CHECK_INTERVAL = 1024;

  private final long memoryBytes;
  private final SpillSpace space;
  private final int depth;
  private final DoubleSupplier shareSeen;
  private OperationLog log = new OperationLog();
  private TextTable keys = new TextTable();
  private @Nullable Partitions partitions;

  /**
   * @param shareSeen which share of all operations has been added, for an estimate of the space
   */
  OperationStore(long memoryBytes, SpillSpace space, DoubleSupplier shareSeen) {
    this(memoryBytes, space, 0, shareSeen);
  }

  private OperationStore(long memoryBytes, SpillSpace space, int depth, DoubleSupplier shareSeen) {
    this.memoryBytes = memoryBytes;
    this.space = space;
    this.depth = depth;
    this.shareSeen = shareSeen;
  }

  void add(
      byte[] buffer,
      int keyStart,
      int keyLength,
      long version,
      long invokeNanos,
      long completeNanos,
      long tag)
      throws IOException {
    Partitions files = partitions;
    if (files != null) {
      files.add(buffer, keyStart, keyLength, version, invokeNanos, completeNanos, tag);
      return;
    }
    log.add(keys.number(buffer, keyStart, keyLength), version, invokeNanos, completeNanos, tag);
    if (log.size() % CHECK_INTERVAL == 0 && usedBytes() > memoryBytes) {
      spill();
    }
  }

  private long usedBytes() {
    return (long) log.size() * (OperationLog.BYTES_PER_OPERATION + JUDGING_BYTES_PER_OPERATION)
        + keys.memoryBytes();
  }

  private void spill() throws IOException {
    if (depth > 0 && (keys.size() == 1 || depth == Partitions.MAX_DEPTH)) {
      throw new IOException(
          "The operations of one key, '"
              + new String(
                  keys.page(0),
                  keys.start(0),
                  Math.min(keys.length(0), 60),
                  java.nio.charset.StandardCharsets.UTF_8)
              + "', take more than the "
              + ByteSizes.format(memoryBytes)
              + " of memory that the check may use; give it more memory.");
    }
    space.expect((long) (Partitions.bytes(log, keys) / Math.max(1e-6, shareSeen.getAsDouble())));
    Partitions files = new Partitions(space, depth);
    partitions = files;
    for (int i = 0; i < log.size(); i++) {
      int key = (int) log.key(i);
      files.add(
          keys.page(key),
          keys.start(key),
          keys.length(key),
          log.version(i),
          log.invokeNanos(i),
          log.completeNanos(i),
          log.tag(i));
    }
    log = new OperationLog();
    keys = new TextTable();
  }

  /** Whether temporary files are in use. */
  boolean spilled() {
    return partitions != null;
  }

  /** Judges all operations; the store is empty afterwards. */
  Judgement judge(int timeLineBuckets) throws IOException {
    Partitions files = partitions;
    if (files == null) {
      return Oracle.judge(log, timeLineBuckets);
    }
    Judgement judgement = Oracle.judge(new OperationLog());
    for (int partition = 0; partition < Partitions.COUNT; partition++) {
      try (OperationStore part = new OperationStore(memoryBytes, space, depth + 1, () -> 1)) {
        files.moveTo(part, partition);
        judgement = judgement.plus(part.judge(timeLineBuckets));
      }
    }
    return judgement;
  }

  @Override
  public void close() throws IOException {
    Partitions files = partitions;
    if (files != null) {
      files.close();
    }
  }
}
