package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.jmx.TopPartitions;
import org.quorate.cassandra.observe.RowSearch.RowKey;
import org.quorate.cassandra.sample.PairListener;
import org.quorate.cassandra.sample.PairedReads;

/**
 * Reads rows of one table in pairs, within a budget of reads: of rows in use, which it finds among
 * rows drawn alike, and of some of the latter, so that replicas that were left behind long ago show
 * too. Where servers have told which partitions are read most, a pair is of one of these with the
 * probability that a read is. Rows are drawn alike by a range query of a few from a random token
 * on; each of its rows counts as a read. A quarter of the budget goes to that, and three quarters
 * as long as none in use was found. Thread-safe; never throws.
 */
final class TableSampler {
  private static final int ROWS_AT_ONCE = 10;
  private static final int READS_OF_A_PAIR = 2;

  /** Of the reads that are spent, one in so many looks for rows. */
  private static final int LOOKING = 4;

  /** Of the pairs, one in so many is of a row drawn alike. */
  private static final int ALIKE = 10;

  private static final int MOST_WAITING = 100;

  /** Of the rows that are remembered, so many times as many are told apart among the pairs. */
  private static final int TOLD_APART = 4;

  private static final long FIRST_RESPITE = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_RESPITE = Duration.ofMinutes(10).toNanos();

  private final CqlSession session;
  private final SampledTable table;
  private final RowSearch rows;
  private final PairedReads.Levels levels;
  private final PairedReads inUse;
  private final PairedReads alike;
  private final RandomGenerator random;
  private final InstantSource wallClock;
  private final Consumer<String> problem;
  private final ReadBudget budget;
  private final KeysInUse<RowKey> keys;
  private final RowsCompared<RowKey> compared;
  private final int mostWaiting;
  private final ArrayDeque<RowKey> waiting = new ArrayDeque<>();

  /** Of partitions that are read most, where a row's key has more columns than a partition's. */
  private final Map<List<ByteBuffer>, RowKey> firstRows = new HashMap<>();

  private PartitionsRead read = PartitionsRead.NONE;
  private volatile long dueNanos;
  private long latestNanos;
  private long askAgainNanos;
  private long respite = FIRST_RESPITE;
  private @Nullable PreparedStatement prepared;
  private @Nullable String obstacle;
  private boolean asking;
  private boolean foundNone;
  private long rowsSeen;
  private long looked;
  private long paired;
  private long pairsBegun;

  /**
   * @param inUse sends pairs of rows in use, and {@code alike} of the others; both of all tables
   * @param mostKeys that are remembered
   * @param random used by one thread at a time
   * @param problem told sentences for people, each perhaps often
   */
  TableSampler(
      CqlSession session,
      SampledTable table,
      PairedReads.Levels levels,
      PairedReads inUse,
      PairedReads alike,
      int mostKeys,
      RandomGenerator random,
      InstantSource wallClock,
      Consumer<String> problem,
      long now) {
    this.session = session;
    this.table = table;
    this.rows = new RowSearch(session, table, levels.weak());
    this.levels = levels;
    this.inUse = inUse;
    this.alike = alike;
    this.keys = new KeysInUse<>(mostKeys);
    this.compared = new RowsCompared<>(TOLD_APART * mostKeys);
    this.mostWaiting = Math.min(MOST_WAITING, mostKeys);
    this.latestNanos = now;
    this.askAgainNanos = now;
    this.random = random;
    this.wallClock = wallClock;
    this.problem = problem;
    this.budget = new ReadBudget(now);
    this.dueNanos = budget.hasAt(ROWS_AT_ONCE, now);
  }

  /** So many reads a second may be sent from now on. */
  synchronized void allow(double readsPerSecond, long now) {
    budget.allow(readsPerSecond, now);
    awaitTurn(now);
  }

  /** Draws rows as often as they are read from now on, as far as it is known of which ones. */
  synchronized void read(TopPartitions most) {
    read = PartitionsRead.of(most, table.partitionKey());
    firstRows.clear();
  }

  /** Whether a step may find something to send: not where the budget has nothing for it. */
  boolean isDue(long now) {
    return now - dueNanos >= 0;
  }

  /** Sends the next pair, or the question for more rows, where the budget has it. */
  synchronized void step(long now) {
    latestNanos = now;
    try {
      if (budget.has(wanted(now), now)) {
        if (isLooking(now)) {
          asking = true;
          ask(random.nextLong())
              .thenCompose(
                  found ->
                      found == 0 ? ask(Long.MIN_VALUE) : CompletableFuture.completedFuture(found))
              .whenComplete(this::answered);
        } else {
          pair();
        }
      }
    } catch (RuntimeException e) {
      failed(e);
    }
    awaitTurn(now);
  }

  /** Until rows are asked for again there may be none that a pair could be of. */
  private void awaitTurn(long now) {
    long paid = budget.hasAt(wanted(now), now);
    boolean isIdle = !asking && keys.size() == 0 && waiting.isEmpty() && read.size() == 0;
    dueNanos = isIdle && askAgainNanos - paid > 0 ? askAgainNanos : paid;
  }

  private int wanted(long now) {
    return isLooking(now) ? ROWS_AT_ONCE : READS_OF_A_PAIR;
  }

  private boolean isLooking(long now) {
    return !asking && now - askAgainNanos >= 0 && isTimeToLook();
  }

  /**
   * Until a row in use was found, what else pairs are of is worth little; and pairs are prepared by
   * the first look.
   */
  private boolean isTimeToLook() {
    if (prepared == null || (keys.size() == 0 && read.size() == 0)) {
      return waiting.isEmpty() || looked < (LOOKING - 1) * paired;
    }
    return looked * (LOOKING - 1) < paired;
  }

