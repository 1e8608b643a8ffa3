package org.quorate.study.result;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of one kind of operation in a run.
 *
 * @param kind READ, UPDATE, INSERT, SCAN or READ_MODIFY_WRITE
 *     <p>A read-modify-write is one operation of two requests. It succeeds, or fails, once and
 *     under its own kind. Its requests are timed under READ and UPDATE too, as YCSB does, but are
 *     no operations there: sums of {@code ok} and {@code errors} over kinds count every operation
 *     once.
 * @param ok operations that succeeded
 * @param parts requests of this kind that succeeded as half of a read-modify-write; 0 for all kinds
 *     but READ and UPDATE
 * @param errors operations that did not succeed, by kind of error (for example {@code
 *     WriteTimeout})
 * @param response from the scheduled instant (open loop) or the invocation (closed loop) to
 *     completion, of the operations and parts that succeeded. The read of a read-modify-write is
 *     its first half and due when it is; its update has no schedule of its own, so the update's
 *     response is its service
 * @param service from the invocation to completion, of the operations and parts that succeeded
 */
public record OperationResult(
    String kind,
    long ok,
    long parts,
    Map<String, Long> errors,
    Latencies response,
    Latencies service) {
  public OperationResult {
    errors = Collections.unmodifiableMap(new TreeMap<>(errors));
  }

  /** The kind that runs are about: READ where there are reads, else the most frequent one. */
  public static String mainKind(List<RunResult> runs) {
    Map<String, Long> counts = new TreeMap<>();
    for (RunResult run : runs) {
      for (OperationResult operation : run.operations()) {
        counts.merge(operation.kind(), operation.ok(), Long::sum);
      }
    }
    return counts.getOrDefault("READ", 0L) > 0
        ? "READ"
        : counts.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("READ");
  }

  /** Requests of this kind that succeeded, whether operations or parts of one. */
  public long requests() {
    return ok + parts;
  }

  /** Operations that did not succeed, of every kind of error. */
  public long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
