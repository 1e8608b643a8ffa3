package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that a study sets out to see. Expectations never change a result: a pilot looks for a
 * link delay at which they hold, and the report says of each whether it held.
 */
public sealed interface Expectation {
  /** The factor levels that pick the cells it speaks of; factors left out may have any level. */
  Map<String, String> cells();

  /** Every one of the cells has at least one stale read. */
  record StaleReads(Map<String, String> cells) implements Expectation {
    public StaleReads {
      cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }
  }

  /** None of the cells has a stale read. */
  record NoStaleReads(Map<String, String> cells) implements Expectation {
    public NoStaleReads {
      cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }
  }

  /**
   * In every one of the cells, at least {@link #SHARE} of the writes that clients kept back were
   * acknowledged within their bound.
   */
  record BoundKept(Map<String, String> cells) implements Expectation {
    /** 99.99 %. */
    public static final double SHARE = 0.9999;

    public BoundKept {
      cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }
  }

  /**
   * Throughput falls from each of the levels of one factor to the next, other factors being equal.
   *
   * @param factor whose levels are compared
   * @param levels at least two, from the fastest to the slowest
   */
  record ThroughputFalls(String factor, List<String> levels, Map<String, String> cells)
      implements Expectation {
    public ThroughputFalls {
      levels = List.copyOf(levels);
      cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }
  }
}
