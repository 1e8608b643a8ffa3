package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

/**
 * The propagation time from the Harmony paper's inputs: Tp = Ln + average write size / bandwidth.
 * The paper names these inputs and gives no formula; this sum is our definition, with Ln half a
 * round trip between nodes.
 *
 * <p>A client reaches nodes but not the links between them, so the round trip is measured through
 * the cluster, by reads alone: a random key of the observed table, which almost surely does not
 * exist, is read at ONE and at ALL through one of its replicas. At ONE a coordinator that is a
 * replica answers by itself; at ALL it waits for the slowest other replica. Ln is half the median
 * of the paired differences of the two durations, its bounds half their quartiles.
 *
 * <p>It errs upwards by half of the other replica's service time, and by being about the slowest
 * replica where others are nearer; downwards where the dynamic snitch sends the read at ONE to
 * another replica, which the median survives while that is the smaller part of the pairs. Three
 * pairs are under way at a time, and three that are read at a majority. What a write waits for
 * besides the link (queues, a full commit log) is not in it. A round costs 80 reads of rows that do
 * not exist at most: 60 for this time, and 20 at ONE and at a majority, which tell how soon a write
 * at a majority completes.
 *
 * <p>With the {@link LevelLadder#LOCAL} ladder, in a keyspace of several data centres, the strong
 * level is LOCAL_QUORUM, which knows the slowest of the nearest majority only. When a replica is
 * down and ALL cannot be had the round uses QUORUM, and says so. Where servers do not allow ALL at
 * all nothing is measured: the majority that writes may wait for tells nothing of who comes later.
 */
public final class NetworkPropagation extends KeyReadPropagation {
  /** The name of this source in settings and reports. */
  public static final String NAME = "network";

  /** Pairs that are under way at once: few, so that the round measures links and not itself. */
  private static final int AT_A_TIME = 3;

  private volatile @Nullable LevelDifference difference;

