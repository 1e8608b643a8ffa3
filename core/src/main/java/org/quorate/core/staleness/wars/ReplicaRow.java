package org.quorate.core.staleness.wars;

import java.util.List;
import java.util.stream.IntStream;
import org.quorate.core.replica.NodePlace;

/**
 * Where the replicas of one row are, how long messages take between them, and in which order they
 * are asked. Clients know tokens, so that its replicas alone coordinate. Immutable.
 *
 * @param snitch knows the places and sorts replicas
 * @param legs between two of them, in each direction and for each kind of message
 */
public record ReplicaRow(Snitch snitch, LinkLegs legs) {
  private static final String DATA_CENTER = "dc1";

  /**
   * Replicas in one data centre over its racks, as evenly as can be.
   *
   * @param replicas at least 1
   * @param racks at least 1
   */
  public static ReplicaRow overRacks(int replicas, int racks, LinkLegs legs) {
    return new ReplicaRow(
        Snitch.ofPlaces(
            IntStream.range(0, replicas)
                .mapToObj(i -> new NodePlace(DATA_CENTER, "rack" + (1 + i % racks)))
                .toList()),
        legs);
  }

  /** Replicas that are all as far from one another. */
  public static ReplicaRow alike(int replicas, Leg leg) {
    return overRacks(replicas, replicas, LinkLegs.alike(leg));
  }

  /** The same with other legs. */
  public ReplicaRow with(LinkLegs other) {
    return new ReplicaRow(snitch, other);
  }

  /** N. */
  public int replicas() {
    return snitch.places().size();
  }

  /**
   * Whether a coordinator sends some reads elsewhere than to itself and then to any other: else it
   * is the same whether replicas are chosen at random or by how near they are.
   */
  public boolean isOrdered() {
    return IntStream.range(0, replicas())
        .anyMatch(
            from -> {
              List<Integer> ranks = snitch.ranks(from);
              return IntStream.range(0, replicas())
                  .anyMatch(to -> ranks.get(to).intValue() != (from == to ? 0 : 1));
            });
  }

  /** Those of all links between two replicas, each in both directions; of one replica none. */
  public List<Leg> links() {
    return IntStream.range(0, replicas())
        .boxed()
        .flatMap(
            from ->
                IntStream.range(0, replicas())
                    .filter(to -> to != from)
                    .mapToObj(to -> leg(from, to)))
        .toList();
  }

  private Leg leg(int from, int to) {
    return legs.between(snitch.places().get(from), snitch.places().get(to));
  }

  /**
   * How it is written and read. Where all replicas are as near and without scores, the draws at
   * {@link ReplicaChoice#NEAREST} are those at {@link ReplicaChoice#RANDOM}, and of {@link #alike}
   * ones those of {@link WarsScenario#tokenAware}.
   *
   * @param writeReplicas that acknowledge a write before it completes (W), 1 to N
   */
  public WarsScenario scenario(int writeReplicas, ReplicaChoice choice) {
    WarsScenario scenario =
        WarsScenario.of(replicas(), writeReplicas, routes(choice), Asked.AS_MANY_AS_NEEDED);
    return choice == ReplicaChoice.FASTEST
        ? scenario.coordinatedAt(scenario.writers(), List.of(snitch.nearestToOthers()))
        : scenario;
  }

  private WarsScenario.RouteMap routes(ReplicaChoice choice) {
    if (choice == ReplicaChoice.RANDOM) {
      return (from, to) -> from == to ? Route.OWN : Route.alike(leg(from, to), 1);
    }
    List<List<Integer>> ranks = IntStream.range(0, replicas()).mapToObj(snitch::ranks).toList();
    return (from, to) ->
        Route.alike(from == to ? Leg.NONE : leg(from, to), ranks.get(from).get(to));
  }
}
