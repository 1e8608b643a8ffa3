package org.quorate.core.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.random.SeededRandom;

/**
 * What load is made of, as a YCSB property file describes it. Immutable and thread-safe. {@link
 * WorkloadProperties#workload} makes one.
 *
 * @param recordCount rows in the table before the run phase, at least 1; inserts of the run phase
 *     are numbered from here
 * @param operationCount operations of the run phase over all lanes; 0 for no limit
 * @param insertStart ordinal of the first row that the load phase inserts
 * @param insertCount rows that the load phase inserts, at least 1
 * @param threadCount clients of a closed loop, at least 1
 * @param target operations per second over all clients together; 0 for no limit
 * @param maximumExecutionTime after which the run phase ends; zero for no limit
 * @param table name of the table
 * @param mix share of each kind of operation
 * @param requests how popular each row is
 * @param extra properties with a prefix that belongs to somebody else ({@code cassandra.}, {@code
 *     quorate.}) and YCSB's {@code hosts} and {@code port}, as written
 * @param notes sentences about properties that have no effect here, for the user to see
 */
public record Workload(
    long recordCount,
    long operationCount,
    long insertStart,
    long insertCount,
    int threadCount,
    double target,
    Duration maximumExecutionTime,
    String table,
    Fields fields,
    OperationMix mix,
    RequestDistribution requests,
    Scans scans,
    KeyNames keyNames,
    Map<String, String> extra,
    List<String> notes) {
  /** So that the contents of a lane are drawn apart from its requests. */
  private static final long CONTENTS = 0x636f6e74656e7473L;

  private static final long LOAD = 0x6c6f6164L;

  public Workload {
    if (recordCount < 1
        || operationCount < 0
        || insertStart < 0
        || insertCount < 1
        || insertCount > recordCount - insertStart) {
      throw new IllegalArgumentException(
          "The rows to load, "
              + insertCount
              + " from number "
              + insertStart
              + ", must lie within the "
              + recordCount
              + " rows of the table.");
    }
    if (threadCount < 1 || !(target >= 0) || maximumExecutionTime.isNegative()) {
      throw new IllegalArgumentException(
          "A workload needs at least 1 thread, and its target and time must not be negative.");
    }
    extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
    notes = List.copyOf(notes);
  }

  /** The numbers of rows to insert in a run phase; one for all lanes that share a table. */
  public KeySequence keySequence() {
    return new KeySequence(recordCount);
  }

  /**
   * The operations of one lane in the run phase.
   *
   * @param seed of the run
   * @param lane from 0
   * @param keys shared by all lanes
   */
  public OperationStream stream(long seed, int lane, KeySequence keys) {
    requireLane(lane);
    return new OperationStream(
        this, keys, SeededRandom.stream(seed, lane), SeededRandom.stream(seed ^ CONTENTS, lane));
  }

  /**
   * The inserts of one lane in the load phase.
   *
   * @param seed of the load
   * @param lane from 0 to {@code lanes - 1}
   */
  public LoadStream load(long seed, int lane, int lanes) {
    requireLane(lane);
    if (lane >= lanes) {
      throw new IllegalArgumentException("There is no lane " + lane + " among " + lanes + ".");
    }
    return new LoadStream(this, lane, lanes, SeededRandom.stream(seed ^ LOAD, lane));
  }

  private static void requireLane(int lane) {
    if (lane < 0) {
      throw new IllegalArgumentException("A lane must be at least 0, but it is " + lane + ".");
    }
  }
}
