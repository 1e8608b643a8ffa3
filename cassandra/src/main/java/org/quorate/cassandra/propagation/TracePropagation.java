package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.NodeAddress;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

/**
 * The propagation time from what servers trace of reads at ALL, each replica by itself: Tp = Ln +
 * average write size / bandwidth, as of {@link NetworkPropagation}, with Ln half the median, over
 * the round's reads, of how long the slowest other replica was waited for.
 *
 * <p>A random key of the observed table, which almost surely does not exist, is read at ALL through
 * one of its replicas, with tracing on. The coordinator's own events tell the round trip to each
 * other replica, and that replica's own how much of it was spent there ({@link TraceLegs}). No
 * clocks are compared, and nothing of the client's is in it. The shortest time that a replica of
 * the round took itself is taken off all round trips ({@link TraceWaits}), so queues of reads are
 * in the time and an idle replica's work is not. Of each pair of nodes {@link #links} has the
 * network's part and the replica's apart.
 *
 * <p>It errs upwards by what tracing itself takes and by being about the slowest replica; downwards
 * by what a write waits for besides. Servers of 4.0 and later write about ten rows of each node to
 * {@code system_traces} for a traced read, which they keep for a day, so a round has three reads at
 * most; the user needs SELECT on {@code system_traces.events}.
 *
 * <p>With the {@link LevelLadder#LOCAL} ladder only replicas of the client's data centre count for
 * the time. When a replica is down and ALL cannot be had the reads are at a majority, and a note
 * says so.
 */
public final class TracePropagation extends KeyReadPropagation {
  /** The name of this source in settings and reports. */
  public static final String NAME = "traces";

  /** Reads of one round at most. */
  static final int MOST_TRACES = 3;

  private final TraceEvents events;
  private final TraceLinks links = new TraceLinks();

  /**
   * A key, who shall coordinate its read, and which replicas of it count, the coordinator among
   * them.
   */
  private record Target(
      PairPlan.Pair<BoundStatement, Node> pair, List<Node> replicas, boolean isFiltered) {}

  public TracePropagation(TimedTable of) {
    super(of);
    this.events = TraceEvents.of(of.session(), reads);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String meaning() {
    return "Half of a round trip to the slowest replica as servers trace it, without what an idle"
        + " replica takes to answer, and the time to send an average write; it includes queues of"
        + " reads at replicas and knows none of writes.";
  }

  @Override
  public CompletionStage<PropagationReading> measure(int mostPairs) {
    return super.measure(Math.min(mostPairs, MOST_TRACES));
  }

  @Override
  CompletionStage<PropagationReading> measured(PairPlan<BoundStatement, Node> plan, TableRing ring)
      throws SourceException {
    boolean local = of.isLocal();
    List<Target> targets = new ArrayList<>();
    for (PairPlan.Pair<BoundStatement, Node> pair : plan.pairs()) {
      targets.add(
          new Target(pair, List.copyOf(ring.replicas(pair.key())), local && ring.hasManyCenters()));
    }
    ConsistencyLevel majority = DriverLevels.of(local ? Level.LOCAL_QUORUM : Level.QUORUM);
    @Nullable ConsistencyLevel fallback = plan.isComplete() ? majority : null;
    return new TracedReads<>(
            this::traced,
            targets,
            plan.isComplete() ? ConsistencyLevel.ALL : majority,
            fallback,
            clock,
            clock.getAsLong() + of.longest().toNanos())
        .run()
        .thenApply(this::reading);
  }

  private CompletionStage<TraceLegs> traced(Target target, ConsistencyLevel level) {
    boolean all = level.equals(ConsistencyLevel.ALL);
    int replicas = target.replicas().size();
    int asked = Math.max(1, all ? replicas - 1 : replicas / 2);
    return of.session()
        .executeAsync(
            target
                .pair()
                .key()
                .setNode(target.pair().coordinator())
                .setConsistencyLevel(level)
                .setTracing(true)
                .setTimeout(READ))
        .whenComplete((rows, failure) -> reads.ended(of.table(), level))
        .thenCompose(
            rows -> {
              @Nullable UUID trace = rows.getExecutionInfo().getTracingId();
              return trace == null
                  ? CompletableFuture.<TraceLegs>failedFuture(
                      new SourceException(
                          "The servers do not trace reads that ask for it; choose another source of"
                              + " propagation times."))
                  : events.legs(trace, found -> counted(target, found, asked).isComplete(asked));
            })
        .thenApply(
            found -> {
              links.add(found);
              TraceLegs counted = counted(target, found, asked);
              if (counted.legs().size() < asked) {
                throw new CompletionException(
                    new PropagationException(
                        "A trace told of "
                            + counted.legs().size()
                            + " of the "
                            + asked
                            + " other replicas that were read"
                            + (found.legs().isEmpty()
                                ? "; servers may write their traces elsewhere"
                                    + " (cassandra.custom_tracing_class), or be too busy."
                                : ".")));
              }
              return counted;
            });
  }

  /**
   * The legs that the time is about: a coordinator that looks a role up meanwhile asks nodes for
   * that too.
   */
  private static TraceLegs counted(Target target, TraceLegs found, int asked) {
    return target.isFiltered() || found.legs().size() > asked
        ? found.among(
            target.replicas().stream()
                .flatMap(node -> node.getBroadcastAddress().stream())
                .flatMap(address -> NodeAddress.of(address).stream())
                .toList())
        : found;
  }

  private PropagationReading reading(TracedReads.Outcome outcome) {
    List<TraceLegs> traces = outcome.traces();
    if (traces.isEmpty()) {
      Throwable last = outcome.lastFailure();
      throw new CompletionException(
          new PropagationException(
              "No read of "
                  + of.table()
                  + " could be traced"
                  + (last == null ? "." : "; the last failure was: " + Failures.sentence(last))));
    }
    boolean all = outcome.level().equals(ConsistencyLevel.ALL);
    List<String> notes = new ArrayList<>();
    if (!all) {
      notes.add(
          "The traced reads were at "
              + outcome.level().name()
              + ", so the time is that of the slowest replica of a majority only.");
    }
    if (outcome.failed() > 0) {
      notes.add("Traced reads that failed and are left out: " + outcome.failed() + ".");
    }
    if (traces.stream()
        .anyMatch(trace -> !trace.legs().stream().allMatch(TraceLegs.Leg::isReplicaKnown))) {
      notes.add("Of some replicas the traces do not tell what they took themselves.");
    }
    TraceWaits waits = TraceWaits.of(traces);
    return new PropagationReading(
        of.networkTime(notes).of(waits.slowest()),
        NAME,
        traces.size(),
        outcome.newest(),
        notes,
        all
            ? new RoundTrips(DelaySample.of(waits.slowest()), DelaySample.of(waits.majority()))
            : RoundTrips.NONE,
        0);
  }

  /**
   * How long coordinators waited for each replica in the latest hundred traced reads, the slowest
   * first: of all data centres.
   */
  public List<ReplicaLink> links() {
    return links.medians();
  }
}
