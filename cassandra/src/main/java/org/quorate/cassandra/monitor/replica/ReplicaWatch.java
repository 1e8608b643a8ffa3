package org.quorate.cassandra.monitor.replica;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.core.replica.ReplicaChange;
import org.quorate.core.replica.ReplicaStatus;
import org.quorate.core.replica.ReplicaTracker;
import org.quorate.core.replica.RingMove;
import org.quorate.core.replica.Signal;

/**
 * Watches the nodes of a cluster for what endangers reads. To be {@linkplain #tick() ticked} every
 * {@link #PERIOD}, on the thread that answers are handed to.
 *
 * <p>At every tick it looks at the driver's connections, which costs nothing. Where all replicas
 * are fresh, or cannot be known to be, it asks servers once a second: {@value #OBSERVERS} for
 * heartbeats, up to {@value #MOST_HINTS} for the hints that they keep, and up to {@value
 * #MOST_LOSSES} for messages that were sent, received and lost, in turn; in a cluster of more than
 * {@value ReplicaTracker#MOST_LINKED} nodes one for heartbeats and {@value #MOST_LOSSES_LARGE} for
 * messages. Where one is not, or the ring changes, it asks one of each at every tick, and as many
 * as ever for hints, and while one is down it also asks {@value #OBSERVERS} nodes, always the same,
 * whether they got a message from it: a node that starts sends some a second or more before others
 * hold it for up. No node has two open questions of a kind, and none is asked for hints more often
 * than twice a second. The number of questions does not grow with the cluster; the time for a round
 * of all nodes does.
 *
 * <p>Not thread-safe.
 */
public final class ReplicaWatch {
  /** Between two ticks. */
  public static final Duration PERIOD = Duration.ofMillis(200);

  /** Between two questions to servers while all replicas are fresh, unless others ask too. */
  public static final Duration CALM = Duration.ofSeconds(1);

  private static final long HINTS_NANOS = Duration.ofMillis(500).toNanos();
  private static final long SETTINGS_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long REFUSED_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int OBSERVERS = 3;
  private static final int MOST_HINTS = 4;
  private static final int MOST_LOSSES = 4;
  private static final int MOST_LOSSES_LARGE = 2;
  private static final int MOST_DOWN = 4;

  private enum Kind {
    HEARTBEATS,
    MESSAGES,
    HINTS,
    LOSSES,
    SETTINGS
  }

  private record Question(Kind kind, UUID at, @Nullable UUID about) {
    boolean isAmong(Set<UUID> nodes) {
      return nodes.contains(at) && (about == null || nodes.contains(about));
    }
  }

  private final ReplicaTracker tracker = new ReplicaTracker();
  private final Supplier<Collection<Node>> cluster;
  private final NodeViews views;
  private final Executor thread;
  private final Consumer<ReplicaChange> listener;
  private final LongSupplier nanoTime;
  private final Map<Question, Long> asked = new HashMap<>();
  private final Set<Question> open = new HashSet<>();
  private final Map<Question, Long> refused = new HashMap<>();
  private final Map<UUID, Boolean> connections = new HashMap<>();
  private final int salt;
  private long calmNanos;
  private long calmPeriodNanos = CALM.toNanos();
  private boolean begun;

  /**
   * @param session whose nodes are watched and asked
   * @param thread on which answers are taken in
   * @param listener hears of every replica that stands differently, on that thread
   * @param salt different for each client, so that not all ask the same few nodes
   */
  public ReplicaWatch(
      CqlSession session,
      Executor thread,
      Consumer<ReplicaChange> listener,
      LongSupplier nanoTime,
      int salt) {
    this(
        () -> session.getMetadata().getNodes().values(),
        new SystemNodeViews(session, InstantSource.system()),
        thread,
        listener,
        nanoTime,
        salt);
  }

  ReplicaWatch(
      Supplier<Collection<Node>> cluster,
      NodeViews views,
      Executor thread,
      Consumer<ReplicaChange> listener,
      LongSupplier nanoTime,
      int salt) {
    this.cluster = cluster;
    this.views = views;
    this.thread = thread;
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.salt = salt;
  }

  /** How every replica stands, by host id. */
  public Map<UUID, ReplicaStatus> statuses() {
    return tracker.statuses();
  }

  /** Replicas whose ranges need a stronger level. */
  public Set<UUID> raised() {
    return tracker.raised();
  }

  /** Nodes that are about to hold other ranges of the ring, which the driver does not know yet. */
  public Map<UUID, RingMove> moves() {
    return tracker.moves();
  }

  /** Nodes that may lack what was written to ranges which they hold since the ring changed last. */
  public Set<UUID> unproven() {
    return tracker.unproven();
  }

  /** Whether a node cannot be asked what it keeps, so that nothing shows what others lack. */
  public boolean isBlind() {
    return tracker.isBlind();
  }

  /** Nobody has looked for a while. */
  public void unwatched() {
    tracker.unwatched(nanoTime.getAsLong());
  }

  /** A node has been repaired, by whoever knows. */
  public void repaired(UUID node) {
    take(new Signal.Repaired(node));
  }

  /** A node has dropped so many writes since its start, because they waited too long. */
  public void dropped(UUID node, long mutations) {
    take(new Signal.Losses(node, node, "writes, which it has dropped", mutations));
  }

  /**
   * Has servers be asked so often while all replicas are fresh; once a second unless this is said.
   * What is seen only by such questions is seen as much later.
   */
  public void calm(Duration period) {
    calmPeriodNanos = period.toNanos();
  }

