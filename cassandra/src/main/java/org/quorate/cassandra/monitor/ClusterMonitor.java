package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.table.TableName;

/**
 * Reads, again and again, how often each table of a cluster is read and written, and what its nodes
 * count that bears on consistency.
 *
 * <p>A poll asks at once all nodes that the driver does not hold down and that the source reaches.
 * Each node's counts are differenced to its own reading before and divided by the time between the
 * two on that node's own instants, the middle between question and answer; this is how the time
 * that monitoring takes is accounted for. The rates of all nodes are added up. The first poll has
 * nothing to take a difference to.
 *
 * <ul>
 *   <li>A node that does not answer within the patience is {@linkplain MonitorReading#silent()
 *       silent}, and not asked again while its question is open. When it answers again, its rate is
 *       the mean since its reading before.
 *   <li>A node that is new, that was down, or whose counts went backwards because it was started
 *       anew, {@linkplain MonitorReading#begun() begins}: it has a share from its next reading on.
 *   <li>A node that left, or is down, is forgotten.
 *   <li>A node that the driver never connected to, and that has not answered three polls since it
 *       became known, is not waited for until it answers once.
 * </ul>
 *
 * <p>Sources are used in order of preference. When nobody answers by one and somebody refuses it
 * with a {@link SourceException}, or nobody has ever answered by it, or not in three polls in a
 * row, the next one is used from then on, and one problem says so. After five minutes the better
 * ones are tried again. A change of source begins anew, since two sources need not count the same.
 *
 * <p>How writes per second are had where not all coordinators are in sight, or coordinators do not
 * count them by table, is said at {@link TrafficSum}; a problem says it once.
 *
 * <p>Thread-safe.
 */
public final class ClusterMonitor implements AutoCloseable {
  /** How long a poll waits for a node, unless another time is given. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(2);

  private static final Duration MOST_PATIENCE = Duration.ofSeconds(10);
  private static final Duration RETURN_TO_BETTER_SOURCE = Duration.ofMinutes(5);

  private final ClusterTopology cluster;
  private final List<WatchedSource> sources;
  private final Duration patience;
  private final LongSupplier clock;
  private final Alarm alarm;
  private final Problems problems = new Problems();
  private int used;
  private long returnAtNanos;
  private @Nullable Poll current;
  private boolean closed;

  /** With {@link #DEFAULT_PATIENCE}, on the system's clock. */
  public ClusterMonitor(CqlSession session, List<CounterSource> sources) {
    this(session, sources, DEFAULT_PATIENCE, System::nanoTime);
  }

  /**
   * @param session whose metadata says which nodes there are
   * @param sources in order of preference; at least one; closed with this monitor
   * @param patience how long a poll waits for a node; a poll takes that long once for each source
   *     that it has to try
   * @param clock nanoseconds, as {@link System#nanoTime()}; the sources' own
   */
  public ClusterMonitor(
      CqlSession session, List<CounterSource> sources, Duration patience, LongSupplier clock) {
    this(ClusterTopology.of(session), sources, patience, clock, Alarm.system());
  }

