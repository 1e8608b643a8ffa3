package org.quorate.core.staleness.wars;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * One write and one read of a scenario, drawn again and again into the same arrays. All times are
 * in seconds; those of the write count from when its coordinator sent it, those of the read from
 * when its own did. Not thread-safe.
 */
final class WarsTrial {
  /** After so many reads that repaired, a replica that still lacks the write goes on lacking it. */
  private static final int MOST_REPAIRING_READS = 256;

  private final WarsScenario scenario;
  private final int replicas;
  private final int[] writers;
  private final int[] readers;
  private final Route[][] routes;
  private final boolean every;
  private final double[] waits;
  private final double[] written;
  private final double[] acknowledged;
  private final double[] journey;
  private final double[] answered;
  private final double[] rank;
  private final int[] order;
  private double completed;

  WarsTrial(WarsScenario scenario) {
    this.scenario = scenario;
    this.replicas = scenario.replicas();
    this.writers = scenario.writers().stream().mapToInt(Integer::intValue).toArray();
    this.readers = scenario.readers().stream().mapToInt(Integer::intValue).toArray();
    this.routes =
        scenario.routes().stream().map(row -> row.toArray(new Route[0])).toArray(Route[][]::new);
    this.every = scenario.asked() == Asked.EVERY_REPLICA;
    this.waits = new double[replicas];
    this.written = new double[replicas];
    this.acknowledged = new double[replicas];
    this.journey = new double[replicas];
    this.answered = new double[replicas];
    this.rank = new double[replicas];
    this.order = new int[replicas];
  }

  void draw(RandomGenerator random) {
    write(routes[writers[random.nextInt(writers.length)]], random);
    read(routes[readers[random.nextInt(readers.length)]], random);
    if (scenario.repair().isAny()) {
      repair(random);
    }
  }

  private void write(Route[] to, RandomGenerator random) {
    for (int i = 0; i < replicas; i++) {
      waits[i] = scenario.queueing().write().draw(random);
      written[i] = to[i].write().draw(random) + waits[i];
      acknowledged[i] = written[i] + to[i].acknowledgement().draw(random);
    }
    Arrays.sort(acknowledged);
    completed = acknowledged[scenario.writeReplicas() - 1];
  }

  private void read(Route[] to, RandomGenerator random) {
    for (int i = 0; i < replicas; i++) {
      journey[i] = to[i].request().draw(random) + readWaits(i, random);
      answered[i] = journey[i] + to[i].response().draw(random);
      double tie = random.nextDouble();
      rank[i] = every ? answered[i] : to[i].distance() + tie;
    }
    sortOrder();
  }

  private double readWaits(int replica, RandomGenerator random) {
    Queueing queueing = scenario.queueing();
    return queueing.common() ? waits[replica] : queueing.read().draw(random);
  }

  private void sortOrder() {
    for (int i = 0; i < replicas; i++) {
      int at = i;
      while (at > 0 && rank[order[at - 1]] > rank[i]) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = i;
    }
  }

  /** Other reads of the key, from when the write is sent until every replica has it. */
  private void repair(RandomGenerator random) {
    ReadRepair repair = scenario.repair();
    double at = 0;
    for (int i = 0; i < MOST_REPAIRING_READS; i++) {
      at += random.nextExponential() / repair.readsPerSecond();
      if (at >= longestWrite()) {
        return;
      }
      repair(routes[readers[random.nextInt(readers.length)]], at, repair.readReplicas(), random);
    }
  }

  private void repair(Route[] to, double at, int asked, RandomGenerator random) {
    double[] arrival = new double[replicas];
    double[] nearness = new double[replicas];
    double[] back = new double[replicas];
    for (int i = 0; i < replicas; i++) {
      arrival[i] = at + to[i].request().draw(random) + readWaits(i, random);
      back[i] = arrival[i] + to[i].response().draw(random);
      double tie = random.nextDouble();
      nearness[i] = every ? back[i] : to[i].distance() + tie;
    }
    double[] sorted = nearness.clone();
    Arrays.sort(sorted);
    double farthest = sorted[asked - 1];
    boolean anyHas = false;
    double compared = 0;
    for (int i = 0; i < replicas; i++) {
      if (nearness[i] <= farthest) {
        anyHas |= written[i] <= arrival[i];
        compared = Math.max(compared, back[i]);
      }
    }
    for (int i = 0; anyHas && i < replicas; i++) {
      if (nearness[i] <= farthest && written[i] > arrival[i]) {
        double sent = compared + to[i].write().draw(random);
        written[i] = Math.min(written[i], sent + scenario.queueing().write().draw(random));
      }
    }
  }

  /** How long the write took to the last replica. */
  double longestWrite() {
    double longest = 0;
    for (double each : written) {
      longest = Math.max(longest, each);
    }
    return longest;
  }

  /**
   * The age of the write, in seconds, below which a read of so many replicas misses it; may be
   * negative.
   */
  double threshold(int readReplicas) {
    double lacks = Double.POSITIVE_INFINITY;
    int slowest = order[0];
    for (int i = 0; i < readReplicas; i++) {
      lacks = Math.min(lacks, lacks(order[i], 0));
      slowest = answered[order[i]] > answered[slowest] ? order[i] : slowest;
    }
    double after = scenario.speculateAfterSeconds();
    if (!every && readReplicas < replicas && answered[slowest] > after) {
      int further = order[readReplicas];
      if (after + answered[further] < answered[slowest]) {
        lacks = lacks(further, after);
        for (int i = 0; i < readReplicas; i++) {
          lacks = order[i] == slowest ? lacks : Math.min(lacks, lacks(order[i], 0));
        }
      }
    }
    return lacks - completed;
  }

  private double lacks(int replica, double askedAfter) {
    return written[replica] - (askedAfter + journey[replica]);
  }
}
