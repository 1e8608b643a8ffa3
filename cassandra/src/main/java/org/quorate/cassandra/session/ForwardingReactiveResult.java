package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import org.reactivestreams.Publisher;

/** A reactive result of the driver that is subscribed to in another way. Thread-safe. */
abstract class ForwardingReactiveResult implements ReactiveResultSet {
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
