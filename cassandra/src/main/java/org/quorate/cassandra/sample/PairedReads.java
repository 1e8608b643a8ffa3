package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.RefusedLevel;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Sends pairs of reads beside an application's own: for a share of its reads, never more than a few
 * at a time, and not while the {@link LatencyGuard} says stop. Thread-safe; never throws.
 *
 * <p>Where servers do not allow a level of a table's pairs, those end for that table, and are tried
 * again after a pause.
 *
 * <p>A pair costs two reads of timestamps, one at the weakest level and one at the level that meets
 * every completed write, of the row or slice that the application reads: of its first page, and of
 * {@value #MOST_ROWS} rows at most. Longer slices are not compared. It repairs what the stronger
 * read finds different, as any read at that level does.
 */
public final class PairedReads {
  private static final Duration CYCLE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMinutes(10);
  private static final int MOST_UNDER_WAY = 8;
  private static final int MOST_QUERIES = 500;

  /** Rows of a slice that are compared. */
  static final int MOST_ROWS = 100;

  /** The levels of a pair. */
  public record Levels(Level weak, Level strong) {}

  /** One of the application's reads, chosen to be timed. */
  public record Sample(TableName table, Levels pair, long startedAtNanos) {}

  /**
   * Pairs of a table so far whose weaker read asks one replica: none of these falls.
   *
   * @param stale of these, the weaker read was stale
   * @param failed pairs of which a read failed; not among {@code pairs}
   */
  public record Counts(long pairs, long stale, long failed) {
    private Counts plus(Counts other) {
      return new Counts(pairs + other.pairs, stale + other.stale, failed + other.failed);
    }
  }

  /** Pairs of other levels are other findings. */
  private record Kind(TableName table, Levels pair) {}

  private final CqlSession session;
  private final Events events;
  private final double share;
  private volatile boolean allowed = true;
  private volatile Consumer<TableName> whenClocksAreApart = table -> {};
  private final LongSupplier nanoTime;
  private final InstantSource wallClock;
  private final LatencyGuard guard;
  private final AtomicInteger underWay = new AtomicInteger();
  private final Map<Kind, PairTally> tallies = new ConcurrentHashMap<>();
  private final Map<Kind, Long> refused = new ConcurrentHashMap<>();
  private final Map<TableName, Levels> levels = new ConcurrentHashMap<>();
  private final Map<String, CompletionStage<PreparedStatement>> queries = new ConcurrentHashMap<>();
  private final OwnReads.Counter reads = new OwnReads.Counter();

  /**
   * @param session the application's own, whose levels are untouched
   * @param share of the reads, 0 to 1
   */
  public PairedReads(
      CqlSession session,
      double share,
      Events events,
      LongSupplier nanoTime,
      InstantSource wallClock) {
    this(session, share, events, nanoTime, wallClock, new LatencyGuard(CYCLE, PAUSE));
  }

  private PairedReads(
      CqlSession session,
      double share,
      Events events,
      LongSupplier nanoTime,
      InstantSource wallClock,
      LatencyGuard guard) {
    this.session = session;
    this.share = share;
    this.events = events;
    this.nanoTime = nanoTime;
    this.wallClock = wallClock;
    this.guard = guard;
  }

  /**
   * Pairs that are sent by themselves, beside no application's reads: every one that is begun is
   * sent, unless too many are under way or fail.
   */
  public static PairedReads alone(
      CqlSession session, Events events, LongSupplier nanoTime, InstantSource wallClock) {
    return new PairedReads(session, 1, events, nanoTime, wallClock, LatencyGuard.ofFailures(PAUSE));
  }

  /** Whether pairs may be sent at all: not where the application's requests would wait for them. */
  public boolean isAllowed() {
    return allowed;
  }

  /** Has no pair sent beside any read from now on. */
  public void forbid() {
    allowed = false;
  }

  /**
   * Has somebody told, on a thread of the driver, of every pair which shows that the clock of one
   * who writes its table is ahead of this process's: it has a cell that was written after its own
   * answer was back.
   */
  public void whenClocksAreApart(Consumer<TableName> listener) {
    whenClocksAreApart = listener;
  }

  /** Draws whether a read is to be sampled; allocates nothing. */
  public boolean isDrawn() {
    return allowed && share > 0 && ThreadLocalRandom.current().nextDouble() < share;
  }

  /**
   * Begins to time a read that was drawn, and sends a pair beside it where that is allowed now.
   *
   * @param query for the timestamps of the same rows, with the read's own bind markers
   */
  public Sample begin(TableName table, PairQuery query, BoundStatement read, Levels pair) {
    return begin(table, query, read, pair, PairListener.NONE);
  }

  /** The same, and tells what the pair has found where both of its reads succeed. */
  public Sample begin(
      TableName table, PairQuery query, BoundStatement read, Levels pair, PairListener listener) {
    long now = nanoTime.getAsLong();
    var unused = tryBegin(table, query, read, pair, listener);
    return new Sample(table, pair, now);
  }

  /** Sends a pair beside no read, where that is allowed now; says whether it was sent. */
  public boolean tryBegin(
      TableName table, PairQuery query, BoundStatement read, Levels pair, PairListener listener) {
    long now = nanoTime.getAsLong();
    if (!listener.isSampled()) {
      levels.put(table, pair);
    }
    if (pair.weak() == pair.strong() || !guard.mayRead(now) || !isAllowed(table, pair, now)) {
      return false;
    }
    if (underWay.incrementAndGet() > MOST_UNDER_WAY) {
      underWay.decrementAndGet();
      listener.untold();
      return false;
    }
    send(table, query, read, pair, listener);
    return true;
  }

  /**
   * The application's own read has succeeded.
   *
   * @return how long it took, nanoseconds
   */
  public long end(Sample sample) {
    long took = nanoTime.getAsLong() - sample.startedAtNanos();
    tally(sample.table(), sample.pair()).own(took);
    guard
        .own(sample.startedAtNanos(), took)
        .ifPresent(reason -> events.tell(LevelEvent.Kind.SAMPLING, null, null, null, reason));
    return took;
  }

  /** Whether servers allow its levels; where they did not, one pair is tried after each pause. */
  private boolean isAllowed(TableName table, Levels pair, long now) {
    @Nullable Long refusedAt = refused.get(new Kind(table, pair));
    return refusedAt == null || now - refusedAt >= PAUSE.toNanos();
  }

  private PairTally tally(TableName table, Levels pair) {
    return tallies.computeIfAbsent(new Kind(table, pair), any -> new PairTally());
  }

  private void send(
      TableName table, PairQuery query, BoundStatement read, Levels pair, PairListener listener) {
    try {
      prepared(query.text())
          .whenComplete(
              (prepared, failure) -> {
                if (prepared == null) {
                  ended(table, pair, listener, failure);
                } else {
                  send(table, query, prepared, read, pair, listener);
                }
              });
    } catch (RuntimeException e) {
      ended(table, pair, listener, e);
    }
  }

  private CompletionStage<PreparedStatement> prepared(String query) {
    CompletionStage<PreparedStatement> known = queries.get(query);
    if (known != null) {
      return known;
    }
    CompletionStage<PreparedStatement> preparing = session.prepareAsync(query);
    if (queries.size() < MOST_QUERIES) {
      queries.put(query, preparing);
      preparing.whenComplete(
          (prepared, failure) -> {
            if (failure != null) {
              queries.remove(query);
            }
          });
    }
    return preparing;
  }

  private BoundStatement bind(PreparedStatement prepared, BoundStatement read) {
    BoundStatement bound = prepared.bind();
    for (int i = 0; i < prepared.getVariableDefinitions().size(); i++) {
      ByteBuffer value = read.getBytesUnsafe(i);
      bound = bound.setBytesUnsafe(i, value);
    }
    // As the application has it read: with its time limits, and by way of the same nodes.
    return bound
        .setExecutionProfileName(read.getExecutionProfileName())
        .setExecutionProfile(read.getExecutionProfile())
        .setNode(read.getNode())
        .setTimeout(read.getTimeout())
        .setPageSize(Math.min(Paging.rowsAtOnce(session, read), MOST_ROWS + 1))
        .setIdempotent(true);
  }

  private void send(
      TableName table,
      PairQuery query,
      PreparedStatement prepared,
      BoundStatement read,
      Levels pair,
      PairListener listener) {
    try {
      BoundStatement pairRead = bind(prepared, read);
      long sentAt = ChronoUnit.MICROS.between(Instant.EPOCH, wallClock.instant());
      long start = nanoTime.getAsLong();
      long[] took = new long[2];
      CompletionStage<AsyncResultSet> weak =
          session.executeAsync(pairRead.setConsistencyLevel(DriverLevels.of(pair.weak())));
      CompletionStage<AsyncResultSet> strong =
          session.executeAsync(pairRead.setConsistencyLevel(DriverLevels.of(pair.strong())));
      CompletionStage<AsyncResultSet> timedWeak =
          weak.whenComplete((rows, failure) -> took[0] = nanoTime.getAsLong() - start);
      strong
          .whenComplete((rows, failure) -> took[1] = nanoTime.getAsLong() - start)
          .thenCombine(
              timedWeak,
              (strongRows, weakRows) -> {
                SliceAnswer weakAnswer = query.answer(weakRows);
                SliceAnswer strongAnswer = query.answer(strongRows);
                if (Math.max(weakAnswer.rows().size(), strongAnswer.rows().size()) > MOST_ROWS) {
                  if (listener.isDrawn()) {
                    tally(table, pair).tooLong();
                  }
                  listener.untold();
                } else {
                  PairFinding found = query.judge(weakAnswer, strongAnswer, sentAt);
                  long newest = strongAnswer.newestUntil(sentAt);
                  long age = newest == Cells.NONE ? PairTally.NO_AGE : sentAt - newest;
                  Optional<Node> replica =
                      AnsweringReplica.of(session, table, pair.weak(), pairRead, weakRows);
                  if (listener.isDrawn()) {
                    compared(table, pair, found, took, age, replica);
                  }
                  if (PairAnswers.areClocksApart(weakAnswer, strongAnswer, sentAt, took)) {
                    whenClocksAreApart.accept(table);
                  }
                  listener.took(pair, took[0], took[1], PairAnswers.areAlike(found, age, took));
                  if (age != PairTally.NO_AGE) {
                    listener.written(age);
                  }
                  if (found.isTelling()) {
                    listener.answered(found == PairFinding.STALE, replica, age);
                  } else {
                    listener.untold();
                  }
                }
                return true;
              })
          .whenComplete(
              (both, failure) -> {
                reads.ended(table, DriverLevels.of(pair.weak()));
                reads.ended(table, DriverLevels.of(pair.strong()));
                ended(table, pair, listener, failure);
              });
    } catch (RuntimeException e) {
      ended(table, pair, listener, e);
    }
  }

  private void compared(
      TableName table,
      Levels pair,
      PairFinding found,
      long[] took,
      long ageMicros,
      Optional<Node> replica) {
    PairTally tally = tally(table, pair);
    tally.pair(found, took[0], took[1], ageMicros);
    replica.ifPresent(node -> tally.answered(String.valueOf(node.getEndPoint()), found));
    if (tally.isDue()) {
      String sentence = tally.result(pair.weak(), pair.strong()).sentence();
      events.tell(LevelEvent.Kind.OBSERVED, table, null, null, sentence);
    }
  }

  private void ended(
      TableName table, Levels pair, PairListener listener, @Nullable Throwable failure) {
    underWay.decrementAndGet();
    if (failure != null && listener.isDrawn()) {
      tally(table, pair).failed();
    }
    if (failure == null) {
      refused.remove(new Kind(table, pair));
    } else if (RefusedLevel.isWhy(failure)) {
      // That says nothing of other tables' pairs, which are of other levels perhaps.
      refused(new Kind(table, pair));
      return;
    } else if (PairAnswers.isLost(failure)) {
      listener.lost();
    }
    if (listener.isDrawn()) {
      guard
          .ended(nanoTime.getAsLong(), failure == null)
          .ifPresent(reason -> events.tell(LevelEvent.Kind.SAMPLING, null, null, null, reason));
    }
  }

  private void refused(Kind kind) {
    if (refused.put(kind, nanoTime.getAsLong()) == null) {
      String sentence = PairAnswers.notAllowed(kind.pair(), PAUSE);
      events.tell(LevelEvent.Kind.SAMPLING, kind.table(), null, null, sentence);
    }
  }

  /** Whether pairs are not sent for now, because they did harm or failed. */
  public boolean isPaused() {
    return guard.isPaused();
  }

  /** Reads that were sent for pairs so far and have ended. */
  public OwnReads readsSent() {
    return reads.soFar();
  }

  /**
   * What the pairs of a table have shown, of the levels that are compared now; empty where none of
   * its reads was sampled yet.
   */
  public Optional<PairResult> result(TableName table) {
    @Nullable Levels pair = levels.get(table);
    return pair == null
        ? Optional.empty()
        : Optional.ofNullable(tallies.get(new Kind(table, pair)))
            .map(tally -> tally.result(pair.weak(), pair.strong()));
  }

  /** How many pairs of a table there were so far. */
  public Counts counts(TableName table) {
    return tallies.entrySet().stream()
        .filter(each -> each.getKey().table().equals(table))
        // Samples of a level between are stale more seldom, and may be most of all.
        .filter(each -> each.getKey().pair().weak().replicas(2) == 1)
        .map(each -> each.getValue().counts())
        .reduce(new Counts(0, 0, 0), Counts::plus);
  }
}
