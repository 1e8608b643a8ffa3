package org.quorate.core.staleness.wars;

import java.util.Arrays;
import java.util.List;

/**
 * All that can come of one write and one read of three replicas, of which the first and the last
 * are in one rack, where each leg takes one of two times, either as likely: counted one by one, in
 * milliseconds, without a trial, a route or a snitch.
 */
final class EveryOutcome {
  /** Between the first and the last. */
  static final double[] NEAR_MILLIS = {1, 3};

  /** To and from the one between. */
  static final double[] FAR_MILLIS = {2, 7};

  private final ReplicaChoice choice;

  EveryOutcome(ReplicaChoice choice) {
    this.choice = choice;
  }

  /** The share of outcomes in which a read at this age of the write misses it. */
  double stale(int written, int read, double age) {
    int stale = 0;
    int all = 0;
    for (int writer = 0; writer < 3; writer++) {
      for (int reader : choice == ReplicaChoice.FASTEST ? new int[] {0} : new int[] {0, 1, 2}) {
        for (List<Integer> order : orders(reader)) {
          for (int draw = 0; draw < 1 << 9; draw++) {
            stale += isStale(writer, order, draw, written, read, age) ? 1 : 0;
            all++;
          }
        }
      }
    }
    return (double) stale / all;
  }

  /** Two for each reader, so that all readers weigh the same. */
  private List<List<Integer>> orders(int reader) {
    if (choice == ReplicaChoice.RANDOM || reader == 1) {
      return switch (reader) {
        case 0 -> List.of(List.of(0, 1, 2), List.of(0, 2, 1));
        case 1 -> List.of(List.of(1, 0, 2), List.of(1, 2, 0));
        default -> List.of(List.of(2, 0, 1), List.of(2, 1, 0));
      };
    }
    List<Integer> nearest = reader == 0 ? List.of(0, 2, 1) : List.of(2, 0, 1);
    return List.of(nearest, nearest);
  }

  /**
   * Bits 0 to 2 of a draw are the write's ways, 3 to 5 the acknowledgements', 6 to 8 the read's.
   */
  private static boolean isStale(
      int writer, List<Integer> order, int draw, int written, int read, double age) {
    double[] arrived = new double[3];
    double[] acknowledged = new double[3];
    for (int i = 0; i < 3; i++) {
      arrived[i] = way(writer, i, draw >> i);
      acknowledged[i] = arrived[i] + way(i, writer, draw >> (3 + i));
    }
    Arrays.sort(acknowledged);
    double sent = acknowledged[written - 1] + age;
    int reader = order.get(0);
    return order.subList(0, read).stream()
        .noneMatch(i -> arrived[i] <= sent + way(reader, i, draw >> (6 + i)));
  }

  private static double way(int from, int to, int bits) {
    if (from == to) {
      return 0;
    }
    return (from + to == 2 ? NEAR_MILLIS : FAR_MILLIS)[bits & 1];
  }
}
