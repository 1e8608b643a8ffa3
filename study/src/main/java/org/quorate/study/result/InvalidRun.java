package org.quorate.study.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run that was measured and does not count.
 *
 * @param number from 1, in the order of measuring
 * @param sequence place of the run in the order of all runs
 * @param repetition the block that it belongs to
 * @param cell the cell's level of every factor
 * @param session whose servers
 * @param reason why it does not count, in a sentence
 */
public record InvalidRun(
    int number,
    int sequence,
    int repetition,
    Map<String, String> cell,
    int session,
    String reason) {
  /** Copies the levels. */
  public InvalidRun {
    cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
  }
}
