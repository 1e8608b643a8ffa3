package org.quorate.hbase.destination;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * Remembers which server has which region of a table. Regions are looked up in the background while
 * none is known, when a write found its region gone since they were last looked up, at most once a
 * second and, where that takes long, for a tenth of the time, and every ten minutes; until there is
 * an answer, what was known before counts. Thread-safe.
 */
public final class RegionRouting implements Routing {
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_PERIOD = TimeUnit.MINUTES.toNanos(1);
  private static final long TIMES_AS_LONG = 10;

  /** The last failure may have come before the regions were made that are there now. */
  private static final long GOOD_FOR = TimeUnit.MINUTES.toNanos(10);

  private final Function<TableName, CompletableFuture<List<HRegionLocation>>> lookup;
  private final LongSupplier nanoClock;
  private final ConcurrentMap<TableName, Known> tables = new ConcurrentHashMap<>();

  RegionRouting(
      Function<TableName, CompletableFuture<List<HRegionLocation>>> lookup,
      LongSupplier nanoClock) {
    this.lookup = lookup;
    this.nanoClock = nanoClock;
  }

  /**
   * By the regions that a connection finds.
   *
   * @param connection used, and not closed
   */
  public static RegionRouting of(AsyncConnection connection) {
    return new RegionRouting(
        table -> connection.getRegionLocator(table).getAllRegionLocations(), System::nanoTime);
  }

  @Override
  public String server(TableName table, byte[] row) {
    return regions(table).server(row);
  }

  /** The highest id among the regions of a table that are known; 0 where none is. */
  public long newestRegion(TableName table) {
    return regions(table).newest();
  }

  private RegionMap regions(TableName table) {
    Known known = tables.get(table);
    if (known == null) {
      known = tables.computeIfAbsent(table, name -> new Known());
    }
    if (known.regions.isEmpty()
        || known.outdated
        || nanoClock.getAsLong() - known.askedAt > GOOD_FOR) {
      lookUp(table, known);
    }
    return known.regions;
  }

  @Override
  public void outdated(TableName table) {
    Known known = tables.computeIfAbsent(table, name -> new Known());
    // Remembered, since a region that moves is often found where it was: the first failure is while
    // it closes, and perhaps the last comes before it is time to look again.
    known.outdated = true;
    lookUp(table, known);
  }

  private void lookUp(TableName table, Known known) {
    long now = nanoClock.getAsLong();
    if ((known.asked && now - known.askedAt < known.period)
        || !known.asking.compareAndSet(false, true)) {
      return;
    }
    known.asked = true;
    known.askedAt = now;
    known.outdated = false;
    CompletableFuture<List<HRegionLocation>> answer;
    try {
      answer = lookup.apply(table);
    } catch (RuntimeException e) {
      known.outdated = true;
      known.asking.set(false);
      return;
    }
    CompletableFuture<?> unused =
        answer.whenComplete(
            (locations, failure) -> {
              try {
                if (failure == null && locations != null) {
                  known.regions = new RegionMap(locations);
                } else {
                  known.outdated = true;
                }
              } finally {
                long taken = nanoClock.getAsLong() - now;
                known.period = Math.max(PERIOD, Math.min(LONGEST_PERIOD, TIMES_AS_LONG * taken));
                known.asking.set(false);
              }
            });
  }

  private static final class Known {
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile boolean asked;
    private volatile long askedAt;
    private volatile boolean outdated;
    private volatile long period = PERIOD;
    private volatile RegionMap regions = RegionMap.EMPTY;
  }
}
