package org.quorate.hbase.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.overlay.RowModel;

/** The stock table of a {@link FakeCluster}: every request is answered at once. */
public final class FakeTable implements Table {
  private static final List<byte[]> FAMILIES = List.of(Bytes.toBytes("f"), Bytes.toBytes("g"));

  private final FakeCluster cluster;
  private final TableName name;
  private final int versions;
  private int reads;
  private long operationMillis = TimeUnit.MINUTES.toMillis(20);
  private long rpcMillis = TimeUnit.MINUTES.toMillis(1);

  public FakeTable(FakeCluster cluster, TableName name, int versions) {
    this.cluster = cluster;
    this.name = name;
    this.versions = versions;
  }

  /** Reads that were asked of the servers. */
  public int reads() {
    return reads;
  }

  /** How long a request may take. */
  public FakeTable operationTimeout(long time, TimeUnit unit) {
    operationMillis = unit.toMillis(time);
    return this;
  }

  @Override
  @Deprecated
  public void setOperationTimeout(int timeout) {
    operationMillis = timeout;
  }

  @Override
  public long getOperationTimeout(TimeUnit unit) {
    return unit.convert(operationMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  @Deprecated
  public void setRpcTimeout(int timeout) {
    rpcMillis = timeout;
  }

  @Override
  public long getRpcTimeout(TimeUnit unit) {
    return unit.convert(rpcMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public Configuration getConfiguration() {
    return new Configuration(false);
  }

  @Override
  public TableDescriptor getDescriptor() {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    for (byte[] family : FAMILIES) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family).setMaxVersions(versions).build());
    }
    return table.build();
  }

  @Override
  public RegionLocator getRegionLocator() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Result get(Get get) {
    Scan scan = new Scan(get);
    if (scan.isRaw()) {
      return raw(scan);
    }
    reads++;
    Result row =
        cluster.with(
            rows -> {
              RowModel model = rows.get(get.getRow());
              return model == null ? Result.EMPTY_RESULT : model.read(get);
            });
    if (get.isCheckExistenceOnly()) {
      return Result.create(List.of(), !row.isEmpty());
    }
    return get.getFilter() == null ? row : Filtered.by(get.getFilter(), row);
  }

  @Override
  public Result[] get(List<Get> gets) {
    return gets.stream().map(this::get).toArray(Result[]::new);
  }

  @Override
  public boolean exists(Get get) {
    Result row = get(get);
    return get.isCheckExistenceOnly() ? row.getExists() : !row.isEmpty();
  }

  @Override
  public boolean[] exists(List<Get> gets) {
    boolean[] exist = new boolean[gets.size()];
    for (int index = 0; index < exist.length; index++) {
      exist[index] = exists(gets.get(index));
    }
    return exist;
  }

  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    List<byte[]> keys =
        cluster.with(
            rows -> {
              NavigableMap<byte[], RowModel> part = scan.isReversed() ? rows.descendingMap() : rows;
              if (scan.getStartRow().length > 0) {
                part = part.tailMap(scan.getStartRow(), scan.includeStartRow());
              }
              if (scan.getStopRow().length > 0) {
                part = part.headMap(scan.getStopRow(), scan.includeStopRow());
              }
              return new ArrayList<>(part.keySet());
            });
    List<Result> results = new ArrayList<>();
    for (byte[] key : keys) {
      Result row = get(asGet(scan, key));
      if (!row.isEmpty() && (scan.getLimit() <= 0 || results.size() < scan.getLimit())) {
        results.add(row);
      }
    }
    return new Rows(results.iterator());
  }

  private Result raw(Scan scan) {
    return cluster.with(
        rows ->
            Result.create(
                rows.getOrDefault(scan.getStartRow(), new RowModel(versions)).raw(FAMILIES).stream()
                    .filter(cell -> scan.getTimeRange().withinTimeRange(cell.getTimestamp()))
                    .toList()));
  }

  private static Get asGet(Scan scan, byte[] row) throws IOException {
    Get get = new Get(row).readVersions(scan.getMaxVersions());
    get.setTimeRange(scan.getTimeRange().getMin(), scan.getTimeRange().getMax());
    for (Map.Entry<byte[], NavigableSet<byte[]>> family : scan.getFamilyMap().entrySet()) {
      if (family.getValue() == null) {
        get.addFamily(family.getKey());
      } else {
        family.getValue().forEach(column -> get.addColumn(family.getKey(), column));
      }
    }
    get.setFilter(scan.getFilter());
    return get;
  }

  @Override
  public void put(Put put) {
    cluster.apply(put);
  }

  /** A delete of the latest version asks which that is. */
  @Override
  public void delete(Delete delete) {
    cluster.apply(delete);
  }

  @Override
  public Result increment(Increment increment) {
    Put sum = new Put(increment.getRow(), System.currentTimeMillis());
    increment
        .getFamilyMapOfLongs()
        .forEach(
            (family, columns) ->
                columns.forEach(
                    (column, amount) -> {
                      byte[] before = get(new Get(increment.getRow())).getValue(family, column);
                      sum.addColumn(
                          family,
                          column,
                          Bytes.toBytes((before == null ? 0 : Bytes.toLong(before)) + amount));
                    }));
    cluster.apply(sum);
    return get(new Get(increment.getRow()));
  }

  @Override
  public Result mutateRow(RowMutations mutations) {
    cluster.apply(mutations);
    return Result.EMPTY_RESULT;
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate request) {
    Result row = get(new Get(request.getRow()));
    boolean matches;
    if (request.getFilter() instanceof SingleColumnValueFilter filter) {
      byte[] value = row.getValue(filter.getFamily(), filter.getQualifier());
      matches =
          value == null
              ? !filter.getFilterIfMissing()
              : Bytes.equals(value, filter.getComparator().getValue());
    } else {
      byte[] value = row.getValue(request.getFamily(), request.getQualifier());
      matches =
          request.getValue() == null
              ? value == null
              : value != null && Bytes.equals(value, request.getValue());
    }
    if (matches) {
      cluster.apply(request.getAction());
    }
    return new CheckAndMutateResult(matches, null);
  }

  @Override
  public void batch(List<? extends Row> actions, Object[] results) {
    for (int index = 0; index < actions.size(); index++) {
      Row action = actions.get(index);
      if (action instanceof Get get) {
        results[index] = get(get);
      } else if (action instanceof CheckAndMutate request) {
        results[index] = checkAndMutate(request);
      } else {
        cluster.apply(action instanceof Mutation ? action : (RowMutations) action);
        results[index] = Result.EMPTY_RESULT;
      }
    }
  }

  @Override
  public void close() {}

  /** Just enough of filters: cells that the filter keeps. */
  private static final class Filtered {
    static Result by(Filter filter, Result row) {
      if (row.isEmpty()) {
        return row;
      }
      List<Cell> kept = new ArrayList<>();
      for (Cell cell : row.rawCells()) {
        try {
          if (filter.filterCell(cell) == Filter.ReturnCode.INCLUDE) {
            kept.add(cell);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(CellUtil.toString(cell, true), e);
        }
      }
      return Result.create(kept);
    }
  }

  private static final class Rows implements ResultScanner {
    private final Iterator<Result> rows;

    Rows(Iterator<Result> rows) {
      this.rows = rows;
    }

    @Override
    public Result next() {
      return rows.hasNext() ? rows.next() : null;
    }

    @Override
    public void close() {}

    @Override
    public boolean renewLease() {
      return true;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }
}
