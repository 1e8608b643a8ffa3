package org.quorate.core.staleness.wars;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the N replicas of a key are, and how they are written and asked. Immutable.
 *
 * <p>There are N places, one of each replica. Every coordinator is at a place too; whether it is
 * the replica there or only near it is said by the route of a place to itself: {@link Route#OWN},
 * or a message like any other. Racks and data centres are routes that differ.
 *
 * @param writeReplicas that acknowledge a write before it completes (W), 1 to N
 * @param routes of each place where a coordinator may be to each replica: N lists of N
 * @param writers places at which a write's coordinator may be, each alike; not empty
 * @param readers the same of a read's
 * @param asked which replicas a read asks
 * @param speculateAfterSeconds a read that has not all its answers by then asks one replica more,
 *     and the first answers count; infinity for never
 * @param queueing at replicas
 * @param repair by other reads of the key
 */
public record WarsScenario(
    int writeReplicas,
    List<List<Route>> routes,
    List<Integer> writers,
    List<Integer> readers,
    Asked asked,
    double speculateAfterSeconds,
    Queueing queueing,
    ReadRepair repair) {
  public WarsScenario {
    routes = routes.stream().map(List::copyOf).toList();
    writers = List.copyOf(writers);
    readers = List.copyOf(readers);
    int replicas = routes.size();
    if (replicas < 1 || routes.stream().anyMatch(row -> row.size() != replicas)) {
      throw new IllegalArgumentException(
          "Routes lead from each of N places to each of N replicas, N at least 1.");
    }
    requireReplicas(writeReplicas, replicas);
    requireReplicas(repair.readReplicas(), replicas);
    requirePlaces(writers, replicas);
    requirePlaces(readers, replicas);
    if (!(speculateAfterSeconds >= 0)) {
      throw new IllegalArgumentException(
          "One replica more is asked after 0 seconds or later, not " + speculateAfterSeconds + ".");
    }
  }

  /**
   * Cassandra behind a driver that knows tokens: any replica may coordinate, the others are all
   * alike, and a read asks its coordinator first.
   *
   * @param oneWay between two replicas, in each direction and for each kind of message
   */
  public static WarsScenario tokenAware(int replicas, int writeReplicas, Leg oneWay) {
    Route other = Route.alike(oneWay, 1);
    return of(
        replicas,
        writeReplicas,
        (from, to) -> from == to ? Route.OWN : other,
        Asked.AS_MANY_AS_NEEDED);
  }

  /** The PBS paper's: the coordinator is no replica, and every replica is asked. */
  public static WarsScenario dynamo(int replicas, int writeReplicas, Route route) {
    return of(replicas, writeReplicas, (from, to) -> route, Asked.EVERY_REPLICA);
  }

  /** The route from one place to another. */
  @FunctionalInterface
  public interface RouteMap {
    /** The route between them; {@code from} is where the coordinator is. */
    Route between(int from, int to);
  }

  /** Coordinators at every place alike, without speculation, queues or repair. */
  public static WarsScenario of(int replicas, int writeReplicas, RouteMap map, Asked asked) {
    List<List<Route>> routes = new ArrayList<>();
    for (int place = 0; place < replicas; place++) {
      int from = place;
      routes.add(IntStream.range(0, replicas).mapToObj(to -> map.between(from, to)).toList());
    }
    List<Integer> places = IntStream.range(0, replicas).boxed().toList();
    return new WarsScenario(
        writeReplicas,
        routes,
        places,
        places,
        asked,
        Double.POSITIVE_INFINITY,
        Queueing.NONE,
        ReadRepair.NONE);
  }

  /** The same with coordinators at these places only. */
  public WarsScenario coordinatedAt(List<Integer> writersAt, List<Integer> readersAt) {
    return new WarsScenario(
        writeReplicas,
        routes,
        writersAt,
        readersAt,
        asked,
        speculateAfterSeconds,
        queueing,
        repair);
  }

  /** The same with speculative retry. */
  public WarsScenario speculatingAfter(double seconds) {
    return new WarsScenario(
        writeReplicas, routes, writers, readers, asked, seconds, queueing, repair);
  }

  /** The same with queues at replicas. */
  public WarsScenario queueing(Queueing waits) {
    return new WarsScenario(
        writeReplicas, routes, writers, readers, asked, speculateAfterSeconds, waits, repair);
  }

  /** The same with reads that repair. */
  public WarsScenario repairedBy(ReadRepair reads) {
    return new WarsScenario(
        writeReplicas, routes, writers, readers, asked, speculateAfterSeconds, queueing, reads);
  }

  /** N. */
  public int replicas() {
    return routes.size();
  }

  /** Whether a read of so many replicas meets every completed write: R + W &gt; N. */
  public boolean meetsEveryWrite(int readReplicas) {
    return readReplicas + writeReplicas > replicas();
  }

  private static void requireReplicas(int some, int replicas) {
    if (some < 1 || some > replicas) {
      throw new IllegalArgumentException(
          "Of " + replicas + " replicas, " + some + " cannot answer.");
    }
  }

  private static void requirePlaces(List<Integer> places, int replicas) {
    if (places.isEmpty() || places.stream().anyMatch(place -> place < 0 || place >= replicas)) {
      throw new IllegalArgumentException(
          "Coordinators are at some of the places 0 to "
              + (replicas - 1)
              + ", not at "
              + places
              + ".");
    }
  }
}
