package org.quorate.hbase.destination;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.row.RowKey;

/**
 * Remembers which server has which region of a table. All of a table's regions are looked up in the
 * background while none is known, at most once a second and, where that takes long, for a tenth of
 * the time. A single one is looked up when a write found it gone since it was last looked up, at
 * most once a second. Until there is an answer, what was known before counts. Thread-safe.
 */
public final class RegionRouting implements Routing {
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_PERIOD = TimeUnit.MINUTES.toNanos(1);
  private static final long TIMES_AS_LONG = 10;

  /** The last failure may have come before the regions were made that are there now. */
  private static final long GOOD_FOR = TimeUnit.MINUTES.toNanos(10);

  private final Lookup lookup;
  private final LongSupplier nanoClock;
  private final ConcurrentMap<TableName, Known> tables = new ConcurrentHashMap<>();

  /** Where regions are asked for. */
  interface Lookup {
    /** All regions of a table. */
    CompletableFuture<List<HRegionLocation>> all(TableName table);

    /** The region of a row. */
    CompletableFuture<HRegionLocation> one(TableName table, byte[] row);
  }

  RegionRouting(Lookup lookup, LongSupplier nanoClock) {
    this.lookup = lookup;
    this.nanoClock = nanoClock;
  }

  /**
   * By the regions that a connection finds.
   *
   * @param connection used, and not closed
   */
  public static RegionRouting of(AsyncConnection connection) {
    Lookup lookup =
        new Lookup() {
          @Override
          public CompletableFuture<List<HRegionLocation>> all(TableName table) {
            return connection.getRegionLocator(table).getAllRegionLocations();
          }

          /** From what the client knows: it forgets a region that a request found gone. */
          @Override
          public CompletableFuture<HRegionLocation> one(TableName table, byte[] row) {
            return connection.getRegionLocator(table).getRegionLocation(row);
          }
        };
    return new RegionRouting(lookup, System::nanoTime);
  }

  @Override
  public String server(TableName table, byte[] row) {
    Known known = known(table);
    RegionMap regions = known.regions;
    if (regions.isEmpty()) {
      lookUpAll(table, known);
      return known.regions.server(row);
    }
    String server = regions.server(row);
    if (server.isEmpty()) {
      outdated(table, row);
    } else if (known.outdated.get() > 0) {
      Region region = known.moved.get(new RowKey(regions.start(row)));
      if (region != null && region.outdated.get()) {
        lookUp(table, row, known, region);
      }
    } else {
      return server;
    }
    return known.regions.server(row);
  }

  /**
   * The highest id among the regions of a table that are known; 0 where none is. All of them are
   * looked up again where that was last done ten minutes ago.
   */
  public long newestRegion(TableName table) {
    Known known = known(table);
    if (known.regions.isEmpty() || nanoClock.getAsLong() - known.learntAt > GOOD_FOR) {
      lookUpAll(table, known);
    }
    return known.regions.newest();
  }

  @Override
  public void outdated(TableName table, byte[] row) {
    Known known = known(table);
    RegionMap regions = known.regions;
    if (regions.isEmpty()) {
      lookUpAll(table, known);
      return;
    }
    Region region =
        known.moved.computeIfAbsent(
            new RowKey(regions.start(row)), start -> new Region(known.askedAt));
    // Remembered, since a region that moves is often found where it was: the first failure is while
    // it closes, and perhaps the last comes before it is time to look again.
    known.mark(region);
    lookUp(table, row, known, region);
  }

  private Known known(TableName table) {
    Known known = tables.get(table);
    return known != null ? known : tables.computeIfAbsent(table, name -> new Known());
  }

  private void lookUp(TableName table, byte[] row, Known known, Region region) {
    long now = nanoClock.getAsLong();
    if (now - region.askedAt < PERIOD || !region.asking.compareAndSet(false, true)) {
      return;
    }
    region.askedAt = now;
    known.unmark(region);
    CompletableFuture<?> unused =
        answer(() -> lookup.one(table, row))
            .whenComplete(
                (location, failure) -> {
                  try {
                    if (failure != null || !known.learn(location)) {
                      known.mark(region);
                    }
                  } finally {
                    region.asking.set(false);
                  }
                });
  }

  private void lookUpAll(TableName table, Known known) {
    long now = nanoClock.getAsLong();
    if ((known.asked && now - known.askedAt < known.period)
        || !known.asking.compareAndSet(false, true)) {
      return;
    }
    known.asked = true;
    known.askedAt = now;
    known.beginListing();
    CompletableFuture<?> unused =
        answer(() -> lookup.all(table))
            .whenComplete(
                (locations, failure) -> {
                  try {
                    if (failure == null && locations != null) {
                      known.learn(locations, now);
                    }
                  } finally {
                    long taken = nanoClock.getAsLong() - now;
                    known.period =
                        Math.max(PERIOD, Math.min(LONGEST_PERIOD, TIMES_AS_LONG * taken));
                    known.asking.set(false);
                  }
                });
  }

  private static <T> CompletableFuture<T> answer(Supplier<CompletableFuture<T>> question) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** What is known of a table. */
  private static final class Known {
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile boolean asked;
    private volatile long askedAt;
    private volatile long learntAt;
    private volatile long period = PERIOD;
    private volatile RegionMap regions = RegionMap.EMPTY;

    /** Regions that were gone once, by their first keys, and how many are to be looked up. */
    private final ConcurrentMap<RowKey, Region> moved = new ConcurrentHashMap<>();

    private final AtomicInteger outdated = new AtomicInteger();

    /** Single regions that were looked up while all are; guarded by this. */
    private final List<HRegionLocation> sinceListing = new ArrayList<>();

    private void mark(Region region) {
      if (region.outdated.compareAndSet(false, true)) {
        outdated.incrementAndGet();
      }
      if (region.forgotten) {
        unmark(region);
      }
    }

    private void unmark(Region region) {
      if (region.outdated.compareAndSet(true, false)) {
        outdated.decrementAndGet();
      }
    }

    /** What was learnt of single regions since the listing began is newer than what it says. */
    private synchronized void learn(List<HRegionLocation> locations, long began) {
      RegionMap all = new RegionMap(locations);
      for (HRegionLocation location : sinceListing) {
        all = all.with(location);
      }
      regions = all;
      learntAt = began;
      forgetRegionsThatAreNoMore();
    }

    /** A mark of a region that was merged into another would never be taken back. */
    private void forgetRegionsThatAreNoMore() {
      moved.forEach(
          (start, region) -> {
            if (!regions.hasStart(start.bytes()) && moved.remove(start, region)) {
              region.forgotten = true;
              unmark(region);
            }
          });
    }

    private synchronized void beginListing() {
      sinceListing.clear();
    }

    /** Whether the location says where writes go. */
    private synchronized boolean learn(@Nullable HRegionLocation location) {
      if (location == null
          || location.getServerName() == null
          || !RegionMap.takesWrites(location)) {
        return false;
      }
      regions = regions.with(location);
      if (asking.get()) {
        sinceListing.add(location);
      }
      forgetRegionsThatAreNoMore();
      return true;
    }
  }

  /** When a region was last looked up, and whether it was gone since. */
  private static final class Region {
    private final AtomicBoolean asking = new AtomicBoolean();
    private final AtomicBoolean outdated = new AtomicBoolean();
    private volatile boolean forgotten;
    private volatile long askedAt;

    private Region(long askedAt) {
      this.askedAt = askedAt;
    }
  }
}