  ClusterMonitor(
      ClusterTopology cluster,
      List<CounterSource> sources,
      Duration patience,
      LongSupplier clock,
      Alarm alarm) {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("A monitor needs at least 1 source.");
    }
    this.cluster = cluster;
    this.sources = sources.stream().map(WatchedSource::new).toList();
    this.patience = patience;
    this.clock = clock;
    this.alarm = alarm;
  }

  /**
   * How long polls that begin at such an interval may wait for a node: half of it, so that slow
   * answers are of use where there is time for them, within {@link #DEFAULT_PATIENCE} and 10 s.
   */
  public static Duration patience(Duration interval) {
    Duration half = interval.dividedBy(2);
    if (half.compareTo(DEFAULT_PATIENCE) < 0) {
      return DEFAULT_PATIENCE;
    }
    return half.compareTo(MOST_PATIENCE) < 0 ? half : MOST_PATIENCE;
  }

  /**
   * Asks all nodes. Returns at once and never throws; while a poll is under way, another one is the
   * same poll. What depends on the stage runs on whichever thread brought the last answer, often
   * one of the driver's, and must not block.
   *
   * @return empty where there is nothing to take a difference to, because this is the first poll by
   *     its source, or no node answered this one or the one before; a {@link SourceException} when
   *     no source can be used, and no other: without a cause where no node answered the last one
   */
  public CompletionStage<Optional<MonitorReading>> poll(Set<TableName> tables) {
    return ask(tables).thenApply(PollResult::reading);
  }

  /** The same, and whether any node answered. */
  CompletionStage<PollResult> ask(Set<TableName> tables) {
    Poll poll;
    int first;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedStage(new SourceException("The monitor is closed."));
      }
      Poll underWay = current;
      if (underWay != null) {
        return underWay.result().minimalCompletionStage();
      }
      poll = new Poll(tables);
      current = poll;
      boolean triesBetter = used > 0 && clock.getAsLong() - returnAtNanos >= 0;
      if (triesBetter) {
        putOffReturn();
      }
      first = triesBetter ? 0 : used;
    }
    ask(poll, first);
    return poll.result().minimalCompletionStage();
  }

  private void ask(Poll poll, int index) {
    WatchedSource watched = sources.get(index);
    Round round = new Round();
    try {
      Collection<Node> nodes = cluster.nodes();
      List<Node> asked;
      boolean nobody;
      synchronized (this) {
        watched.keep(nodes);
        asked = watched.begin(nodes, round);
        nobody = asked.isEmpty();
      }
      if (nobody) {
        finish(poll, index, round);
        return;
      }
      alarm.after(patience, () -> finish(poll, index, round));
      for (Node node : asked) {
        UUID id = Objects.requireNonNull(node.getHostId());
        read(watched.source, node, poll.tables())
            .whenComplete((counts, failure) -> answered(poll, index, round, id, counts, failure));
      }
    } catch (RuntimeException e) {
      conclude(poll, new SourceException("The monitor failed: " + e, e));
    }
  }

  private static CompletionStage<NodeCounts> read(
      CounterSource source, Node node, Set<TableName> tables) {
    try {
      return source.read(node, tables);
    } catch (RuntimeException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private void answered(
      Poll poll,
      int index,
      Round round,
      UUID id,
      @Nullable NodeCounts counts,
      @Nullable Throwable failure) {
    boolean complete;
    synchronized (this) {
      sources.get(index).end(id, round);
      Throwable cause = failure == null ? null : Failures.cause(failure);
      if (counts != null) {
        sources.get(index).heard(id);
      }
      if (cause instanceof SourceException refusal) {
        round.refuse(id, refusal);
      } else if (counts == null) {
        round.fail(id);
      } else {
        round.answer(id, counts);
      }
      complete = round.isComplete();
    }
    if (complete) {
      finish(poll, index, round);
    }
  }

  private void finish(Poll poll, int index, Round round) {
    try {
      PollResult result = PollResult.SILENCE;
      SourceException noneLeft = null;
      boolean next = false;
      synchronized (this) {
        if (!round.end()) {
          return;
        }
        sources.get(index).ended(round);
        if (!round.answers().isEmpty()) {
          round.refusals().values().forEach(refusal -> problems.tell(message(index, refusal)));
          use(index);
          result = new PollResult(true, reading(poll, index, round));
        } else if (hasFailed(index, round)) {
          poll.failed(
              failure(index, round), round.refusals().values().stream().findFirst().orElse(null));
          next = index + 1 < sources.size();
          if (next) {
            problems.tell("instead of " + index, insteadOf(index, round));
          } else {
            noneLeft = poll.noneLeft();
            use(0);
          }
        }
      }
      if (next) {
        ask(poll, index + 1);
      } else if (noneLeft != null) {
        conclude(poll, noneLeft);
      } else {
        conclude(poll, result);
      }
    } catch (RuntimeException e) {
      conclude(poll, new SourceException("The monitor failed: " + e, e));
    }
  }

  /**
   * Nobody answered: is it the source, or are the nodes just slow? A better source that is only
   * tried again gets no second chance, since the one in use may answer.
   */
  private boolean hasFailed(int index, Round round) {
    return !round.refusals().isEmpty()
        || index < used
        || (!round.silent().isEmpty() && !sources.get(index).isAnswering());
  }

  private void putOffReturn() {
    returnAtNanos = clock.getAsLong() + RETURN_TO_BETTER_SOURCE.toNanos();
  }

  private void use(int index) {
    if (index != used) {
      putOffReturn();
      used = index;
    }
    for (int other = 0; other < sources.size(); other++) {
      if (other != index) {
        sources.get(other).rest();
      }
    }
  }

  private Optional<MonitorReading> reading(Poll poll, int index, Round round) {
    WatchedSource watched = sources.get(index);
    List<UUID> begun = new ArrayList<>();
    List<NodeDifference> differences = watched.differences(round.answers().values(), begun);
    if (differences.isEmpty()) {
      return Optional.empty();
    }
    TrafficSums traffic = traffic(poll, watched, round, differences);
    traffic.remarks().forEach(problems::tell);
    Map<UUID, NodeHealth> health = new HashMap<>();
    round.answers().forEach((id, counts) -> health.put(id, counts.health()));
    return Optional.of(
        new MonitorReading(
            round.answers().values().stream()
                .mapToLong(NodeCounts::takenAtNanos)
                .min()
                .orElseThrow(),
            differences.stream().mapToDouble(NodeDifference::seconds).average().orElseThrow(),
            watched.source.name(),
            traffic.tables(),
            differences.stream()
                .collect(
                    Collectors.toMap(
                        difference -> difference.now().hostId(),
                        difference -> difference.coordinated(poll.tables()))),
            health,
            round.silent(),
            begun,
            problems.take()));
  }

  private TrafficSums traffic(
      Poll poll, WatchedSource watched, Round round, List<NodeDifference> differences) {
    Coverage coverage =
        Coverage.of(
            cluster.nodes(),
            round.asked(),
            differences.stream()
                .map(difference -> difference.now().hostId())
                .collect(Collectors.toSet()));
    return TrafficSums.of(
        poll.tables(), differences, watched.source.name(), coverage, cluster::replication);
  }

  private String message(int index, SourceException refusal) {
    return sources.get(index).source.name() + ": " + refusal.getMessage();
  }

  private String failure(int index, Round round) {
    return round.refusals().values().stream()
        .findFirst()
        .map(refusal -> message(index, refusal))
        .orElseGet(
            () ->
                sources.get(index).source.name()
                    + ": No node answered within "
                    + patience.toMillis()
                    + " ms; check the address and the port, and that no firewall is between.");
  }

  private String insteadOf(int index, Round round) {
    return "Instead of "
        + sources.get(index).source.name()
        + ", "
        + sources.get(index + 1).source.name()
        + " is tried. "
        + failure(index, round);
  }

  private void conclude(Poll poll, PollResult result) {
    release(poll);
    poll.result().complete(result);
  }

  private void conclude(Poll poll, SourceException failure) {
    release(poll);
    poll.result().completeExceptionally(failure);
  }

  private synchronized void release(Poll poll) {
    if (current == poll) {
      current = null;
    }
  }

  /** Closes the sources. A poll that is under way still ends, within its patience. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    sources.forEach(watched -> watched.source.close());
  }
}
