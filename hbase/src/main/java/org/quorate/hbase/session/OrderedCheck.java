package org.quorate.hbase.session;

import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.jspecify.annotations.Nullable;

/** A condition on a column or by a filter, sent as a request of today's kind. Not thread-safe. */
@SuppressWarnings("deprecation")
final class OrderedCheck
    implements Table.CheckAndMutateBuilder, Table.CheckAndMutateWithFilterBuilder {
  private final CheckAndMutate.Builder condition;
  private final OrderedRequests ordered;

  /** Null where there is a filter. */
  private final byte @Nullable [] family;

  private byte @Nullable [] qualifier;
  private @Nullable CompareOperator operator;
  private byte @Nullable [] value;

  OrderedCheck(byte[] row, byte[] family, OrderedRequests ordered) {
    this.condition = CheckAndMutate.newBuilder(row);
    this.family = family;
    this.ordered = ordered;
  }

  OrderedCheck(byte[] row, Filter filter, OrderedRequests ordered) {
    this.condition = CheckAndMutate.newBuilder(row).ifMatches(filter);
    this.family = null;
    this.ordered = ordered;
  }

  @Override
  public OrderedCheck qualifier(byte @Nullable [] checked) {
    qualifier = checked;
    return this;
  }

  @Override
  public OrderedCheck timeRange(TimeRange checked) {
    condition.timeRange(checked);
    return this;
  }

  @Override
  public OrderedCheck ifNotExists() {
    return ifMatches(CompareOperator.EQUAL, null);
  }

  @Override
  public OrderedCheck ifMatches(CompareOperator compared, byte @Nullable [] with) {
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
    if (family == null) {
      return condition;
    }
    if (operator == null) {
      throw new NullPointerException(
          "The condition is null; state it by ifNotExists, ifEquals or ifMatches first.");
    }
    return condition.ifMatches(family, qualifier, operator, value);
  }
}
