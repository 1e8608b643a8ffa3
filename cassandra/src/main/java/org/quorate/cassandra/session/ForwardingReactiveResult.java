package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import org.reactivestreams.Publisher;

/** A reactive result of the driver that is subscribed to in another way. Thread-safe. */
abstract class ForwardingReactiveResult implements ReactiveResultSet {
  /** What asks for such a result: others, as continuous ones, are none of these. */
  static final GenericType<ReactiveResultSet> TYPE = GenericType.of(ReactiveResultSet.class);

  final ReactiveResultSet result;

  ForwardingReactiveResult(ReactiveResultSet result) {
    this.result = result;
  }

  @Override
  public final Publisher<? extends ColumnDefinitions> getColumnDefinitions() {
    return result.getColumnDefinitions();
  }

  @Override
  public final Publisher<? extends ExecutionInfo> getExecutionInfos() {
    return result.getExecutionInfos();
  }

  @Override
  public final Publisher<Boolean> wasApplied() {
    return result.wasApplied();
  }
}
