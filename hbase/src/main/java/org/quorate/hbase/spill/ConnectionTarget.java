package org.quorate.hbase.spill;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.destination.Refusals;

/**
 * The tables behind a connection. Writes go out in batches; those to the same row in batches that
 * follow each other. Retries and their times are the connection's.
 *
 * <p>A server answers most refusals for all writes of a batch to its region, whichever of them it
 * means: a violated quota, a cell that is too large, whatever a coprocessor objects to. So what was
 * refused together is sent again in halves, in the end alone, and only what is refused alone counts
 * as refused. Thread-safe.
 */
public final class ConnectionTarget implements SpillTarget {
  private final Connection connection;

  private record Row(TableName table, ByteBuffer key) {}

  /** The connection stays open. */
  public ConnectionTarget(Connection connection) {
    this.connection = connection;
  }

  /**
   * As the connection learnt it when it was opened or, where it did not, as the master says.
   *
   * @throws IOException if the master does not answer then
   */
  @Override
  public Optional<String> cluster() throws IOException {
    String id = connection.getClusterId();
    if (id == null || id.equals(HConstants.CLUSTER_ID_DEFAULT)) {
      try (Admin admin = connection.getAdmin()) {
        id = admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.CLUSTER_ID)).getClusterId();
      }
    }
    if (id == null) {
      throw new IOException("The master does not say which cluster it is of; see its log.");
    }
    return Optional.of(id);
  }

  /**
   * From {@code hbase:meta}, which keeps a region that was split, and in the row of a merged one
   * those that it was merged from, until the master tidies up: minutes or hours later.
   */
  @Override
  public OptionalLong oldestRegion(TableName table) throws IOException {
    byte[] name = table.getName();
    Scan regions =
        new Scan()
            .withStartRow(Bytes.add(name, new byte[] {HConstants.DELIMITER}))
            .withStopRow(Bytes.add(name, new byte[] {HConstants.DELIMITER + 1}))
            .addFamily(HConstants.CATALOG_FAMILY);
    OptionalLong oldest = OptionalLong.empty();
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner rows = meta.getScanner(regions)) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          RegionInfo region = region(cell);
          if (region != null) {
            long id = region.getRegionId();
            oldest = OptionalLong.of(Math.min(id, oldest.orElse(id)));
          }
        }
      }
    }
    return oldest;
  }

  private static @Nullable RegionInfo region(Cell cell) {
    String qualifier = Bytes.toString(CellUtil.cloneQualifier(cell));
    return qualifier.equals(HConstants.REGIONINFO_QUALIFIER_STR)
            || qualifier.startsWith(HConstants.MERGE_QUALIFIER_PREFIX_STR)
        ? RegionInfo.parseFromOrNull(CellUtil.cloneValue(cell))
        : null;
  }

  @Override
  public List<Refusal> apply(List<SpillRecord> writes) throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    for (List<SpillRecord> layer : layers(writes)) {
      Map<TableName, List<SpillRecord>> byTable = new TreeMap<>();
      for (SpillRecord write : layer) {
        byTable.computeIfAbsent(write.table(), table -> new ArrayList<>()).add(write);
      }
      for (Map.Entry<TableName, List<SpillRecord>> each : byTable.entrySet()) {
        refusals.addAll(batch(each.getKey(), each.getValue()));
      }
    }
    return refusals;
  }

  /**
   * Parts without two writes to the same row: the first write to each row, the second ones, and so
   * on, each in the order of the list. Applied one after another they keep the order of every row.
   */
  private static List<List<SpillRecord>> layers(List<SpillRecord> writes) {
    Map<Row, Integer> depths = new HashMap<>();
    List<List<SpillRecord>> layers = new ArrayList<>();
    for (SpillRecord write : writes) {
      Row row = new Row(write.table(), ByteBuffer.wrap(write.mutation().getRow()));
      int depth = depths.merge(row, 1, Integer::sum) - 1;
      if (depth == layers.size()) {
        layers.add(new ArrayList<>());
      }
      layers.get(depth).add(write);
    }
    return layers;
  }

  private List<Refusal> batch(TableName name, List<SpillRecord> writes) throws IOException {
    List<Mutation> mutations = writes.stream().map(SpillRecord::mutation).toList();
    Object[] results = new Object[mutations.size()];
    try (Table table = connection.getTable(name)) {
      table.batch(mutations, results);
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while writes of a spill were applied.");
    } catch (RetriesExhaustedWithDetailsException e) {
      return refusals(name, writes, results, e);
    } catch (DoNotRetryIOException e) {
      if (!Refusals.isFinal(e)) {
        throw e;
      }
      Arrays.fill(results, e);
      return refusals(name, writes, results, e);
    }
  }

  /** Those that are refused, also alone, if all others were acknowledged. */
  private List<Refusal> refusals(
      TableName name, List<SpillRecord> writes, Object[] results, IOException failure)
      throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    List<SpillRecord> suspects = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Object result = results[i];
      if (result instanceof Throwable problem && Refusals.isFinal(problem)) {
        if (writes.size() == 1 || Refusals.isOfOneAction(problem)) {
          refusals.add(refusal(name, writes.get(i), problem));
        } else {
          suspects.add(writes.get(i));
        }
      } else if (result == null || result instanceof Throwable) {
        throw failure;
      }
    }
    int half = (suspects.size() + 1) / 2;
    refusals.addAll(batchIfAny(name, suspects.subList(0, half)));
    refusals.addAll(batchIfAny(name, suspects.subList(half, suspects.size())));
    return refusals;
  }

  private List<Refusal> batchIfAny(TableName name, List<SpillRecord> writes) throws IOException {
    return writes.isEmpty() ? List.of() : batch(name, writes);
  }

  private static Refusal refusal(TableName name, SpillRecord write, Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    return new Refusal(
        write,
        "table "
            + name.getNameAsString()
            + ": "
            + problem.getClass().getSimpleName()
            + " ("
            + message.lines().findFirst().orElse("")
            + ")");
  }
}
