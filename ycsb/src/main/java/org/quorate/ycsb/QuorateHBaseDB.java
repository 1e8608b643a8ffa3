package org.quorate.ycsb;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.history.LaneHistory;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.RandomByteIterator;
import site.ycsb.Status;

/**
 * Stock YCSB's way to HBase through the library of deferred updates: {@code -db
 * org.quorate.ycsb.QuorateHBaseDB}. One instance for each client thread, all over one connection.
 * The properties are those of {@link HBaseBindingSettings}.
 *
 * <p>With {@code clientbuffering=true} writes are deferred: an update is over when it is accepted,
 * every thread reads its own writes, and when a server has each is in YCSB's measurements as {@link
 * AcknowledgementMeter#OPERATION}. With a bound of zero ({@code quorate.deferral.bound.time=0})
 * they go through the stock buffer instead.
 *
 * <p>With {@code quorate.history} every read and write is recorded with its version and its
 * instants on one clock; YCSB's keys must then be {@code user} and a number. The version is the
 * timestamp of the cells, microseconds instead of HBase's milliseconds, so the table should be
 * written with a history from its first row. A read then asks for the whole row, whose newest cell
 * is its version. Scans are not part of a history, and deletes are not implemented in one: it
 * cannot tell a deleted row from one never written.
 */
public class QuorateHBaseDB extends DB {
  /** HBase has one server for a row, which answers reads and writes alike. */
  private static final Level LEVEL = Level.ONE;

  /** As long as the values of stock YCSB's filter. */
  private static final int FILTER_VALUE_BYTES = 100;

  private @Nullable Seat seat;
  private LaneHistory history = LaneHistory.none();
  private byte[] family = new byte[0];

  @Override
  public void init() throws DBException {
    try {
      ClientThreads.Seat<SharedHBase> shared = SharedHBase.join(getProperties());
      Seat taken = new Seat(shared, shared.store().table());
      family = Bytes.toBytes(taken.store().settings().family());
      history = taken.store().history().lane(taken.client());
      seat = taken;
    } catch (IOException | IllegalArgumentException e) {
      throw new DBException(e.getMessage(), e);
    }
  }

  /** Sends what this thread has pending; how long that takes is YCSB's CLEANUP. */
  @Override
  public void cleanup() throws DBException {
    Seat taken = seat;
    seat = null;
    if (taken == null) {
      return;
    }
    try {
      try {
        taken.table().close();
      } finally {
        taken.shared().leave();
      }
    } catch (IOException e) {
      throw new DBException(
          "Writes that were accepted did not all reach the servers: " + e.getMessage(), e);
    }
  }

  @Override
  public Status read(
      String table,
      String key,
      @Nullable Set<String> fields,
      @Nullable Map<String, ByteIterator> result) {
    Seat taken = seat();
    if (isOtherTable(taken, table)) {
      return Status.BAD_REQUEST;
    }
    Get get = new Get(Bytes.toBytes(key));
    if (fields == null || taken.store().history().records()) {
      get.addFamily(family);
    } else {
      fields.forEach(field -> get.addColumn(family, Bytes.toBytes(field)));
    }
    long recorded = taken.store().history().key(key);
    long invoked = System.nanoTime();
    Result row;
    try {
      row = taken.table().get(get);
    } catch (IOException e) {
      history.read(
          recorded,
          LaneHistory.NO_VERSION,
          invoked,
          System.nanoTime(),
          taken.client(),
          LEVEL,
          Outcome.ERROR);
      return failed("read", key, e);
    }
    history.read(
        recorded, version(row), invoked, System.nanoTime(), taken.client(), LEVEL, Outcome.OK);
    if (row.isEmpty()) {
      return Status.NOT_FOUND;
    }
    if (result != null) {
      copy(row, fields, result);
    }
    return Status.OK;
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      @Nullable Set<String> fields,
      @Nullable Vector<HashMap<String, ByteIterator>> result) {
    Seat taken = seat();
    if (isOtherTable(taken, table)) {
      return Status.BAD_REQUEST;
    }
    Scan scan = scan(taken.store().settings(), startkey, recordcount, fields);
    try (ResultScanner rows = taken.table().scan(scan)) {
      Result row = rows.next();
      for (int found = 1; row != null; found++) {
        if (result != null) {
          HashMap<String, ByteIterator> values = new HashMap<>();
          copy(row, fields, values);
          result.add(values);
        }
        row = found < recordcount ? rows.next() : null;
      }
    } catch (IOException e) {
      return failed("scan", startkey, e);
    }
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Seat taken = seat();
    if (isOtherTable(taken, table)) {
      return Status.BAD_REQUEST;
    }
    HBaseBindingSettings settings = taken.store().settings();
    long recorded = taken.store().history().key(key);
    boolean records = taken.store().history().records();
    long version = records ? taken.store().versions().next() : 0;
    Put put = new Put(Bytes.toBytes(key));
    put.setDurability(settings.durability());
    for (Map.Entry<String, ByteIterator> value : values.entrySet()) {
      byte[] field = Bytes.toBytes(value.getKey());
      if (records) {
        put.addColumn(family, field, version, value.getValue().toArray());
      } else {
        put.addColumn(family, field, value.getValue().toArray());
      }
    }
    long invoked = System.nanoTime();
    Status status = Status.OK;
    Outcome outcome = Outcome.OK;
    try {
      taken.table().write(put);
    } catch (IOException | IllegalArgumentException e) {
      // What deferral did not accept does not happen; of the rest only a refusal says as much.
      outcome =
          settings.deferral().enabled() || HBaseStatuses.isRefusal(e)
              ? Outcome.ERROR
              : Outcome.TIMEOUT;
      status = failed("write", key, e);
    }
    history.write(recorded, version, invoked, System.nanoTime(), taken.client(), LEVEL, outcome);
    return status;
  }

