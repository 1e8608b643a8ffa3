package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;

/**
 * The propagation time of canaries: small rows of a table of their own, each written at ONE through
 * one of its replicas and then read back at ONE through every other one, without pause, until it is
 * there. It is the only source that sees what it asks about, for rows that the application does not
 * have.
 *
 * <p>For each replica, the last read that missed the canary and the first that saw it bound the
 * instant it arrived; half of that replica's fastest read is taken for the way between client and
 * replica, which is right where both directions take as long and shortens the bounds otherwise. The
 * value is the mean of the midpoints over all replicas and canaries, the bounds the 5th percentile
 * of the low ends and the 95th of the high ones. A replica that shows the canary at once gives
 * about 0. One that never does within the round is counted in a note, and not averaged.
 *
 * <p>A coordinator that is a replica reads itself at ONE, unless the dynamic snitch prefers another
 * one; what that one has is then taken for its own, which errs downwards.
 *
 * <p>A round costs at most {@link CanarySettings#canaries} writes and {@link CanarySettings#reads}
 * reads. The table stays when the source is closed, since others may use it; its rows expire.
 */
public final class CanaryPropagation implements PropagationSource {
  /** The name of this source in settings and reports. */
  public static final String NAME = "canary";

  private final CqlSession session;
  private final String observed;
  private final LevelLadder ladder;
  private final CanarySettings settings;
  private final TableName name;
  private final ConsistencyLevel level;
  private final RandomGenerator random;
  private final LongSupplier clock;
  private final List<UUID> rows;
  private final Rounds rounds = new Rounds();
  private final OwnReads.Counter sent = new OwnReads.Counter();
  private volatile @Nullable CanaryTable table;

