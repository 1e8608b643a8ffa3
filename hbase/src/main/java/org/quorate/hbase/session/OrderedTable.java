package org.quorate.hbase.session;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * What is not deferred: made ready by {@link OrderedRequests}, then passed on, and the answer
 * looked at for timestamps.
 */
@SuppressWarnings("deprecation")
public abstract class OrderedTable extends ForwardingTable {
  private final OrderedRequests ordered;

  protected OrderedTable(Table stock, OrderedRequests ordered) {
    super(stock);
    this.ordered = ordered;
  }

  /** What makes requests ready. */
  protected final OrderedRequests ordered() {
    return ordered;
  }

  @Override
  public void batch(List<? extends Row> actions, Object[] results)
      throws IOException, InterruptedException {
    stock().batch(ready(actions, results), results);
    ordered.saw(results);
  }

  @Override
  public <R> void batchCallback(
      List<? extends Row> actions, Object[] results, Batch.Callback<R> callback)
      throws IOException, InterruptedException {
    stock().batchCallback(ready(actions, results), results, callback);
    ordered.saw(results);
  }

  /** Where nothing is sent the results say why, as they do of what was sent in vain. */
  private List<Row> ready(List<? extends Row> actions, Object @Nullable [] results)
      throws IOException {
    try {
      return ordered.ready(actions);
    } catch (RetriesExhaustedWithDetailsException e) {
      for (int index = 0; results != null && index < e.getNumExceptions(); index++) {
        results[index] = e.getCause(index);
      }
      throw e;
    }
  }

  @Override
  public Result append(Append append) throws IOException {
    return ordered.saw(stock().append(ordered.ready(append)));
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return ordered.saw(stock().increment(ordered.ready(increment)));
  }

  @Override
  public long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    return ordered.saw(stock().mutateRow(ordered.ready(mutations)));
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate request) throws IOException {
    return ordered.send(request);
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> requests)
      throws IOException {
    return ordered.send(requests);
  }

  @Override
  @Deprecated
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new OrderedCheck(row, family, ordered);
  }

  @Override
  @Deprecated
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new OrderedCheck(row, filter, ordered);
  }

  @Override
  @Deprecated
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp operator,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return checkAndMutate(row, family, qualifier, operator(operator), value, mutations);
  }

  @Override
  @Deprecated
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareOperator operator,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return column(row, family, qualifier, operator, value).thenMutate(mutations);
  }

  @Override
  @Deprecated
  public boolean checkAndPut(
      byte[] row, byte[] family, byte[] qualifier, CompareOperator operator, byte[] value, Put put)
      throws IOException {
    return column(row, family, qualifier, operator, value).thenPut(put);
  }

  @Override
  @Deprecated
  public boolean checkAndDelete(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareOperator operator,
      byte[] value,
      Delete delete)
      throws IOException {
    return column(row, family, qualifier, operator, value).thenDelete(delete);
  }

  private OrderedCheck column(
      byte[] row, byte[] family, byte[] qualifier, CompareOperator operator, byte[] value) {
    return new OrderedCheck(row, family, ordered).qualifier(qualifier).ifMatches(operator, value);
  }

  private static CompareOperator operator(CompareFilter.CompareOp operator) {
    return CompareOperator.valueOf(operator.name());
  }
}
