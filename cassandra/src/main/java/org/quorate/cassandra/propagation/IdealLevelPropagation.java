package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;

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
  /** The name of this source in settings and reports. */
  public static final String NAME = "ideal-level";

  /** Fewer writes than this, and a round waits for more. */
  private static final long ENOUGH_WRITES = 30;

  private final CqlSession session;
  private final String keyspace;
  private final Level writeLevel;
  private final Duration window;
  private final IdealLevelNodes nodes;
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
    this.keyspace = keyspace;
    this.writeLevel = writeLevel;
    this.window = window;
    this.nodes =
        new IdealLevelNodes(
            node ->
                new IdealLevelNode(
                    new ManagedIdealLevel(access.connection(node), keyspace, writeLevel),
                    writeLevel.name()),
            writeLevel.name());
    this.restoreAtExit = new Thread(nodes::restore, "quorate-ideal-level-restore");
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
                PropagationReading.ofOneReplica(keyspace, NAME, System.nanoTime()));
          }
          nodes.retain(session.getMetadata().getNodes().values());
          return nodes
              .advance(up())
              .thenCompose(
                  first ->
                      first.totals().has(ENOUGH_WRITES)
                          ? CompletableFuture.completedFuture(first)
                          : nodes
                              .after(window)
                              .thenCompose(waited -> nodes.advance(up()))
                              .thenApply(first::then))
              .thenApply(this::reading);
        });
  }

  private List<Node> up() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> !KnownCluster.isDown(node))
        .toList();
  }

  private boolean hasOneReplica() throws SourceException {
    Replication replication = KnownCluster.replication(session, keyspace);
    return replication != null && replication.total() == 1;
  }

  private PropagationReading reading(IdealLevelNodes.Advance advance) {
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
    nodes.restore();
  }
}
