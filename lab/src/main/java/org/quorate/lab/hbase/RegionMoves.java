package org.quorate.lab.hbase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which regions to move so that servers hold equally many. Pure.
 *
 * @param <R> names a region
 * @param <S> names a server
 * @param moves region to the server that is to take it, in an order that depends on the arguments
 *     alone
 */
record RegionMoves<R, S>(Map<R, S> moves) {
  /**
   * The fewest moves after which no server holds two regions more than another, and none but these
   * servers holds any.
   *
   * @param now every region with the server that holds it, which need not be one of those allowed
   * @param allowed the servers that may hold regions, at least one, each once
   * @throws IllegalArgumentException when no server is allowed
   */
  static <R, S> RegionMoves<R, S> even(Map<R, S> now, Collection<S> allowed) {
    if (allowed.isEmpty()) {
      throw new IllegalArgumentException("No server is left that could hold a region.");
    }
    Map<S, Deque<R>> held = new LinkedHashMap<>();
    allowed.forEach(server -> held.put(server, new ArrayDeque<>()));
    List<R> homeless = new ArrayList<>();
    now.forEach(
        (region, server) -> {
          Deque<R> of = held.get(server);
          if (of == null) {
            homeless.add(region);
          } else {
            of.add(region);
          }
        });
    int each = now.size() / allowed.size();
    // Servers that hold more than their share already keep the regions that do not divide evenly.
    int more = now.size() % allowed.size();
    List<S> byCount = new ArrayList<>(allowed);
    byCount.sort((one, other) -> Integer.compare(count(held, other), count(held, one)));
    Map<S, Integer> share = new LinkedHashMap<>();
    for (S server : byCount) {
      share.put(server, share.size() < more ? each + 1 : each);
    }
    for (S server : byCount) {
      Deque<R> of = held.getOrDefault(server, new ArrayDeque<>());
      while (of.size() > share.getOrDefault(server, 0)) {
        homeless.add(of.removeLast());
      }
    }
    Map<R, S> moves = new LinkedHashMap<>();
    Deque<R> left = new ArrayDeque<>(homeless);
    for (S server : byCount) {
      int missing = share.getOrDefault(server, 0) - count(held, server);
      for (int taken = 0; taken < missing; taken++) {
        moves.put(left.removeFirst(), server);
      }
    }
    return new RegionMoves<>(moves);
  }

  private static <R, S> int count(Map<S, Deque<R>> held, S server) {
    Deque<R> regions = held.get(server);
    return regions == null ? 0 : regions.size();
  }
}
