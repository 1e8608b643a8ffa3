package org.quorate.core.staleness.wars;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.Proximity;

/**
 * In which order a coordinator that is a replica of a row asks the replicas of it, as Cassandra
 * sorts them (checked against 5.0.9, {@code AbstractNetworkTopologySnitch} and {@code
 * DynamicEndpointSnitch}): itself, then those of its rack, of its data centre, and others. Where
 * scores are known, and in that order one exceeds the score that would stand in its place if they
 * were sorted by more than the badness threshold, the order is that of the scores, and of equal
 * ones that of proximity. Those that are as near as one another stand as the ring has them. Where
 * scores are not known, they may stand in any order. Immutable.
 *
 * <p>{@code SimpleSnitch} knows no proximity, and sends all reads of a row to the replica that the
 * ring has first; it is none of these.
 *
 * @param places of the replicas, in the order of the ring
 * @param scores for each of them as coordinator the score that it gives each replica, at least 0,
 *     the lowest the best; empty where a coordinator's are not known
 * @param badnessThreshold by what share a score may exceed another ({@code
 *     dynamic_snitch_badness_threshold}), at least 0
 */
public record Snitch(List<NodePlace> places, List<List<Double>> scores, double badnessThreshold) {
  public Snitch {
    places = List.copyOf(places);
    scores = scores.stream().map(List::copyOf).toList();
    int replicas = places.size();
    if (replicas < 1
        || scores.size() != replicas
        || scores.stream().anyMatch(own -> !own.isEmpty() && own.size() != replicas)) {
      throw new IllegalArgumentException(
          "Each of N replicas, N at least 1, has scores of all N or of none.");
    }
    if (!(badnessThreshold >= 0)) {
      throw new IllegalArgumentException(
          "The badness threshold is at least 0, but it is " + badnessThreshold + ".");
    }
  }

  /** Without scores. */
  public static Snitch ofPlaces(List<NodePlace> places) {
    return new Snitch(places, places.stream().map(any -> List.<Double>of()).toList(), 0);
  }

  /**
   * For each replica how many are certainly asked before it; those of the same number are asked in
   * any order.
   */
  List<Integer> ranks(int coordinator) {
    List<Integer> distances =
        IntStream.range(0, places.size()).map(to -> distance(coordinator, to)).boxed().toList();
    List<Double> own = scores.get(coordinator);
    Comparator<Integer> nearer = Comparator.comparing(distances::get);
    if (own.isEmpty()) {
      return ranks(nearer);
    }
    Comparator<Integer> sorted = nearer.thenComparing(Comparator.naturalOrder());
    return ranks(
        isBadlySorted(own, sorted)
            ? Comparator.<Integer, Double>comparing(own::get).thenComparing(sorted)
            : sorted);
  }

  private int distance(int coordinator, int replica) {
    if (coordinator == replica) {
      return 0;
    }
    return switch (Proximity.of(places.get(coordinator), places.get(replica))) {
      case SAME_RACK -> 1;
      case SAME_DATA_CENTER -> 2;
      case OTHER_DATA_CENTER -> 3;
    };
  }

  private boolean isBadlySorted(List<Double> own, Comparator<Integer> sorted) {
    List<Double> best = own.stream().sorted().toList();
    List<Integer> order = IntStream.range(0, own.size()).boxed().sorted(sorted).toList();
    return IntStream.range(0, own.size())
        .anyMatch(i -> own.get(order.get(i)) > best.get(i) * (1 + badnessThreshold));
  }

  private List<Integer> ranks(Comparator<Integer> order) {
    return IntStream.range(0, places.size())
        .map(
            replica ->
                (int)
                    IntStream.range(0, places.size())
                        .filter(other -> order.compare(other, replica) < 0)
                        .count())
        .boxed()
        .toList();
  }

  /** The replica that the others are nearest to; the first of those alike. */
  int nearestToOthers() {
    return IntStream.range(0, places.size())
        .boxed()
        .min(
            Comparator.comparingInt(
                to -> IntStream.range(0, places.size()).map(from -> distance(from, to)).sum()))
        .orElseThrow();
  }
}
