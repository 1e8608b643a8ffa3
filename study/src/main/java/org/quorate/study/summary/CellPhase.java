package org.quorate.study.summary;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.Latencies;

/**
 * What became of the operations that were due during one step of the load, all runs of one cell
 * together.
 *
 * @param number of the step, from 1
 * @param arrivals its rate, such as {@code 60/s}
 * @param from seconds since a run began
 * @param to its end, likewise
 * @param ok operations that succeeded
 * @param failed operations that did not
 * @param response times merged over the runs, by kind of operation
 * @param watts mean power of all hosts together during the step; null where it is not known
 */
public record CellPhase(
    int number,
    String arrivals,
    double from,
    double to,
    long ok,
    long failed,
    Map<String, Latencies> response,
    @Nullable Mean watts) {
  public CellPhase {
    response = Map.copyOf(response);
  }
}
