package org.quorate.hbase.session;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.TimeRange;

/** A condition by a filter whose mutation is made ready before it is sent. */
@SuppressWarnings("deprecation")
final class OrderedFilterCheck implements Table.CheckAndMutateWithFilterBuilder {
  private Table.CheckAndMutateWithFilterBuilder stock;
  private final OrderedRequests ordered;

  OrderedFilterCheck(Table.CheckAndMutateWithFilterBuilder stock, OrderedRequests ordered) {
    this.stock = stock;
    this.ordered = ordered;
  }

  @Override
  public Table.CheckAndMutateWithFilterBuilder timeRange(TimeRange range) {
    stock = stock.timeRange(range);
    return this;
  }

  @Override
  public boolean thenPut(Put put) throws IOException {
    return stock.thenPut(ordered.ready(put));
  }

  @Override
  public boolean thenDelete(Delete delete) throws IOException {
    return stock.thenDelete(ordered.ready(delete));
  }

  @Override
  public boolean thenMutate(RowMutations mutations) throws IOException {
    return stock.thenMutate(ordered.ready(mutations));
  }
}
