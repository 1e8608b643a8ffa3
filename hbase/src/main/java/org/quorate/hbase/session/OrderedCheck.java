package org.quorate.hbase.session;

import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.TimeRange;
import org.jspecify.annotations.Nullable;

/** A condition on a column, sent as a request of today's kind. Not thread-safe. */
@SuppressWarnings("deprecation")
final class OrderedCheck implements Table.CheckAndMutateBuilder {
  private final byte[] row;
  private final byte[] family;
  private final OrderedRequests ordered;
  private byte @Nullable [] qualifier;
  private TimeRange range = TimeRange.allTime();
  private @Nullable CompareOperator operator;
  private byte @Nullable [] value;

  OrderedCheck(byte[] row, byte[] family, OrderedRequests ordered) {
    this.row = row;
    this.family = family;
    this.ordered = ordered;
  }

  @Override
  public Table.CheckAndMutateBuilder qualifier(byte[] checked) {
    qualifier = checked;
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder timeRange(TimeRange checked) {
    range = checked;
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder ifNotExists() {
    operator = CompareOperator.EQUAL;
    value = null;
    return this;
  }

  @Override
  public Table.CheckAndMutateBuilder ifMatches(CompareOperator compared, byte[] with) {
    operator = compared;
    value = with;
    return this;
  }

  @Override
  public boolean thenPut(Put put) throws IOException {
    return ordered.send(condition().build(put)).isSuccess();
  }

  @Override
  public boolean thenDelete(Delete delete) throws IOException {
    return ordered.send(condition().build(delete)).isSuccess();
  }

  @Override
  public boolean thenMutate(RowMutations mutations) throws IOException {
    return ordered.send(condition().build(mutations)).isSuccess();
  }

  private CheckAndMutate.Builder condition() {
    if (operator == null) {
      throw new NullPointerException(
          "The condition is null; state it by ifNotExists, ifEquals or ifMatches first.");
    }
    return CheckAndMutate.newBuilder(row)
        .ifMatches(family, qualifier, operator, value)
        .timeRange(range);
  }
}
