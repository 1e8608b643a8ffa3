package org.quorate.hbase.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.overlay.FamilyRules;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of tables' families, asked of the master when they are first needed and again every ten
 * minutes, in case a table was altered. Reads go on when the master is away: it is asked on a
 * thread of its own, and waited for only by those who need the rules within the first second of the
 * first question, until that is over. Thread-safe.
 */
public final class TableRules {
  private static final Logger LOG = LoggerFactory.getLogger(TableRules.class);
  private static final long GOOD_FOR = TimeUnit.MINUTES.toNanos(10);
  private static final long FAILED_FOR = TimeUnit.SECONDS.toNanos(30);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  private final LongSupplier nanoClock;
  private final long firstWait;
  private final ConcurrentMap<TableName, Known> known = new ConcurrentHashMap<>();

  /**
   * @param nanoClock such as {@link System#nanoTime}
   */
  public TableRules(LongSupplier nanoClock) {
    this(nanoClock, FIRST_WAIT);
  }

  TableRules(LongSupplier nanoClock, Duration firstWait) {
    this.nanoClock = nanoClock;
    this.firstWait = firstWait.toNanos();
  }

  /**
   * Refuses a table whose writes may not be deferred; one whose families are not known, because the
   * master does not answer within a second, is let through.
   *
   * @param wait how long a write may wait
   * @throws DoNotRetryIOException if they may not; it says why
   */
  public void refuseUnfit(Table table, Duration wait) throws DoNotRetryIOException {
    Optional<String> unfit = of(table).flatMap(rules -> rules.unfit(wait.toMillis()));
    if (unfit.isPresent()) {
      throw new DoNotRetryIOException(
          "Writes to table "
              + table.getName()
              + " cannot be deferred, since its "
              + unfit.get()
              + ", or use the stock client for this table.");
    }
  }

  /** The rules of a table, empty while they are not known. */
  Optional<FamilyRules> of(Table table) {
    Known latest = known.computeIfAbsent(table.getName(), name -> new Known());
    long now = nanoClock.getAsLong();
    if (latest.isOld(now)) {
      Question question = new Question(new CountDownLatch(1), now);
      Question asked = latest.asking.compareAndExchange(null, question);
      if (asked == null) {
        ask(table, latest, question);
      }
      if (latest.rules == null) {
        Question first = asked == null ? question : asked;
        first.await(firstWait - (now - first.since));
      }
    }
    return Optional.ofNullable(latest.rules);
  }

  private void ask(Table table, Known latest, Question question) {
    try {
      new DaemonThreads("quorate-table-rules")
          .newThread(() -> answer(table, latest, question))
          .start();
    } catch (Throwable failure) {
      // Where there are no threads just now, the next read asks.
      latest.asking.set(null);
      question.answered.countDown();
      throw failure;
    }
  }

  private void answer(Table table, Known latest, Question question) {
    try {
      latest.rules = FamilyRules.of(table.getDescriptor());
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "The families of table {} could not be asked for; reads flush the rows they need where"
              + " they are not known. {}",
          table.getName(),
          e.toString());
    } finally {
      latest.since = nanoClock.getAsLong();
      latest.asked = true;
      latest.asking.set(null);
      question.answered.countDown();
    }
  }

  /**
   * One that is under way.
   *
   * @param since by the clock that never goes back
   */
  private record Question(CountDownLatch answered, long since) {
    private void await(long nanos) {
      try {
        boolean unused = answered.await(nanos, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static final class Known {
    private final AtomicReference<@Nullable Question> asking = new AtomicReference<>();
    private volatile @Nullable FamilyRules rules;
    private volatile boolean asked;
    private volatile long since;

    private boolean isOld(long now) {
      return !asked || now - since > (rules == null ? FAILED_FOR : GOOD_FOR);
    }
  }
}