  /**
   * @param session stays open when this source is closed; its user must be able to change and read
   *     the table of canaries
   * @param keyspace observed, without quotes
   * @param ladder whether the levels of one data centre are in use; then the replicas of the other
   *     ones are not looked at
   * @param random of rows and coordinators; used by one thread at a time
   */
  public CanaryPropagation(
      CqlSession session,
      String keyspace,
      LevelLadder ladder,
      CanarySettings settings,
      RandomGenerator random) {
    this.session = session;
    this.observed = keyspace;
    this.ladder = ladder;
    this.settings = settings;
    this.name = new TableName(settings.keyspace(), CanarySettings.TABLE);
    this.level = DriverLevels.of(ladder == LevelLadder.LOCAL ? Level.LOCAL_ONE : Level.ONE);
    this.random = random;
    this.clock = System::nanoTime;
    List<UUID> drawn = new ArrayList<>();
    for (int i = 0; i < settings.rows(); i++) {
      ByteBuffer bytes = RandomValues.of(DataTypes.UUID, random);
      drawn.add(new UUID(bytes.getLong(), bytes.getLong()));
    }
    rows = List.copyOf(drawn);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String meaning() {
    return "How long rows of a table of its own took, after their acknowledgement at ONE, until"
        + " reads through each other replica showed them; too low where replicas never did, which"
        + " is told.";
  }

  @Override
  public CompletionStage<PropagationReading> measure() {
    return rounds.begin(() -> open().thenCompose(ready -> new Round(ready).run()));
  }

  @Override
  public OwnReads readsSent() {
    return sent.soFar();
  }

  private CompletionStage<CanaryTable> open() throws SourceException {
    CanaryTable known = table;
    if (known != null) {
      known.requireReplicationOf(observed);
      return CompletableFuture.completedFuture(known);
    }
    return CanaryTable.open(session, observed, level, settings)
        .thenApply(
            opened -> {
              table = opened;
              return opened;
            });
  }

  /** One canary after another, each watched through all its other replicas at once. */
  private final class Round {
    private final CanaryTable canaries;
    private final CanaryTally tally = new CanaryTally();
    private final AtomicInteger reads = new AtomicInteger(settings.reads());
    private final long deadline = clock.getAsLong() + settings.round().toNanos();
    private final CompletableFuture<PropagationReading> reading = new CompletableFuture<>();
    private boolean isReplicated;
    private int written;

    private Round(CanaryTable canaries) {
      this.canaries = canaries;
    }

    private CompletionStage<PropagationReading> run() {
      next();
      return reading;
    }

    private void next() {
      long left = deadline - clock.getAsLong();
      if (written == settings.canaries() || left <= 0 || reads.get() <= 0 || rounds.isClosed()) {
        finish();
        return;
      }
      written++;
      UUID row = rows.get(random.nextInt(rows.size()));
      try {
        Set<Node> all = canaries.replicas(row);
        List<Node> replicas =
            ladder == LevelLadder.GLOBAL
                ? List.copyOf(all)
                : Replicas.near(session.getMetadata().getNodes().values(), all);
        isReplicated |= replicas.size() > 1;
        List<Node> usable =
            replicas.stream()
                .filter(node -> Replicas.canCoordinate(node) && !KnownCluster.isDown(node))
                .toList();
        if (usable.isEmpty() || replicas.size() == 1) {
          tally.addUnreachable(replicas.size() - 1);
          next();
          return;
        }
        tally.addUnreachable(replicas.size() - usable.size());
        send(row, usable, Duration.ofNanos(left));
      } catch (SourceException unknown) {
        reading.completeExceptionally(unknown);
      }
    }

    private void send(UUID row, List<Node> replicas, Duration timeout) {
      Node coordinator = replicas.get(random.nextInt(replicas.size()));
      long stamp = random.nextLong();
      canaries
          .write(row, stamp, coordinator, timeout)
          .whenComplete(
              (done, failure) -> {
                long acknowledged = clock.getAsLong();
                if (failure == null) {
                  watch(row, stamp, acknowledged, coordinator, replicas);
                } else {
                  fail(failure);
                }
              });
    }

    private void watch(
        UUID row, long stamp, long acknowledged, Node coordinator, List<Node> replicas) {
      List<Node> others =
          replicas.stream().filter(replica -> !replica.equals(coordinator)).toList();
      AtomicInteger watched = new AtomicInteger(others.size());
      if (others.isEmpty()) {
        next();
      }
      for (Node replica : others) {
        new CanaryWatch(
                timeout ->
                    canaries
                        .has(row, stamp, replica, timeout)
                        .whenComplete((seen, failure) -> sent.ended(name, level)),
                acknowledged,
                deadline,
                reads,
                clock)
            .run()
            .thenAccept(
                sighting -> {
                  tally.add(sighting);
                  if (watched.decrementAndGet() == 0) {
                    next();
                  }
                });
      }
    }

    private void fail(Throwable failure) {
      if (DriverErrors.isUnauthorized(failure) || DriverErrors.isInvalid(failure)) {
        // The table may have been dropped; the next round looks for it again.
        table = null;
        reading.completeExceptionally(explained(failure));
      } else {
        tally.addUnwritten(failure);
        next();
      }
    }

    private void finish() {
      List<VisibilityInterval> intervals = tally.intervals();
      if (!intervals.isEmpty()) {
        reading.complete(
            new PropagationReading(
                CanaryTimes.of(intervals),
                NAME,
                intervals.size(),
                clock.getAsLong(),
                tally.notes()));
      } else if (!isReplicated) {
        reading.complete(PropagationReading.ofOneReplica(observed, NAME, clock.getAsLong()));
      } else {
        reading.completeExceptionally(nothingSeen());
      }
    }

    private Throwable nothingSeen() {
      Throwable last = tally.lastFailure();
      if (last != null && DriverErrors.isUnauthorized(last)) {
        return explained(last);
      }
      return new PropagationException(
          "No canary was seen within "
              + settings.round().toMillis()
              + " ms. "
              + String.join(" ", tally.notes())
              + (last == null ? "" : " The last failure was: " + last.getMessage()));
    }

    private Throwable explained(Throwable failure) {
      return new SourceException(
          "The server does not take the canaries: "
              + failure.getMessage()
              + "; their user needs MODIFY and SELECT on table "
              + settings.keyspace()
              + "."
              + CanarySettings.TABLE
              + ".",
          failure);
    }
  }

  @Override
  public void close() {
    rounds.close();
  }
}
