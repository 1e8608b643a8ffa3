package org.quorate.cassandra.propagation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.staleness.DelaySample;

/**
 * How long reads take that their coordinator answers by itself, and how far two of them are apart:
 * each and the one that ended before it at the same coordinator. Thread-safe.
 *
 * @param <N> coordinator
 */
final class ReadsAlone<N> {
  private final Map<N, Long> last = new HashMap<>();
  private final List<Double> alone = new ArrayList<>();
  private final List<Double> apart = new ArrayList<>();

  synchronized void ended(N coordinator, long nanos) {
    Long before = last.put(coordinator, nanos);
    alone.add(nanos / 1e9);
    if (before != null) {
      apart.add(Math.abs(nanos - before) / 1e9);
    }
  }

  /** How long each took. */
  synchronized DelaySample alone() {
    return DelaySample.of(alone);
  }

  /** How far two are apart. */
  synchronized DelaySample jitter() {
    return DelaySample.of(apart);
  }
}