  /** Looks, and asks what is due. */
  public void tick() {
    long now = nanoTime.getAsLong();
    List<Node> nodes = cluster.get().stream().filter(node -> node.getHostId() != null).toList();
    members(nodes);
    boolean calm = tracker.isCalm();
    if (calm && begun && now - calmNanos < calmPeriodNanos) {
      return;
    }
    begun = true;
    calmNanos = now;
    List<Node> reachable = nodes.stream().filter(ReplicaWatch::isReachable).toList();
    List<Node> observers =
        reachable.stream()
            .sorted(Comparator.comparingInt(node -> id(node).hashCode() * 31 ^ salt))
            .limit(OBSERVERS)
            .toList();
    boolean small = nodes.size() <= ReplicaTracker.MOST_LINKED;
    int heartbeats = calm && small ? OBSERVERS : 1;
    int losses = small ? MOST_LOSSES : MOST_LOSSES_LARGE;
    oldest(Kind.HEARTBEATS, observers, heartbeats, 0, now, views::heartbeats);
    oldest(Kind.SETTINGS, observers, 1, SETTINGS_NANOS, now, views::settings);
    oldest(Kind.HINTS, reachable, MOST_HINTS, HINTS_NANOS, now, views::hints);
    oldest(Kind.LOSSES, reachable, calm ? losses : 1, 0, now, views::losses);
    Set<UUID> down = tracker.down();
    nodes.stream()
        .filter(node -> down.contains(id(node)))
        .limit(MOST_DOWN)
        .forEach(
            gone ->
                observers.forEach(
                    at ->
                        ask(
                            new Question(Kind.MESSAGES, id(at), id(gone)),
                            now,
                            () -> views.messages(at, gone))));
  }

  private void members(List<Node> nodes) {
    Map<UUID, String> names = new HashMap<>();
    Set<UUID> watched = new HashSet<>();
    for (Node node : nodes) {
      names.put(id(node), String.valueOf(node.getEndPoint()));
      if (node.getDistance() != NodeDistance.IGNORED) {
        watched.add(id(node));
      }
    }
    take(new Signal.Members(names, watched));
    connections.keySet().retainAll(names.keySet());
    asked.keySet().removeIf(question -> !question.isAmong(names.keySet()));
    refused.keySet().removeIf(question -> !question.isAmong(names.keySet()));
    for (Node node : nodes) {
      boolean up = !KnownCluster.isDown(node);
      if (!Boolean.valueOf(up).equals(connections.put(id(node), up))) {
        take(new Signal.Connection(id(node), up));
      }
    }
  }

  /** Asks those that were not asked for longest. */
  private void oldest(
      Kind kind,
      List<Node> nodes,
      int most,
      long atMostEvery,
      long now,
      Function<Node, CompletionStage<List<Signal>>> question) {
    nodes.stream()
        .filter(node -> isDue(new Question(kind, id(node), null), atMostEvery, now))
        .sorted(
            Comparator.comparingLong(
                node -> asked.getOrDefault(new Question(kind, id(node), null), Long.MIN_VALUE)))
        .limit(most)
        .forEach(node -> ask(new Question(kind, id(node), null), now, () -> question.apply(node)));
  }

  private boolean isDue(Question question, long atMostEvery, long now) {
    Long last = asked.get(question);
    Long no = refused.get(question);
    return !open.contains(question)
        && (last == null || now - last >= atMostEvery)
        && (no == null || now - no >= REFUSED_NANOS);
  }

  private void ask(Question question, long now, Supplier<CompletionStage<List<Signal>>> answer) {
    if (!isDue(question, 0, now)) {
      return;
    }
    asked.put(question, now);
    open.add(question);
    CompletionStage<List<Signal>> stage;
    try {
      stage = answer.get();
    } catch (RuntimeException e) {
      answered(question, null, e);
      return;
    }
    stage.whenComplete(
        (signals, failure) -> thread.execute(() -> answered(question, signals, failure)));
  }

  private void answered(
      Question question, @Nullable List<Signal> signals, @Nullable Throwable failure) {
    open.remove(question);
    long now = nanoTime.getAsLong();
    long sent = asked.getOrDefault(question, now);
    Throwable cause = failure == null ? null : Failures.cause(failure);
    if (cause instanceof SourceException refusal) {
      refused.put(question, now);
      if (question.kind() == Kind.HINTS) {
        take(new Signal.Blind(question.at(), String.valueOf(refusal.getMessage())));
      }
    } else if (cause instanceof DriverTimeoutException) {
      take(new Signal.TimedOut(question.at(), sent));
    } else if (signals != null) {
      refused.remove(question);
      List<Signal> all = new ArrayList<>(signals.size() + 2);
      all.add(new Signal.Answered(question.at(), sent));
      if (question.kind() == Kind.HINTS) {
        all.add(new Signal.Took(question.at(), now - sent));
      }
      all.addAll(signals);
      tracker.take(all, sent, nanoTime.getAsLong()).forEach(listener);
    }
  }

  private void take(Signal signal) {
    tracker.take(signal, nanoTime.getAsLong()).forEach(listener);
  }

  private static UUID id(Node node) {
    return Objects.requireNonNull(node.getHostId());
  }

  private static boolean isReachable(Node node) {
    return !KnownCluster.isDown(node) && node.getDistance() != NodeDistance.IGNORED;
  }
}