  public NetworkPropagation(TimedTable of) {
    super(of);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String meaning() {
    return "Half of what waiting for all replicas adds to a read through one of them, and the time"
        + " to send an average write; it includes half of a replica's service time and knows no"
        + " queues of writes.";
  }

  @Override
  CompletionStage<PropagationReading> measured(
      PairPlan<BoundStatement, Node> plan, TableRing ring) {
    boolean local = of.isLocal();
    Level weak = local ? Level.LOCAL_ONE : Level.ONE;
    Level strong = local && ring.hasManyCenters() ? Level.LOCAL_QUORUM : Level.ALL;
    Level majority = local ? Level.LOCAL_QUORUM : Level.QUORUM;
    boolean complete = plan.isComplete();
    boolean all = complete && strong == Level.ALL;
    long deadline = clock.getAsLong() + of.longest().toNanos();
    ConsistencyLevel wanted = DriverLevels.of(complete ? strong : majority);
    @Nullable ConsistencyLevel fallback = all ? DriverLevels.of(majority) : null;
    ReadsAlone<Node> alone = new ReadsAlone<>();
    LevelPairs.Read<PairPlan.Pair<BoundStatement, Node>> timed =
        (pair, level) ->
            read(pair, level)
                .whenComplete(
                    (nanos, failure) -> {
                      if (failure == null && level.equals(DriverLevels.of(weak))) {
                        alone.ended(pair.coordinator(), nanos);
                      }
                    });
    CompletionStage<LevelPairs.Outcome> slowest =
        pairs(timed, plan.pairs(), weak, wanted, fallback, deadline);
    // In a small round the coordinators are read again afterwards, since two reads at once that
    // share a delay show no jitter.
    CompletionStage<?> before =
        plan.pairs().size() > AT_A_TIME
            ? CompletableFuture.completedFuture(null)
            : slowest.handle((outcome, failure) -> outcome);
    return slowest.thenCombine(
        all
            ? before.thenCompose(any -> single(timed, plan, weak, majority, deadline))
            : CompletableFuture.completedFuture(DelaySample.NONE),
        (outcome, single) -> {
          difference = difference(weak, outcome);
          return reading(outcome, single, alone);
        });
  }

  /** What waiting for one other replica added, by fewer pairs at the same time. */
  private CompletionStage<DelaySample> single(
      LevelPairs.Read<PairPlan.Pair<BoundStatement, Node>> timed,
      PairPlan<BoundStatement, Node> plan,
      Level weak,
      Level majority,
      long deadline) {
    List<PairPlan.Pair<BoundStatement, Node>> some =
        plan.pairs().subList(0, (plan.pairs().size() + 2) / 3);
    return pairs(timed, some, weak, DriverLevels.of(majority), null, deadline)
        .handle(
            (outcome, failure) ->
                outcome == null ? DelaySample.NONE : DelaySample.of(outcome.differences()));
  }

  /** Some at a time, each after the one before. */
  private CompletionStage<LevelPairs.Outcome> pairs(
      LevelPairs.Read<PairPlan.Pair<BoundStatement, Node>> timed,
      List<PairPlan.Pair<BoundStatement, Node>> pairs,
      Level weak,
      ConsistencyLevel strong,
      @Nullable ConsistencyLevel fallback,
      long deadline) {
    int each = (pairs.size() + AT_A_TIME - 1) / AT_A_TIME;
    @Nullable CompletionStage<LevelPairs.Outcome> all = null;
    for (int from = 0; from < pairs.size(); from += each) {
      CompletionStage<LevelPairs.Outcome> some =
          new LevelPairs<>(
                  timed,
                  pairs.subList(from, Math.min(pairs.size(), from + each)),
                  DriverLevels.of(weak),
                  strong,
                  fallback,
                  SeededRandom.stream(of.random().nextLong(), 0),
                  clock,
                  deadline)
              .run();
      all = all == null ? some : all.thenCombine(some, (one, other) -> one.plus(other, strong));
    }
    return Objects.requireNonNull(all, "no pairs");
  }

  private static @Nullable LevelDifference difference(Level weak, LevelPairs.Outcome outcome) {
    if (outcome.differences().isEmpty()) {
      return null;
    }
    Quantiles quantiles = new Quantiles(outcome.differences());
    return new LevelDifference(
        weak.name(),
        outcome.strong().name(),
        quantiles.at(0.5),
        quantiles.at(0.25),
        quantiles.at(0.75),
        outcome.differences().size());
  }

  /** What waiting for all replicas added to a read in the latest round; empty before the first. */
  public Optional<LevelDifference> difference() {
    return Optional.ofNullable(difference);
  }

  private CompletionStage<Long> read(
      PairPlan.Pair<BoundStatement, Node> pair, ConsistencyLevel level) {
    BoundStatement statement =
        pair.key().setNode(pair.coordinator()).setConsistencyLevel(level).setTimeout(READ);
    long invoked = clock.getAsLong();
    return of.session()
        .executeAsync(statement)
        .whenComplete((rows, failure) -> reads.ended(of.table(), level))
        .thenApply(rows -> clock.getAsLong() - invoked);
  }

  private PropagationReading reading(
      LevelPairs.Outcome outcome, DelaySample single, ReadsAlone<Node> alone) {
    String strong = outcome.strong().name();
    boolean all = strong.equals(Level.ALL.name());
    int unanswered = all ? outcome.unanswered() : 0;
    if (outcome.differences().isEmpty()) {
      Throwable last = outcome.lastFailure();
      throw new CompletionException(
          new PropagationException(
              "No key of "
                  + of.table()
                  + " could be read at both levels"
                  + (last == null ? "." : "; the last failure was: " + last.getMessage()),
              unanswered));
    }
    List<String> notes = new ArrayList<>();
    if (!all) {
      notes.add(
          "The strong reads were at "
              + strong
              + ", so the time is that of the slowest replica of the fastest majority only.");
    }
    if (outcome.failed() > 0) {
      notes.add("Pairs of reads that failed and are left out: " + outcome.failed() + ".");
    }
    return new PropagationReading(
        of.networkTime(notes).of(outcome.differences()),
        NAME,
        outcome.differences().size(),
        outcome.newest(),
        notes,
        all
            ? new RoundTrips(
                DelaySample.of(outcome.differences()), single, alone.jitter(), alone.alone())
            : RoundTrips.NONE,
        unanswered);
  }
}
