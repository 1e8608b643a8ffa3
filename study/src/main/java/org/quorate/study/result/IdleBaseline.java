package org.quorate.study.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the hosts of a cluster draw without load around one block.
 *
 * @param watts by host; empty where nothing was measured
 * @param resolutionWatts what the smallest step of the meters makes of all of them together, to
 *     either side; null where nothing was measured
 */
public record IdleBaseline(Map<String, Double> watts, @Nullable Double resolutionWatts) {
  /** Nothing was measured. */
  public static final IdleBaseline NONE = new IdleBaseline(Map.of(), null);

  /** Copies the map. */
  public IdleBaseline {
    watts = Collections.unmodifiableMap(new LinkedHashMap<>(watts));
  }
}
