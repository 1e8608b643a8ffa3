package org.quorate.lab.backend.cassandra;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.rest.NodeCount;

/**
 * Makes rates of what nodes count. A node that did not answer the last look, was not seen for the
 * whole window, or has counted from zero since, has none. Not thread-safe.
 */
final class NodeRates {
  private final long windowNanos;
  private final Deque<Look> looks = new ArrayDeque<>();

  private record Look(long atNanos, Map<String, NodeCount> counts) {}

  /**
   * @param window that rates are means over, above zero
   */
  NodeRates(Duration window) {
    this.windowNanos = window.toNanos();
  }

  /**
   * Notes what nodes count.
   *
   * @param atNanos by a clock that never goes back, later than before
   * @param counts of each node that answers, by its name
   */
  void add(long atNanos, Map<String, NodeCount> counts) {
    looks.addLast(new Look(atNanos, Map.copyOf(counts)));
    // One look stays that is as old as the window, so that rates reach over all of it.
    while (looks.size() > 2
        && atNanos - looks.stream().skip(1).findFirst().orElseThrow().atNanos() >= windowNanos) {
      looks.removeFirst();
    }
  }

  /** Operations per second over the window of each node of which that is known, by its name. */
  Map<String, Double> perSecond() {
    Map<String, Double> rates = new HashMap<>();
    if (looks.isEmpty() || looks.getLast().atNanos() - looks.getFirst().atNanos() < windowNanos) {
      return rates;
    }
    Map<String, NodeCount> before = looks.getFirst().counts();
    looks
        .getLast()
        .counts()
        .forEach(
            (node, now) -> {
              @Nullable NodeCount then = before.get(node);
              if (then != null
                  && now.operations() >= then.operations()
                  && now.atNanos() > then.atNanos()) {
                rates.put(
                    node,
                    (now.operations() - then.operations())
                        * 1e9
                        / (now.atNanos() - then.atNanos()));
              }
            });
    return rates;
  }
}
