package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.Replication;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Propagation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The propagation time from the servers' ideal-consistency metric (CASSANDRA-13289, since 4.0):
 * with the ideal level ALL, each coordinator measures for every write of a keyspace how long it
 * took until <em>all</em> replicas acknowledged it, while the client waited for its own level only.
 *
 * <p>The mean of that, minus the mean time until clients were answered at the write level in use,
 * is an upper bound of the slowest replica's propagation time: it includes the way back of the
 * acknowledgement. The value is half of the difference, which takes it that both ways are as long
 * and the write itself takes no time; low is 0. It knows the slowest replica of each write alone.
 * Writes that did not reach all replicas are in a note, not in the mean. The servers count answered
 * writes for all keyspaces together, failed ones included; where they are not as many as the ideal
 * ones a note says so.
 *
 * <p>It <em>changes the servers</em>: the ideal level of each is set to ALL over JMX, costing one
 * small object and two counters for each write, and set back when this source is closed or the
 * program ends. A server without an ideal level cannot be given none again without a restart (5.0.9
 * has no operation for it), so it keeps the write level in use as its ideal one, which is then
 * measured by the write's own handler. A server that is started anew loses the setting, and gets it
 * again in the next round.
 */
public final class IdealLevelPropagation implements PropagationSource {
  /** How long one node may take to answer. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(IdealLevelPropagation.class);
  private static final String NAME = "ideal-level";

  /** Fewer writes than this, and a round waits for more. */
  private static final long ENOUGH_WRITES = 30;

  private final CqlSession session;
  private final ManagementAccess access;
  private final String keyspace;
  private final Level writeLevel;
  private final Duration window;
  private final Map<Node, IdealLevelNode> nodes = new ConcurrentHashMap<>();
  private final AtomicInteger threads = new AtomicInteger();
  private final ExecutorService executor;
  private final Thread restoreAtExit;
  private final Rounds rounds = new Rounds();
  private volatile boolean answeredOnce;

  private IdealLevelPropagation(
      CqlSession session,
      ManagementAccess access,
      String keyspace,
      Level writeLevel,
      Duration window) {
    this.session = session;
    this.access = access;
    this.keyspace = keyspace;
    this.writeLevel = writeLevel;
    this.window = window;
    this.executor =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "quorate-ideal-level-" + threads.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    this.restoreAtExit = new Thread(this::restore, "quorate-ideal-level-restore");
  }

