package org.quorate.study.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one server did during a run: differences of its own counters and of the operating system's.
 *
 * @param node the node's name
 * @param processorSeconds user and system time of the server's process
 * @param counters differences of the server's counters by name, see {@link Counter}; a counter that
 *     could not be read is absent, never 0
 * @param up whether the node was up at the end of the run
 */
public record NodeResult(
    String node, double processorSeconds, Map<Counter, Long> counters, boolean up) {
  public NodeResult {
    counters = Collections.unmodifiableMap(new TreeMap<>(counters));
  }
}