  /** The same as an update: in HBase either makes the row where it is not there. */
  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    Seat taken = seat();
    HBaseBindingSettings settings = taken.store().settings();
    if (taken.store().history().records()) {
      return Status.NOT_IMPLEMENTED;
    }
    if (isOtherTable(taken, table)) {
      return Status.BAD_REQUEST;
    }
    Delete delete = new Delete(Bytes.toBytes(key));
    delete.setDurability(settings.durability());
    try {
      taken.table().write(delete);
      return Status.OK;
    } catch (IOException e) {
      return failed("delete", key, e);
    }
  }

  private Seat seat() {
    Seat taken = seat;
    if (taken == null) {
      throw new IllegalStateException("init() was not called, or failed.");
    }
    return taken;
  }

  private static boolean isOtherTable(Seat taken, String table) {
    return !table.equals(taken.store().settings().table().getNameAsString());
  }

  private Scan scan(
      HBaseBindingSettings settings, String start, int rows, @Nullable Set<String> fields) {
    Scan scan = new Scan().withStartRow(Bytes.toBytes(start)).setCaching(rows);
    if (settings.limitedScans()) {
      scan.setLimit(rows);
    }
    if (fields == null) {
      return scan.addFamily(family);
    }
    FilterList filters = new FilterList(FilterList.Operator.MUST_PASS_ALL);
    CompareOperator operator = settings.scanOperator();
    for (String field : fields) {
      byte[] column = Bytes.toBytes(field);
      scan.addColumn(family, column);
      if (operator != null) {
        filters.addFilter(
            new SingleColumnValueFilter(
                family, column, operator, new RandomByteIterator(FILTER_VALUE_BYTES).toArray()));
      }
    }
    return operator == null ? scan : scan.setFilter(filters);
  }

  private static void copy(
      Result row, @Nullable Set<String> wanted, Map<String, ByteIterator> into) {
    for (Cell cell : row.rawCells()) {
      String field = Bytes.toString(CellUtil.cloneQualifier(cell));
      if (wanted == null || wanted.contains(field)) {
        into.put(field, new ByteArrayByteIterator(CellUtil.cloneValue(cell)));
      }
    }
  }

  /** The newest timestamp of a row's cells. */
  private static long version(Result row) {
    long version = LaneHistory.NO_VERSION;
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        version = Math.max(version, cell.getTimestamp());
      }
    }
    return version;
  }

  private Status failed(String what, String key, Exception failure) {
    if (seat().store().settings().debug()) {
      System.err.println("The " + what + " of " + key + " failed: " + failure);
    }
    return HBaseStatuses.of(failure);
  }

  /** A place beside other client threads, with a way of its own to the table. */
  private record Seat(ClientThreads.Seat<SharedHBase> shared, TableClient table) {
    int client() {
      return shared.client();
    }

    SharedHBase store() {
      return shared.store();
    }
  }
}
