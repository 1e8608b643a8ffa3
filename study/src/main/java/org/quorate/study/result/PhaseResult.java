package org.quorate.study.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the operations that were due during one step of a load whose rate changes in
 * steps, however late they were sent.
 *
 * @param arrivals the step's rate, such as {@code 60/s}
 * @param from seconds since the run began
 * @param to its end, likewise
 * @param failed operations that did not succeed
 * @param response from the scheduled instant to completion, of the operations that succeeded, by
 *     kind of operation; to two significant digits
 */
public record PhaseResult(
    String arrivals, double from, double to, long failed, Map<String, Latencies> response) {
  public PhaseResult {
    response = Collections.unmodifiableMap(new TreeMap<>(response));
  }

  /** Operations that succeeded, of all kinds. */
  public long ok() {
    return response.values().stream().mapToLong(Latencies::count).sum();
  }
}
