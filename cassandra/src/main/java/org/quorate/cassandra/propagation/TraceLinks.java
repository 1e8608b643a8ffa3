package org.quorate.cassandra.propagation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.quorate.cassandra.access.NodeAddress;

/** Which links the latest traces went by, and how long they took. Thread-safe; of bounded size. */
final class TraceLinks {
  static final int MOST_TRACES = 100;

  private final ArrayDeque<TraceLegs> latest = new ArrayDeque<>();

  private record Ends(NodeAddress coordinator, NodeAddress replica) {}

  synchronized void add(TraceLegs trace) {
    latest.addLast(trace);
    if (latest.size() > MOST_TRACES) {
      latest.removeFirst();
    }
  }

  /** Each that some trace went by, the slowest first. */
  synchronized List<ReplicaLink> medians() {
    Map<Ends, List<TraceLegs.Leg>> byEnds = new LinkedHashMap<>();
    for (TraceLegs trace : latest) {
      for (TraceLegs.Leg leg : trace.legs()) {
        byEnds
            .computeIfAbsent(new Ends(trace.coordinator(), leg.replica()), any -> new ArrayList<>())
            .add(leg);
      }
    }
    List<ReplicaLink> links = new ArrayList<>();
    byEnds.forEach(
        (ends, legs) ->
            links.add(
                new ReplicaLink(
                    ends.coordinator().toString(),
                    ends.replica().toString(),
                    median(legs, TraceLegs.Leg::roundTripSeconds),
                    median(legs, TraceLegs.Leg::linksSeconds),
                    median(legs, TraceLegs.Leg::atReplicaSeconds),
                    legs.size())));
    links.sort(Comparator.comparingDouble(ReplicaLink::roundTrip).reversed());
    return List.copyOf(links);
  }

  private static double median(List<TraceLegs.Leg> legs, ToDoubleFunction<TraceLegs.Leg> part) {
    List<Double> known = legs.stream().mapToDouble(part).filter(Double::isFinite).boxed().toList();
    return known.isEmpty() ? Double.NaN : new Quantiles(known).at(0.5);
  }
}
