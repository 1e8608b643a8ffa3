package org.quorate.cassandra.propagation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.cassandra.access.NodeAddress;

/**
 * What the trace of one read tells of the ways between its coordinator and the replicas that it
 * asked. Pure.
 *
 * <p>Each time is the difference of two instants of one node, so clocks need not agree: at the
 * coordinator from {@code Sending READ_REQ message to} a replica until {@code READ_RSP message
 * received from} it, at the replica from {@code READ_REQ message received from} until {@code
 * Sending READ_RSP message to}. A server says the former of each pair before it writes to the
 * network, and the latter once it has read the whole message, before any of its queues. These are
 * the words of Cassandra 4.0 to 5.0; the requests for digests are called the same.
 *
 * <p>Events may come in any order, and anything else may be among them. A replica that was sent two
 * requests, or answered twice, is left out, since which belong together is not told; and so is all
 * where several nodes sent requests, which a coordinator alone does.
 *
 * @param coordinator that sent the requests; of no host where none was sent
 * @param legs for each replica that was asked and answered once
 */
record TraceLegs(NodeAddress coordinator, List<Leg> legs) {
  /** No request was sent. */
  static final TraceLegs NONE = new TraceLegs(new NodeAddress("", 0), List.of());

  private static final int LONGEST_ACTIVITY = 1_000;

  TraceLegs {
    legs = List.copyOf(legs);
  }

  /**
   * One replica's.
   *
   * @param roundTripSeconds from the request until the answer, at the coordinator
   * @param atReplicaSeconds the part of it from the request's arrival until the answer was sent, in
   *     queues and at work; NaN where the trace does not have it
   */
  record Leg(NodeAddress replica, double roundTripSeconds, double atReplicaSeconds) {
    /** Whether it is known how long the replica itself took. */
    boolean isReplicaKnown() {
      return !Double.isNaN(atReplicaSeconds);
    }

    /** Both ways on the network; NaN where the trace does not have them apart. */
    double linksSeconds() {
      return roundTripSeconds - atReplicaSeconds;
    }
  }

  /** What may be told of a message, and how. */
  private enum Kind {
    REQUEST_SENT("Sending READ_REQ message to (\\S+)(?: message size \\d{1,10} bytes)?"),
    REQUEST_RECEIVED("READ_REQ message received from (\\S+)"),
    RESPONSE_SENT("Sending READ_RSP message to (\\S+)(?: message size \\d{1,10} bytes)?"),
    RESPONSE_RECEIVED("READ_RSP message received from (\\S+)");

    private final Pattern words;

    Kind(String words) {
      this.words = Pattern.compile(words);
    }
  }

  private record Told(Kind kind, NodeAddress by, NodeAddress peer, OptionalInt micros) {
    static Optional<Told> of(TraceEvent event) {
      if (event.activity().length() > LONGEST_ACTIVITY) {
        return Optional.empty();
      }
      for (Kind kind : Kind.values()) {
        Matcher matcher = kind.words.matcher(event.activity());
        if (matcher.matches()) {
          return NodeAddress.parse(matcher.group(1))
              .map(peer -> new Told(kind, event.source(), peer, event.elapsedMicros()));
        }
      }
      return Optional.empty();
    }
  }

  /** What the events say that are there. */
  static TraceLegs of(Collection<TraceEvent> events) {
    List<Told> told = events.stream().map(Told::of).flatMap(Optional::stream).toList();
    List<Told> requests = told.stream().filter(each -> each.kind() == Kind.REQUEST_SENT).toList();
    if (requests.stream().map(Told::by).distinct().count() != 1) {
      return NONE;
    }
    NodeAddress coordinator = requests.get(0).by();
    return new TraceLegs(
        coordinator,
        requests.stream()
            .map(Told::peer)
            .distinct()
            .map(replica -> leg(told, coordinator, replica))
            .flatMap(Optional::stream)
            .toList());
  }

  private static Optional<Leg> leg(List<Told> told, NodeAddress coordinator, NodeAddress replica) {
    Predicate<Told> ofBoth = each -> each.by().equals(coordinator) && each.peer().matches(replica);
    OptionalDouble roundTrip = between(told, Kind.REQUEST_SENT, Kind.RESPONSE_RECEIVED, ofBoth);
    if (roundTrip.isEmpty()) {
      return Optional.empty();
    }
    // Whom a replica answers it may tell by another address of the coordinator than this one's.
    OptionalDouble atReplica =
        between(
            told, Kind.REQUEST_RECEIVED, Kind.RESPONSE_SENT, each -> each.by().matches(replica));
    double known = atReplica.orElse(Double.NaN);
    return Optional.of(
        new Leg(
            replica,
            roundTrip.getAsDouble(),
            known <= roundTrip.getAsDouble() ? known : Double.NaN));
  }

  /** Seconds from the one to the other, where each was told once with its time, in this order. */
  private static OptionalDouble between(
      List<Told> told, Kind first, Kind second, Predicate<Told> which) {
    OptionalInt begin = only(told, first, which);
    OptionalInt end = only(told, second, which);
    return begin.isPresent() && end.isPresent() && begin.getAsInt() <= end.getAsInt()
        ? OptionalDouble.of((end.getAsInt() - begin.getAsInt()) / 1e6)
        : OptionalDouble.empty();
  }

  private static OptionalInt only(List<Told> told, Kind kind, Predicate<Told> which) {
    List<Told> found =
        told.stream().filter(each -> each.kind() == kind && which.test(each)).toList();
    return found.size() == 1 && found.get(0).micros().orElse(-1) >= 0
        ? found.get(0).micros()
        : OptionalInt.empty();
  }

  /** Those of some replicas alone. */
  TraceLegs among(Collection<NodeAddress> replicas) {
    return new TraceLegs(
        coordinator,
        legs.stream().filter(leg -> replicas.stream().anyMatch(leg.replica()::matches)).toList());
  }

  /**
   * Whether nothing more is to be awaited.
   *
   * @param others replicas that were asked
   */
  boolean isComplete(int others) {
    return legs.size() >= others && legs.stream().allMatch(Leg::isReplicaKnown);
  }
}
