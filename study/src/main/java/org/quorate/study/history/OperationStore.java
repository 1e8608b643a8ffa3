package org.quorate.study.history;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.TextDictionary;
import org.quorate.core.oracle.ClockUncertainties;
import org.quorate.core.oracle.JudgedReads;
import org.quorate.core.oracle.Judgement;
import org.quorate.core.oracle.Oracle;
import org.quorate.core.quantity.ByteSizes;

/**
 * The operations of a history, split by the hash of their key so that each part can be judged by
 * itself: in memory while they fit, otherwise in temporary files. Splitting pays in memory too,
 * since judging a part touches few pages. A part that is too large for memory is split again. For
 * one thread.
 */
final class OperationStore implements Closeable, Partition.Receiver {
  private static final int PARTITIONS = 64;
  private static final int HASH_BITS = 6;

  /** How often parts can be split again before the bits of the hash are used up. */
  private static final int MAX_DEPTH = 10;

  private static final int FIRST_CHUNK = 1 << 10;
  private static final int LARGEST_CHUNK = 1 << 16;

  /** What judging an operation takes: the log, the order by key and the busiest key's arrays. */
  private static final int JUDGING_BYTES = OperationLog.BYTES_PER_OPERATION + 24;

  private static final int SHOWN_BYTES = 60;

  private final long memoryBytes;
  private final SpillSpace space;
  private final int depth;
  private final DoubleSupplier shareSeen;
  private final int chunkBytes;
  private final Partition[] partitions = new Partition[PARTITIONS];
  private long usedBytes;
  private boolean spilled;

  /**
   * @param memoryBytes what the operations may take in memory, and once more what judging may take
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
    chunkBytes = (int) Math.min(LARGEST_CHUNK, memoryBytes / PARTITIONS / 4);
    for (int i = 0; i < PARTITIONS; i++) {
      partitions[i] = new Partition(space);
    }
  }

  @Override
  public void add(
      byte[] buffer,
      int keyStart,
      int keyLength,
      long version,
      long invokeNanos,
      long completeNanos,
      long tag)
      throws IOException {
    long hash = TextDictionary.hash(buffer, keyStart, keyLength);
    int shift = Long.SIZE - HASH_BITS * (depth + 1);
    Partition partition = partitions[(int) (hash >>> shift) & (PARTITIONS - 1)];
    int bytes = Partition.recordBytes(keyLength);
    if (!partition.hasRoom(bytes)) {
      makeRoom(partition, bytes);
    }
    partition.add(hash, buffer, keyStart, keyLength, version, invokeNanos, completeNanos, tag);
  }

  private void makeRoom(Partition partition, int bytes) throws IOException {
    long doubled = Math.max(FIRST_CHUNK, partition.memoryBytes());
    int chunk = (int) Math.max(Math.min(chunkBytes, doubled), bytes);
    if (usedBytes + chunk > memoryBytes) {
      spill();
    }
    partition.addChunk(Partition.newChunk(chunk));
    usedBytes += chunk;
  }

  private void spill() throws IOException {
    if (!spilled) {
      spilled = true;
      long unwritten = 0;
      for (Partition partition : partitions) {
        unwritten += partition.unwrittenBytes();
      }
      double share = shareSeen.getAsDouble();
      space.expect(share > 0 ? (long) (unwritten / share) : unwritten);
    }
    for (Partition partition : partitions) {
      partition.spill();
    }
    usedBytes = 0;
  }

  /** Whether temporary files were needed. */
  boolean spilled() {
    return spilled;
  }

  /** Judges all operations, telling of every read; the store is empty afterwards. */
  Judgement judge(
      int timeLineBuckets,
      List<Long> timeLineOrigins,
      JudgedReads judged,
      ClockUncertainties clocks)
      throws IOException {
    Oracle oracle = new Oracle(timeLineBuckets, timeLineOrigins, judged, clocks);
    judge(oracle);
    return oracle.judgement();
  }

  private void judge(Oracle oracle) throws IOException {
    if (spilled) {
      for (Partition partition : partitions) {
        partition.spill();
      }
    }
    for (Partition partition : partitions) {
      if (partition.operations() * JUDGING_BYTES + partition.keyBytes() <= memoryBytes
          || !spilled) {
        judgeWhole(partition, oracle);
      } else {
        judgeSplit(partition, oracle);
      }
    }
  }

  private static void judgeWhole(Partition partition, Oracle oracle) throws IOException {
    if (partition.operations() == 0) {
      return;
    }
    OperationLog log = new OperationLog();
    TextDictionary keys = new TextDictionary();
    partition.moveTo(
        (buffer, start, length, version, invoke, complete, tag) ->
            log.add(keys.number(buffer, start, length), version, invoke, complete, tag));
    oracle.add(log);
  }

  private void judgeSplit(Partition partition, Oracle oracle) throws IOException {
    if (!partition.mixed() || depth == MAX_DEPTH - 1) {
      partition.moveTo(
          (buffer, start, length, version, invoke, complete, tag) -> {
            throw new InsufficientRoomException(
                "The operations of one key, '"
                    + new String(
                        buffer, start, Math.min(SHOWN_BYTES, length), StandardCharsets.UTF_8)
                    + "', take more than the "
                    + ByteSizes.format(memoryBytes)
                    + " of memory that the check may use; give it more memory.");
          });
    }
    try (OperationStore parts = new OperationStore(memoryBytes, space, depth + 1, () -> 1)) {
      partition.moveTo(parts);
      parts.judge(oracle);
    }
  }

  @Override
  public void close() throws IOException {
    for (Partition partition : partitions) {
      partition.close();
    }
  }
}
