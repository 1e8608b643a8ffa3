package org.quorate.study.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.core.statistics.RateCheck;

/**
 * What one model said of the stale-read rate of one window of a run, and what the oracle counted.
 *
 * @param cell of the run, whose level is fixed
 * @param sequence of the run
 * @param fromSecond first second of the window, since the run began
 * @param toSecond the second after its last
 * @param model the staleness model's name
 * @param readings of the monitor whose estimates are averaged, at least 1
 * @param rate the mean estimate at the run's level with the means of its bounds, and the reads that
 *     were invoked in the window
 */
public record StaleCheck(
    Map<String, String> cell,
    int sequence,
    int repetition,
    int fromSecond,
    int toSecond,
    String model,
    int readings,
    RateCheck rate) {
  public StaleCheck {
    cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
  }
}