  private void pair() {
    PreparedStatement known = prepared;
    if (known == null) {
      return;
    }
    boolean isAlikesTurn = pairsBegun % ALIKE == 0 && !waiting.isEmpty();
    List<ByteBuffer> partition = isAlikesTurn ? null : read.draw(random).orElse(null);
    if (partition != null) {
      pairOf(known, partition);
      return;
    }
    Optional<RowKey> used = isAlikesTurn ? Optional.empty() : others();
    RowKey key = used.isPresent() ? used.get() : waiting.poll();
    if (key != null) {
      pair(known, key, used.isPresent());
    }
  }

  /** A row in use of a partition that is drawn by no reads. */
  private Optional<RowKey> others() {
    int columns = table.partitionKey().size();
    return keys.draw(random, micros(), key -> !read.contains(key.columns().subList(0, columns)));
  }

  /** Of a partition's first row, which may have to be asked for. */
  private void pairOf(PreparedStatement known, List<ByteBuffer> partition) {
    RowKey row =
        partition.size() == table.keyColumns() ? new RowKey(partition) : firstRows.get(partition);
    if (row != null) {
      pair(known, row, true);
      return;
    }
    budget.spend(1);
    looked++;
    var unused =
        rows.first(partition)
            .whenComplete(
                (answer, failure) -> {
                  if (answer == null) {
                    failed(Objects.requireNonNull(failure));
                  } else {
                    found(known, partition, answer);
                  }
                });
  }

  private synchronized void found(
      PreparedStatement known, List<ByteBuffer> partition, AsyncResultSet answer) {
    for (Row row : answer.currentPage()) {
      RowKey key = rows.key(row);
      if (key != null) {
        firstRows.put(partition, key);
        pair(known, key, true);
      }
    }
  }

  private void pair(PreparedStatement known, RowKey key, boolean isInUse) {
    boolean sent =
        (isInUse ? inUse : alike)
            .tryBegin(
                table.table(),
                table.pair(),
                key.bound(known),
                levels,
                isInUse ? new Look(key) : PairListener.NONE);
    if (sent) {
      budget.spend(READS_OF_A_PAIR);
      paired += READS_OF_A_PAIR;
      pairsBegun++;
    } else if (isInUse) {
      keys.notLooked(key);
    } else {
      waiting.addFirst(key);
    }
  }

  /** However few rows there are, a range query may ask many nodes: it is paid for as sent. */
  private synchronized CompletionStage<Integer> ask(long token) {
    budget.spend(ROWS_AT_ONCE);
    looked += ROWS_AT_ONCE;
    return session
        .prepareAsync(table.pair().text())
        .thenCompose(
            ready -> rows.from(token, ROWS_AT_ONCE).thenApply(found -> take(ready, found)));
  }

  private synchronized int take(PreparedStatement ready, AsyncResultSet answer) {
    prepared = ready;
    long now = micros();
    int found = 0;
    for (Row row : answer.currentPage()) {
      found++;
      RowKey key = rows.key(row);
      if (key != null
          && !keys.found(key, now, now - rows.newest(row))
          && waiting.size() < mostWaiting) {
        waiting.add(key);
      }
    }
    return found;
  }

  private synchronized void answered(@Nullable Integer found, @Nullable Throwable failure) {
    if (found == null) {
      failed(Objects.requireNonNull(failure));
      return;
    }
    asking = false;
    obstacle = null;
    rowsSeen += found;
    if (found > 0) {
      respite = FIRST_RESPITE;
    } else {
      backOff();
    }
    if (found == 0 && !foundNone) {
      foundNone = true;
      problem.accept("Table " + table.table() + " has no rows that could be compared.");
    }
  }

  private synchronized void failed(Throwable failure) {
    asking = false;
    backOff();
    Throwable cause = Failures.cause(failure);
    obstacle =
        cause instanceof UnauthorizedException
            ? "the role may not read it: GRANT SELECT ON "
                + table.table().toCql()
                + " TO the user's role"
            : "reading it failed: " + Failures.sentence(failure);
    problem.accept("Rows of " + table.table() + " could not be compared: " + obstacle + ".");
  }

  /** The next question for rows waits, each time in vain twice as long. */
  private void backOff() {
    askAgainNanos = latestNanos + respite;
    respite = Math.min(LONGEST_RESPITE, 2 * respite);
  }

  /**
   * What was found so far.
   *
   * @param clocksApart whether some pair has shown that a writer's clock is ahead
   */
  synchronized SampledKeys found(boolean clocksApart) {
    return new SampledKeys(
        inUse.result(table.table()).filter(pairs -> pairs.pairs() + pairs.failed() > 0),
        alike.result(table.table()).filter(pairs -> pairs.pairs() + pairs.failed() > 0),
        rowsSeen,
        keys.size(),
        keys.writesPerSecond(),
        read.share(),
        compared.rows(),
        compared.effectivePairs(),
        clocksApart,
        Optional.ofNullable(obstacle)
            .or(
                () ->
                    foundNone && rowsSeen == 0 ? Optional.of("it has no rows") : Optional.empty()));
  }

  private long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, wallClock.instant());
  }

  private synchronized void looked(RowKey key, long age) {
    keys.looked(key, micros(), age);
  }

  private synchronized void compared(RowKey key) {
    compared.add(key);
  }

  /** Learns from a pair how often its row is written. */
  private final class Look implements PairListener {
    private final RowKey key;

    Look(RowKey key) {
      this.key = key;
    }

    @Override
    public void took(PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike) {
      compared(key);
    }

    @Override
    public void found(boolean isStale) {}

    @Override
    public void written(long microsBefore) {
      looked(key, microsBefore);
    }
  }
}
