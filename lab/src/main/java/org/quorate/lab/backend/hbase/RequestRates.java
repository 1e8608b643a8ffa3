package org.quorate.lab.backend.hbase;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes rates of what region servers count for each of their regions. A region that has moved
 * counts from zero again where it is now, so differences are taken region by region: of one that
 * was not there at the look before, or counts less than then, everything it counts is new. What it
 * was asked between the last look and its move is missed. Requests that measure and are no load are
 * taken off, from each server in proportion to what it served. Not thread-safe.
 */
final class RequestRates {
  private final long windowNanos;
  private final Deque<Look> looks = new ArrayDeque<>();

  /**
   * What was counted until then.
   *
   * @param counts requests of each region by its name, by the name of its server
   * @param probed of these that are no load
   */
  private record Look(long atNanos, Map<String, Map<String, Long>> counts, long probed) {}

  /**
   * @param window that rates are means over, above zero
   */
  RequestRates(Duration window) {
    this.windowNanos = window.toNanos();
  }

  /**
   * Notes what servers count.
   *
   * @param atNanos by {@link System#nanoTime}, later than before
   * @param counts requests of each region since it was opened, by its server
   * @param probed of all requests ever, those that measured
   */
  void add(long atNanos, Map<String, Map<String, Long>> counts, long probed) {
    looks.addLast(new Look(atNanos, counts, probed));
    // One look stays that is as old as the window, so that rates reach over all of it.
    while (looks.size() > 2 && atNanos - second().atNanos() >= windowNanos) {
      looks.removeFirst();
    }
  }

  private Look second() {
    return looks.stream().skip(1).findFirst().orElseThrow();
  }

  /** Forgets all looks, so that rates are known only after another window. */
  void clear() {
    looks.clear();
  }

  /**
   * Requests per second of each of these servers over the window; empty until it has passed.
   *
   * @param servers names, in the order of the answer
   */
  Optional<List<Double>> perSecond(List<String> servers) {
    if (looks.size() < 2) {
      return Optional.empty();
    }
    long span = looks.getLast().atNanos() - looks.getFirst().atNanos();
    if (span < windowNanos) {
      return Optional.empty();
    }
    Map<String, Long> served = new HashMap<>();
    Look before = null;
    for (Look look : looks) {
      if (before != null) {
        add(before, look, served);
      }
      before = look;
    }
    long all = served.values().stream().mapToLong(Long::longValue).sum();
    long probed = looks.getLast().probed() - looks.getFirst().probed();
    double load = all > probed ? (double) (all - probed) / all : 0;
    List<Double> rates = new ArrayList<>();
    for (String server : servers) {
      rates.add(load * served.getOrDefault(server, 0L) * 1e9 / span);
    }
    return Optional.of(rates);
  }

  private static void add(Look before, Look look, Map<String, Long> served) {
    look.counts()
        .forEach(
            (server, regions) -> {
              Map<String, Long> known = before.counts().getOrDefault(server, Map.of());
              long sum = 0;
              for (Map.Entry<String, Long> region : regions.entrySet()) {
                long last = known.getOrDefault(region.getKey(), 0L);
                long now = region.getValue();
                sum += now >= last ? now - last : now;
              }
              served.merge(server, sum, Long::sum);
            });
  }
}
