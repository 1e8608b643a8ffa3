package org.quorate.study.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of one kind of operation in a run.
 *
 * @param kind READ, UPDATE, INSERT, SCAN or READ_MODIFY_WRITE
 * @param ok operations that succeeded
 * @param errors operations that did not, by kind of error (for example {@code WriteTimeout})
 * @param response from the scheduled instant (open loop) or the invocation (closed loop) to
 *     completion, of the operations that succeeded
 * @param service from the invocation to completion, of the operations that succeeded
 */
public record OperationResult(
    String kind, long ok, Map<String, Long> errors, Latencies response, Latencies service) {
  public OperationResult {
    errors = Collections.unmodifiableMap(new TreeMap<>(errors));
  }

  /** Operations that did not succeed, of every kind of error. */
  public long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
