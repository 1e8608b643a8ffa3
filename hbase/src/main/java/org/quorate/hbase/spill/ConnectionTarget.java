package org.quorate.hbase.spill;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotAllMetaRegionsOnlineException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;

/**
 * The tables behind a connection. Writes go out in batches; those to the same row in batches that
 * follow each other. Retries and their times are the connection's. Thread-safe.
 */
public final class ConnectionTarget implements SpillTarget {
  private final Connection connection;

  /** The connection stays open. */
  public ConnectionTarget(Connection connection) {
    this.connection = connection;
  }

  @Override
  public List<Refusal> apply(List<SpillRecord> writes) throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    for (List<SpillRecord> layer : RowLayers.of(writes)) {
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
      if (!isFinal(e)) {
        throw e;
      }
      return writes.stream().map(write -> refusal(name, write, e)).toList();
    }
  }

  /** Those that were refused, if all others were acknowledged. */
  private static List<Refusal> refusals(
      TableName name,
      List<SpillRecord> writes,
      Object[] results,
      RetriesExhaustedWithDetailsException failure)
      throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Object result = results[i];
      if (result instanceof Throwable problem && isFinal(problem)) {
        refusals.add(refusal(name, writes.get(i), problem));
      } else if (result == null || result instanceof Throwable) {
        throw failure;
      }
    }
    return refusals;
  }

  /**
   * Whether another try would end in the same way. A region that no server has, or a system table
   * that is away, comes back, whatever the client says.
   */
  private static boolean isFinal(Throwable problem) {
    return (problem instanceof DoNotRetryIOException
            && !(problem instanceof NoServerForRegionException)
            && !(problem instanceof NotAllMetaRegionsOnlineException))
        || (problem instanceof RemoteWithExtrasException remote && remote.isDoNotRetry());
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
