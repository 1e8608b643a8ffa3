package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;
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
public final class NetworkPropagation implements PropagationSource {
  /** Bytes of an average write, where nobody knows better. */
  public static final double DEFAULT_WRITE_BYTES = 1024;

  /** The bandwidth of the paper's testbed: 1 Gbit/s, in bytes per second. */
  public static final double DEFAULT_BYTES_PER_SECOND = 1e9 / 8;

  /** The name of this source in settings and reports. */
  public static final String NAME = "network";

  /** The longest that a round begins new reads, unless told otherwise. */
  public static final Duration DEFAULT_ROUND = Duration.ofSeconds(10);

  private static final Duration READ = Duration.ofSeconds(2);

  /** Pairs that are under way at once: few, so that the round measures links and not itself. */
  private static final int AT_A_TIME = 3;

  private final CqlSession session;
  private final TableName table;
  private final LevelLadder ladder;
  private final DoubleSupplier writeBytes;
  private final double bytesPerSecond;
  private final Duration longest;
  private final RandomGenerator random;
  private final LongSupplier clock;
  private final Rounds rounds = new Rounds();
  private final OwnReads.Counter reads = new OwnReads.Counter();
  private final KeyReads keys;
  private volatile @Nullable LevelDifference difference;

  /**
   * @param session stays open when this source is closed
   * @param table whose user may be read by the session
   * @param ladder whether the levels of one data centre are in use
   * @param averageWriteBytes asked once for each round; what is not above 0, NaN included, means
   *     that nobody knows, and {@link #DEFAULT_WRITE_BYTES} is taken
   * @param bytesPerSecond bandwidth of a link between nodes, above 0
   * @param longest a round begins no new reads after this time, and makes do with those that it has
   * @param random of keys and orders; used by one thread at a time
   */
  public NetworkPropagation(
      CqlSession session,
      TableName table,
      LevelLadder ladder,
      DoubleSupplier averageWriteBytes,
      double bytesPerSecond,
      Duration longest,
      RandomGenerator random) {
    this.session = session;
    this.table = table;
    this.ladder = ladder;
    this.writeBytes = averageWriteBytes;
    this.bytesPerSecond = bytesPerSecond;
    this.longest = longest;
    this.random = random;
    this.clock = System::nanoTime;
    this.keys = new KeyReads(session, table);
    NetworkTime.check(DEFAULT_WRITE_BYTES, bytesPerSecond);
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
  public CompletionStage<PropagationReading> measure() {
    return measure(Integer.MAX_VALUE);
  }

  @Override
  public CompletionStage<PropagationReading> measure(int mostPairs) {
    return rounds.begin(() -> keys.prepared().thenCompose(prepared -> round(prepared, mostPairs)));
  }

  private CompletionStage<PropagationReading> round(KeyReads.Prepared prepared, int mostPairs) {
    boolean local = ladder == LevelLadder.LOCAL;
    PairPlan<BoundStatement, Node> plan;
    TableRing ring = new TableRing(session, table, local, () -> prepared.draw(random));
    try {
      plan = PairPlan.draw(ring, mostPairs);
    } catch (SourceException unknown) {
      return CompletableFuture.failedFuture(unknown);
    }
    if (!plan.isReplicated()) {
      return CompletableFuture.completedFuture(
          PropagationReading.ofOneReplica(table.toString(), NAME, clock.getAsLong()));
    }
    if (plan.pairs().isEmpty()) {
      return CompletableFuture.failedFuture(
          new PropagationException(
              "No replica of " + table + " is connected, so nothing could be read through one."));
    }
    Level weak = local ? Level.LOCAL_ONE : Level.ONE;
    Level strong = local && ring.hasManyCenters() ? Level.LOCAL_QUORUM : Level.ALL;
    Level majority = local ? Level.LOCAL_QUORUM : Level.QUORUM;
    boolean complete = plan.isComplete();
    boolean all = complete && strong == Level.ALL;
    long deadline = clock.getAsLong() + longest.toNanos();
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
    return slowest
        .thenCombine(
            all
                ? before.thenCompose(any -> single(timed, plan, weak, majority, deadline))
                : CompletableFuture.completedFuture(DelaySample.NONE),
            (outcome, single) -> {
              difference = difference(weak, outcome);
              return reading(outcome, single, alone);
            })
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(keys.explained(failure)));
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
                  SeededRandom.stream(random.nextLong(), 0),
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
    return session
        .executeAsync(statement)
        .whenComplete((rows, failure) -> reads.ended(table, level))
        .thenApply(rows -> clock.getAsLong() - invoked);
  }

  @Override
  public OwnReads readsSent() {
    return reads.soFar();
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
                  + table
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
        NetworkTime.ofAverage(writeBytes.getAsDouble(), bytesPerSecond, notes)
            .of(outcome.differences()),
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

  @Override
  public void close() {
    rounds.close();
  }
}
