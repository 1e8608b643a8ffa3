package org.quorate.core.rest;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What each node has to do in each hour of a day, in operations per second that it executes as a
 * replica. Immutable.
 *
 * @param hours 24, from midnight, each with the load of every node by name, at least 0; empty where
 *     the hour is not known
 */
public record DayLoad(List<Map<String, Double>> hours) {
  static final int HOURS = 24;

  /**
   * @throws IllegalArgumentException if there are not 24 hours, or a load is negative or not finite
   */
  public DayLoad {
    hours = hours.stream().map(Map::copyOf).toList();
    if (hours.size() != HOURS) {
      throw new IllegalArgumentException("A day has 24 hours, but these are " + hours.size() + ".");
    }
    if (hours.stream()
        .flatMap(hour -> hour.values().stream())
        .anyMatch(load -> !(load >= 0 && Double.isFinite(load)))) {
      throw new IllegalArgumentException("The load of a node must be finite and at least 0.");
    }
  }

  /** The highest load of any node in any hour; empty where no hour is known. */
  public OptionalDouble highest() {
    return hours.stream()
        .flatMap(hour -> hour.values().stream())
        .mapToDouble(Double::doubleValue)
        .max();
  }
}
