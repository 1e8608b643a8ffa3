package org.quorate.hbase.session;

import java.io.IOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** A condition by a filter, sent as a request of today's kind. Not thread-safe. */
@SuppressWarnings("deprecation")
final class OrderedFilterCheck implements Table.CheckAndMutateWithFilterBuilder {
  private final CheckAndMutate.Builder condition;
  private final OrderedRequests ordered;

  OrderedFilterCheck(byte[] row, Filter filter, OrderedRequests ordered) {
    this.condition = CheckAndMutate.newBuilder(row).ifMatches(filter);
    this.ordered = ordered;
  }

  @Override
  public Table.CheckAndMutateWithFilterBuilder timeRange(TimeRange range) {
    condition.timeRange(range);
    return this;
  }

  @Override
  public boolean thenPut(Put put) throws IOException {
    return ordered.send(condition.build(put)).isSuccess();
  }

  @Override
  public boolean thenDelete(Delete delete) throws IOException {
    return ordered.send(condition.build(delete)).isSuccess();
  }

  @Override
  public boolean thenMutate(RowMutations mutations) throws IOException {
    return ordered.send(condition.build(mutations)).isSuccess();
  }
}
