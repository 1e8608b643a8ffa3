package org.quorate.lab.counter;

import java.util.Map;
import org.quorate.study.result.Counter;

/**
 * What one server's counts were at one moment.
 *
 * @param startedAtMillis when the server was started, milliseconds since the epoch
 * @param counters a counter that could not be read is absent
 */
public record ServerReading(
    long startedAtMillis, Map<Counter, Long> counters, LevelsServed levels) {
  public ServerReading {
    counters = Map.copyOf(counters);
  }
}
