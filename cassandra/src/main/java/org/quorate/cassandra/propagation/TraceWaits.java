package org.quorate.cassandra.propagation;

import java.util.ArrayList;
import java.util.List;

/**
 * What waiting for other replicas adds to a read, by the traces of one round: of each replica its
 * round trip, without the shortest time that any replica of the round took itself. That is about
 * what the coordinator takes for its own row meanwhile, so that what is left is the way there and
 * back, and what the replica took longer than an idle one: its queues. Pure.
 *
 * @param slowest seconds for all other replicas, of each trace
 * @param majority seconds for the nearest that make a majority with the coordinator, of each trace
 */
record TraceWaits(List<Double> slowest, List<Double> majority) {
  TraceWaits {
    slowest = List.copyOf(slowest);
    majority = List.copyOf(majority);
  }

  /**
   * @param traces each with a leg at least, and its coordinator a replica
   */
  static TraceWaits of(List<TraceLegs> traces) {
    double shortest =
        traces.stream()
            .flatMap(trace -> trace.legs().stream())
            .filter(TraceLegs.Leg::isReplicaKnown)
            .mapToDouble(TraceLegs.Leg::atReplicaSeconds)
            .min()
            .orElse(0);
    List<Double> slowest = new ArrayList<>();
    List<Double> majority = new ArrayList<>();
    for (TraceLegs trace : traces) {
      double[] waits =
          trace.legs().stream()
              .mapToDouble(leg -> Math.max(0, leg.roundTripSeconds() - shortest))
              .sorted()
              .toArray();
      int replicas = waits.length + 1;
      slowest.add(waits[waits.length - 1]);
      majority.add(waits[replicas / 2 - 1]);
    }
    return new TraceWaits(slowest, majority);
  }
}
