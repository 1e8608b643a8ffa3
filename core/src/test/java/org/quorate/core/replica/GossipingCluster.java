package org.quorate.core.replica;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A cluster that gossips as Cassandra does, on simulated time: once a second each node asks one
 * other, at random, what it knows (SYN), has its answer (ACK) and answers (ACK2). Clients write at
 * random coordinators, which tell all others and hear from them. A message takes 5 ms in the
 * median, lognormal with sigma 1. A watch asks a few nodes in turn each second, as a session does
 * whose replicas are all fresh; each answer takes up to 100 ms, and tells what was at an instant
 * between.
 */
final class GossipingCluster {
  private static final double SECOND = 1e9;
  private static final int BEGAN = 3_000;

  private enum Kind {
    ROUND,
    WRITE,
    SYN,
    ACK,
    ACK2,
    OTHER,
    WATCH,
    LOOK,
    ANSWER
  }

  private record Event(long at, Kind kind, int from, int to, long asked, List<Signal> signals) {}

  private final int nodes;
  private final SplittableRandom random;
  private final double writesPerSecond;
  private final double medianMillis;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at));
  private final long[][] sent;
  private final long[][] received;
  private final long[][] known;
  private final boolean[][] cut;
  private final ReplicaTracker tracker = new ReplicaTracker();
  private final Map<UUID, Long> raisedAt = new HashMap<>();
  private int nextLook;
  private int nextObserver;
  private long now;

  GossipingCluster(int nodes, double writesPerSecond, double medianMillis, long seed) {
    this.nodes = nodes;
    this.writesPerSecond = writesPerSecond;
    this.medianMillis = medianMillis;
    random = new SplittableRandom(seed);
    sent = new long[nodes][nodes];
    received = new long[nodes][nodes];
    known = new long[nodes][nodes];
    cut = new boolean[nodes][nodes];
    Map<UUID, String> names = new HashMap<>();
    for (int i = 0; i < nodes; i++) {
      names.put(id(i), "node" + i);
      for (int j = 0; j < nodes; j++) {
        known[i][j] = BEGAN;
        received[i][j] = 1;
        sent[i][j] = 1;
      }
      after(random.nextDouble(), Kind.ROUND, i, i);
    }
    if (writesPerSecond > 0) {
      after(0, Kind.WRITE, 0, 0);
    }
    after(0.5, Kind.WATCH, 0, 0);
    tracker.take(new Signal.Members(names, names.keySet()), 0);
  }

  static UUID id(int node) {
    return new UUID(0, node);
  }

  /** Messages of one to another are lost from now on. */
  void cut(int from, int to) {
    cut[from][to] = true;
  }

  void isolate(int node) {
    for (int other = 0; other < nodes; other++) {
      cut(node, other);
      cut(other, node);
    }
  }

  /** Which replicas have ever been raised, and when first, in seconds. */
  Map<UUID, Double> raised() {
    Map<UUID, Double> raised = new HashMap<>();
    raisedAt.forEach((id, at) -> raised.put(id, at / SECOND));
    return raised;
  }

  boolean isCalm() {
    return tracker.isCalm();
  }

  double seconds() {
    return now / SECOND;
  }

  void run(double seconds) {
    long until = now + (long) (seconds * SECOND);
    for (Event next = events.peek(); next != null && next.at() <= until; next = events.peek()) {
      events.remove();
      now = next.at();
      apply(next);
    }
    now = until;
  }

  private void after(double seconds, Kind kind, int from, int to) {
    events.add(new Event(now + (long) (seconds * SECOND), kind, from, to, now, List.of()));
  }

  private void send(Kind kind, int from, int to) {
    sent[from][to]++;
    if (!cut[from][to]) {
      after(medianMillis / 1_000 * Math.exp(random.nextGaussian()), kind, from, to);
    }
  }

  private void apply(Event event) {
    int from = event.from();
    int to = event.to();
    switch (event.kind()) {
      case ROUND -> {
        known[from][from]++;
        send(Kind.SYN, from, otherThan(from));
        after(1, Kind.ROUND, from, from);
      }
      case WRITE -> {
        int coordinator = random.nextInt(nodes);
        for (int other = 0; other < nodes; other++) {
          if (other != coordinator) {
            send(Kind.OTHER, coordinator, other);
          }
        }
        after(-Math.log(1 - random.nextDouble()) / writesPerSecond, Kind.WRITE, 0, 0);
      }
      case SYN, ACK, ACK2, OTHER -> arrived(event.kind(), from, to);
      case WATCH -> {
        watch();
        after(1, Kind.WATCH, 0, 0);
      }
      case LOOK ->
          events.add(
              new Event(
                  now + (long) (random.nextDouble() * SECOND / 20),
                  Kind.ANSWER,
                  from,
                  to,
                  event.asked(),
                  to == 0 ? counts(from) : heartbeats(from)));
      case ANSWER -> {
        for (ReplicaChange change : tracker.take(event.signals(), event.asked(), now)) {
          if (change.after().raises()) {
            raisedAt.putIfAbsent(change.replica(), now);
          }
        }
      }
    }
  }

  private int otherThan(int node) {
    return (node + 1 + random.nextInt(nodes - 1)) % nodes;
  }

  private void arrived(Kind kind, int from, int to) {
    received[from][to]++;
    if (kind == Kind.SYN) {
      send(Kind.ACK, to, from);
    } else if (kind != Kind.OTHER) {
      for (int of = 0; of < nodes; of++) {
        known[to][of] = Math.max(known[to][of], known[from][of]);
      }
      if (kind == Kind.ACK) {
        send(Kind.ACK2, to, from);
      }
    }
  }

  private void watch() {
    boolean small = nodes <= ReplicaTracker.MOST_LINKED;
    for (int i = 0; i < Math.min(nodes, small ? 4 : 2); i++) {
      look(nextLook++ % nodes, 0);
    }
    for (int i = 0; i < (small ? 3 : 1); i++) {
      look(nextObserver++ % 3, 1);
    }
    for (int i = 0; i < nodes; i++) {
      tracker.take(new Signal.Hints(id(i), Set.of(), false), now);
    }
  }

  private void look(int node, int what) {
    after(random.nextDouble() / 20, Kind.LOOK, node, what);
  }

  private List<Signal> counts(int at) {
    Map<UUID, Long> to = new HashMap<>();
    Map<UUID, Long> from = new HashMap<>();
    for (int other = 0; other < nodes; other++) {
      if (other != at) {
        to.put(id(other), sent[at][other]);
        from.put(id(other), received[other][at]);
      }
    }
    return List.of(new Signal.Exchange(id(at), to, from));
  }

  private List<Signal> heartbeats(int at) {
    Map<UUID, Signal.Heartbeat> heard = new HashMap<>();
    for (int of = 0; of < nodes; of++) {
      heard.put(id(of), new Signal.Heartbeat(1, known[at][of], Duration.ofHours(1)));
    }
    return List.of(new Signal.Heartbeats(id(at), heard));
  }
}
