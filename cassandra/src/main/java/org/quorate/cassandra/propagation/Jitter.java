package org.quorate.cassandra.propagation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.staleness.DelaySample;

/**
 * How far the durations of two reads are apart of which the coordinator answers both by itself: of
 * each and the one that ended before it at the same coordinator. Thread-safe.
 *
 * @param <N> coordinator
 */
final class Jitter<N> {
  private final Map<N, Long> last = new HashMap<>();
  private final List<Double> seconds = new ArrayList<>();

  synchronized void ended(N coordinator, long nanos) {
    Long before = last.put(coordinator, nanos);
    if (before != null) {
      seconds.add(Math.abs(nanos - before) / 1e9);
    }
  }

  synchronized DelaySample sample() {
    return DelaySample.of(seconds);
  }
}
