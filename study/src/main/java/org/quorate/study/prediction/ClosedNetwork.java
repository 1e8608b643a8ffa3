package org.quorate.study.prediction;

import java.util.List;

/**
 * A closed queueing network with one class of customers: each client waits for a while by itself
 * and then passes through all stations, at each of which it queues for a single exponential server.
 * Immutable and thread-safe.
 *
 * <p>Solved by exact mean value analysis (Reiser and Lavenberg, Journal of the ACM 27, 1980): with
 * n clients the time at station k is D_k (1 + Q_k(n - 1)), the throughput X(n) = n / (Z + sum of
 * those times), and the queue at k X(n) times its time. That takes clients times groups of stations
 * steps, so that no approximation is needed for any number of clients that a study has.
 *
 * @param delay seconds of an operation in which its client waits for no station, at least 0
 * @param stations in groups of equal ones
 */
public record ClosedNetwork(double delay, List<Stations> stations) {
  /**
   * Some stations that are alike.
   *
   * @param count how many, at least 1
   * @param demand seconds of work that an operation brings to each of them on average, at least 0
   */
  public record Stations(int count, double demand) {
    /** Checks both. */
    public Stations {
      if (count < 1 || !(demand >= 0) || !Double.isFinite(demand)) {
        throw new IllegalArgumentException(
            "A network needs at least one station with a demand of 0 or more, but there are "
                + count
                + " of "
                + demand
                + " s.");
      }
    }
  }

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if the delay is negative or not finite, or if an operation
   *     takes no time at all
   */
  public ClosedNetwork {
    stations = List.copyOf(stations);
    double all = delay;
    for (Stations group : stations) {
      all += group.count() * group.demand();
    }
    if (!(delay >= 0) || !(all > 0) || !Double.isFinite(all)) {
      throw new IllegalArgumentException(
          "An operation of a network takes some time, but this one waits "
              + delay
              + " s and works "
              + (all - delay)
              + " s.");
    }
  }

  /**
   * Operations that complete per second.
   *
   * @param clients at least 1
   */
  public double throughput(int clients) {
    if (clients < 1) {
      throw new IllegalArgumentException(
          "A closed network has at least one client, but this one has " + clients + ".");
    }
    double[] queues = new double[stations.size()];
    double[] times = new double[stations.size()];
    double throughput = 0;
    for (int n = 1; n <= clients; n++) {
      double cycle = delay;
      for (int k = 0; k < queues.length; k++) {
        times[k] = stations.get(k).demand() * (1 + queues[k]);
        cycle += stations.get(k).count() * times[k];
      }
      throughput = n / cycle;
      for (int k = 0; k < queues.length; k++) {
        queues[k] = throughput * times[k];
      }
    }
    return throughput;
  }
}
