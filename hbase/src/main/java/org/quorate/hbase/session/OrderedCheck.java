package org.quorate.hbase.session;

import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.TimeRange;

/** A condition on a column whose mutation is made ready before it is sent. */
@SuppressWarnings("deprecation")
final class OrderedCheck implements Table.CheckAndMutateBuilder {
  private Table.CheckAndMutateBuilder stock;
  private final OrderedRequests ordered;

  OrderedCheck(Table.CheckAndMutateBuilder stock, OrderedRequests ordered) {
    this.stock = stock;
    this.ordered = ordered;
  }

  @Override
  public Table.CheckAndMutateBuilder qualifier(byte[] qualifier) {
    stock = stock.qualifier(qualifier);
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder timeRange(TimeRange range) {
    stock = stock.timeRange(range);
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder ifNotExists() {
    stock = stock.ifNotExists();
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder ifMatches(CompareOperator operator, byte[] value) {
    stock = stock.ifMatches(operator, value);
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
