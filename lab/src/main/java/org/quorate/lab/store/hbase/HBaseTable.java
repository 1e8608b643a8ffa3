package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.setting.Capacity;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.lab.store.AcknowledgedWrites;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.store.Store;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Durability;

/**
 * A table that is there, and the ways in which clients can write to it. Every call opens stores for
 * clients of their own; the connections are shared. Used by one thread.
 */
public final class HBaseTable {
  /** How long a write is sent again before it is given up. */
  private static final Duration RETRY_FOR = Duration.ofMinutes(2);

  /** How long a call waits for room; shorter than the patience of whoever sends load. */
  private static final Duration WAIT_FOR_ROOM = Duration.ofMinutes(1);

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private static final String BY_ANSWERS =
      "Writes of the client's own buffer count as acknowledged when the request that carried them"
          + " was answered, and from the beginning of the call that put them into the buffer.";

  private final HBaseConnections connections;
  private final HBaseLayout layout;
  private final LongFunction<byte[]> names;
  private final RowRequests requests;

  /**
   * @param connections with its cluster; stay the caller's
   * @param names the name of the row with a number
   */
  public HBaseTable(HBaseConnections connections, HBaseLayout layout, LongFunction<byte[]> names) {
    this.connections = connections;
    this.layout = layout;
    this.names = names;
    this.requests = new RowRequests(layout);
  }

  /** How its rows lie. */
  public HBaseLayout layout() {
    return layout;
  }

  /**
   * Opens a store for each of so many clients.
   *
   * @param clients at least 1
   * @param spill where writes are kept that are to survive the end of this process; made where it
   *     is needed
   * @param readBack whether acknowledged writes will be looked for, with {@link
   *     LaneStores#readBack()}
   * @throws IOException when there is no connection, or the spill cannot be used
   */
  public LaneStores stores(
      Buffering buffering, Durability durability, int clients, Path spill, boolean readBack)
      throws IOException {
    AcknowledgedWrites known = new AcknowledgedWrites(readBack);
    @Nullable ReadBack check = readBack ? () -> known.check(this::versions, names) : null;
    if (buffering instanceof Buffering.StockBuffer stock) {
      return stock(stock, clients, known, check);
    } else if (buffering instanceof Buffering.BoundedDeferral bounded) {
      return deferred(bounded, durability, clients, spill, known, check);
    }
    return unbuffered(clients, known, check);
  }

  /** Opens a store that keeps nothing back for each of so many clients. */
  public LaneStores unbuffered(int clients) throws IOException {
    return unbuffered(clients, new AcknowledgedWrites(false), null);
  }

  private LaneStores unbuffered(int clients, AcknowledgedWrites known, @Nullable ReadBack check)
      throws IOException {
    return new UnbufferedStores(
        tables(clients).stream()
            .map(table -> new UnbufferedStore(table, requests, names, known))
            .toList(),
        known,
        check);
  }

  private LaneStores stock(
      Buffering.StockBuffer buffering,
      int clients,
      AcknowledgedWrites known,
      @Nullable ReadBack check)
      throws IOException {
    WriteCounts counts = new WriteCounts();
    Connection buffers = connections.buffers(versions -> acknowledged(versions, counts, known));
    Table probed = open(connections.probing());
    List<Table> tables = tables(clients);
    VisibilityProbe probe = new VisibilityProbe(keys -> versions(probed, keys));
    List<Store> lanes = new ArrayList<>();
    for (Table table : tables) {
      lanes.add(
          new StockBufferedStore(buffers, table, buffering, requests, names, counts, known, probe));
    }
    return new BufferedStores(
        lanes, counts, known, check, probe, List.of(probed), null, List.of(BY_ANSWERS));
  }

  /** A version is the instant at which the write was handed to its store, in microseconds. */
  private static void acknowledged(long[] versions, WriteCounts counts, AcknowledgedWrites known) {
    Instant now = Instant.now();
    long micros = now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
    for (long version : versions) {
      counts.acknowledged((micros - version) * NANOS_PER_MICRO);
      known.acknowledged(version);
    }
  }

  private LaneStores deferred(
      Buffering.BoundedDeferral buffering,
      Durability durability,
      int clients,
      Path spill,
      AcknowledgedWrites known,
      @Nullable ReadBack check)
      throws IOException {
    WriteCounts counts = new WriteCounts();
    Deferral deferral =
        Deferral.open(
            connections.requests(),
            settings(buffering, durability, spill)
                .listener(new DeferralCounter(counts, known), Runnable::run)
                .build());
    try {
      Table probed = open(connections.probing());
      List<DeferralSession> sessions = new ArrayList<>();
      List<Table> tables = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        DeferralSession session = deferral.session();
        sessions.add(session);
        tables.add(session.table(layout.tableName()));
      }
      VisibilityProbe probe = new VisibilityProbe(keys -> versions(probed, keys));
      List<Store> lanes = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        lanes.add(
            new DeferredStore(
                sessions.get(i), tables.get(i), requests, names, counts, known, probe));
      }
      return new BufferedStores(
          lanes,
          counts,
          known,
          check,
          probe,
          List.of(deferral, probed),
          buffering.time(),
          List.of());
    } catch (IOException | RuntimeException e) {
      Closing.quietly(deferral);
      throw e;
    }
  }

  /** A deferral as a study's words have it. */
  static DeferralSettings.Builder settings(
      Buffering.BoundedDeferral buffering, Durability durability, Path spill) {
    DeferralSettings.Builder settings =
        DeferralSettings.builder()
            .boundTime(buffering.time())
            .blockWhenFull(WAIT_FOR_ROOM)
            .retryFor(RETRY_FOR);
    Long bytes = buffering.bytes();
    if (bytes != null) {
      settings.boundBytes(bytes).memory(Math.max(bytes, Capacity.STANDARD.memory()));
    }
    Long writes = buffering.writes();
    if (writes != null) {
      settings.boundWrites(writes);
    }
    Long flushBytes = buffering.flushBytes();
    if (flushBytes != null) {
      settings.flushBytes(flushBytes);
    }
    return switch (durability) {
      case NONE -> settings;
      case PROCESS_CRASH -> settings.survive(CrashDurability.PROCESS_CRASH, spill);
      case MACHINE_CRASH -> settings.survive(CrashDurability.MACHINE_CRASH, spill);
    };
  }

  /** The version of each row, as a client that has nothing to do with the run sees it. */
  private long[] versions(List<Long> keys) throws IOException {
    try (Table table = open(connections.probing())) {
      return versions(table, keys);
    }
  }

  /** Of values the probe has no use. */
  private long[] versions(Table table, List<Long> keys) throws IOException {
    List<Get> gets = new ArrayList<>(keys.size());
    for (long key : keys) {
      gets.add(requests.get(names.apply(key), Store.ALL_FIELDS).setFilter(new KeyOnlyFilter()));
    }
    Result[] rows = table.get(gets);
    connections.probed(rows.length);
    long[] versions = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      versions[i] = RowRequests.version(rows[i]);
    }
    return versions;
  }

  private List<Table> tables(int clients) throws IOException {
    List<Table> tables = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      tables.add(open(connections.requests()));
    }
    return tables;
  }

  private Table open(Connection connection) throws IOException {
    return connection.getTable(layout.tableName());
  }
}