  /**
   * A source that changes a setting of every server, as the class says; nothing is changed before
   * the first round.
   *
   * @param session tells which nodes there are; stays open when this source is closed
   * @param access to JMX, with the right to change {@code StorageProxy}
   * @param keyspace observed, without quotes
   * @param writeLevel at which the application writes
   * @param window how long a round waits for writes when there were fewer than 30 since the last;
   *     above 0
   */
  public static IdealLevelPropagation withConsentToChangeServers(
      CqlSession session,
      ManagementAccess access,
      String keyspace,
      Level writeLevel,
      Duration window) {
    IdealLevelPropagation source =
        new IdealLevelPropagation(session, access, keyspace, writeLevel, window);
    Runtime.getRuntime().addShutdownHook(source.restoreAtExit);
    return source;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String meaning() {
    return "Half of the mean time between a write's answer at "
        + writeLevel
        + " and the acknowledgement of its slowest replica, as the servers measure them; the high"
        + " bound is all of it, since the acknowledgement's way back is included.";
  }

  @Override
  public CompletionStage<PropagationReading> measure() {
    return rounds.begin(
        () -> {
          if (hasOneReplica()) {
            return CompletableFuture.completedFuture(
                new PropagationReading(
                    Propagation.exactly(0),
                    NAME,
                    0,
                    System.nanoTime(),
                    List.of("Rows of " + keyspace + " have one replica, so none can be stale.")));
          }
          return advanceAll()
              .thenCompose(
                  first ->
                      first.totals().has(ENOUGH_WRITES)
                          ? CompletableFuture.completedFuture(first)
                          : afterWindow().thenApply(first::then))
              .thenApply(this::reading);
        });
  }

  private boolean hasOneReplica() throws SourceException {
    Collection<Node> all = session.getMetadata().getNodes().values();
    Set<String> centers =
        all.stream().map(Node::getDatacenter).filter(Objects::nonNull).collect(Collectors.toSet());
    Replication replication =
        session
            .getMetadata()
            .getKeyspace(CqlIdentifier.fromInternal(keyspace))
            .map(found -> Replication.parse(found.getReplication(), centers))
            .orElse(null);
    return replication != null && replication.total() == 1;
  }

  /** What all nodes together had since they were asked before. */
  private record Advance(WriteTotals totals, int answered, List<Throwable> failures) {
    static final Advance NONE = new Advance(WriteTotals.NONE, 0, List.of());

    Advance and(Advance other) {
      List<Throwable> both = new ArrayList<>(failures);
      both.addAll(other.failures);
      return new Advance(totals.plus(other.totals), answered + other.answered, both);
    }

    /** Later writes of the same nodes. */
    Advance then(Advance later) {
      return new Advance(totals.plus(later.totals), later.answered, later.failures);
    }
  }

  private CompletableFuture<Advance> afterWindow() {
    return CompletableFuture.supplyAsync(
            () -> Advance.NONE,
            CompletableFuture.delayedExecutor(window.toNanos(), TimeUnit.NANOSECONDS, executor))
        .thenCompose(waited -> advanceAll());
  }

  private CompletableFuture<Advance> advanceAll() {
    CompletableFuture<Advance> sum = CompletableFuture.completedFuture(Advance.NONE);
    for (Node node : session.getMetadata().getNodes().values()) {
      if (!Replicas.isDown(node)) {
        sum = sum.thenCombine(advance(node), Advance::and);
      }
    }
    return sum;
  }

  private CompletableFuture<Advance> advance(Node node) {
    IdealLevelNode managed =
        nodes.computeIfAbsent(
            node,
            found ->
                new IdealLevelNode(
                    new ManagedIdealLevel(access.connection(found), keyspace, writeLevel),
                    writeLevel.name()));
    return asked(managed::advance)
        .handle(
            (totals, failure) ->
                failure == null
                    ? new Advance(totals, 1, List.of())
                    : new Advance(WriteTotals.NONE, 0, List.of(DriverErrors.unwrapped(failure))));
  }

  /** Something that may block, and throw what it likes. */
  private interface Blocking<T> {
    T call() throws Exception;
  }

  private <T> CompletableFuture<T> asked(Blocking<T> question) {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return question.call();
              } catch (Exception failure) {
                throw new CompletionException(failure);
              }
            },
            executor)
        .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private PropagationReading reading(Advance advance) {
    WriteTotals totals = advance.totals();
    if (advance.answered() == 0) {
      throw new CompletionException(unanswered(advance.failures()));
    }
    answeredOnce = true;
    if (!totals.has(1)) {
      throw new CompletionException(
          new PropagationException(
              "No write of keyspace "
                  + keyspace
                  + " at "
                  + writeLevel
                  + " was answered and reached all replicas since the round before."));
    }
    List<String> notes = new ArrayList<>();
    if (!advance.failures().isEmpty()) {
      notes.add(
          "Nodes that did not answer over JMX, so that writes they coordinate are left out: "
              + advance.failures().size()
              + ".");
    }
    if (totals.failed() > 0) {
      notes.add(
          "Writes that did not reach all replicas, left out: "
              + totals.failed()
              + "; the time is too low.");
    }
    long observed = totals.idealWrites() + totals.failed();
    if (Math.abs(totals.writes() - observed) > 0.1 * totals.writes()) {
      notes.add(
          "The servers answered "
              + totals.writes()
              + " writes at "
              + writeLevel
              + ", of all keyspaces, but "
              + observed
              + " of keyspace "
              + keyspace
              + " at all levels, so the two means are not about the same writes.");
    }
    return new PropagationReading(
        totals.propagation(), NAME, totals.idealWrites(), System.nanoTime(), notes);
  }

  private Exception unanswered(List<Throwable> failures) {
    for (Throwable failure : failures) {
      if (failure instanceof SecurityException) {
        return new SourceException(
            "The servers refuse the ideal consistency level over JMX: "
                + failure.getMessage()
                + "; give a login that may change StorageProxy, or another source of propagation"
                + " times.",
            failure);
      }
    }
    if (failures.isEmpty()) {
      return new PropagationException("No node is up as far as the driver knows.");
    }
    String what = "No node answers over JMX (" + failures.get(0) + ")";
    return answeredOnce
        ? new PropagationException(what + ", while one did before.")
        : new SourceException(
            what + "; say where the servers listen, or use another source of propagation times.",
            failures.get(0));
  }

  /** Waits a few seconds for servers that do not answer. */
  private void restore() {
    List<CompletableFuture<?>> pending = new ArrayList<>();
    nodes.forEach(
        (node, managed) ->
            pending.add(
                asked(managed::restore)
                    .handle(
                        (leftBehind, failure) -> {
                          report(node, leftBehind, failure);
                          return node;
                        })));
    pending.forEach(CompletableFuture::join);
  }

  private void report(Node node, @Nullable Boolean leftBehind, @Nullable Throwable failure) {
    if (failure != null) {
      LOG.warn(
          "The ideal consistency level of {} could not be set back from {}: {}",
          node.getEndPoint(),
          IdealLevelNode.IDEAL,
          DriverErrors.unwrapped(failure).toString());
    } else if (Boolean.TRUE.equals(leftBehind)) {
      LOG.info(
          "{} had no ideal consistency level, and cannot be given none again before it is"
              + " restarted; it is left at {}.",
          node.getEndPoint(),
          writeLevel);
    }
  }

  @Override
  public void close() {
    rounds.close();
    try {
      if (!Runtime.getRuntime().removeShutdownHook(restoreAtExit)) {
        return;
      }
    } catch (IllegalStateException exiting) {
      // The hook does it.
      return;
    }
    restore();
    executor.shutdown();
  }
}
