package org.quorate.hbase.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.overlay.FamilyRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of tables' families, asked of the master when they are first needed and again every ten
 * minutes, in case a table was altered. Reads go on when the master is away: it is asked on a
 * thread of its own, and waited for only by the first read, for a second at most. Thread-safe.
 */
public final class TableRules {
  private static final Logger LOG = LoggerFactory.getLogger(TableRules.class);
  private static final long GOOD_FOR = TimeUnit.MINUTES.toNanos(10);
  private static final long FAILED_FOR = TimeUnit.SECONDS.toNanos(30);
  private static final long FIRST_WAIT_MILLIS = 1_000;

  private final LongSupplier nanoClock;
  private final ConcurrentMap<TableName, Known> known = new ConcurrentHashMap<>();

  /**
   * @param nanoClock such as {@link System#nanoTime}
   */
  public TableRules(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
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
    if (latest.isOld(nanoClock.getAsLong()) && latest.asking.compareAndSet(false, true)) {
      Thread asking = new Thread(() -> ask(table, latest), "quorate-table-rules");
      asking.setDaemon(true);
      boolean started = false;
      try {
        asking.start();
        started = true;
        if (latest.rules == null) {
          asking.join(FIRST_WAIT_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        if (!started) {
          // Where there are no threads just now, the next read asks.
          latest.asking.set(false);
        }
      }
    }
    return Optional.ofNullable(latest.rules);
  }

  private void ask(Table table, Known latest) {
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
      latest.asking.set(false);
    }
  }

  private static final class Known {
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile @Nullable FamilyRules rules;
    private volatile boolean asked;
    private volatile long since;

    private boolean isOld(long now) {
      return !asked || now - since > (rules == null ? FAILED_FOR : GOOD_FOR);
    }
  }
}
