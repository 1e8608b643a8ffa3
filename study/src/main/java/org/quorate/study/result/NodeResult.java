package org.quorate.study.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one server did during a run: differences of its own counters and of the operating system's.
 *
 * @param node the node's name
 * @param processorSeconds user and system time of the server's process; null where it is not known,
 *     because the process ended or was started anew during the run
 * @param counters differences of the server's counters by name, see {@link Counter}; a counter that
 *     could not be read is absent, never 0
 * @param up whether the node was up at the end of the run
 */
public record NodeResult(
    String node, @Nullable Double processorSeconds, Map<Counter, Long> counters, boolean up) {
  public NodeResult {
    counters = Collections.unmodifiableMap(new TreeMap<>(counters));
  }
}
