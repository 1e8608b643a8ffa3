package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.dse.driver.api.core.cql.reactive.ReactiveRow;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A reactive read that gets its level when it is subscribed to, which is when the driver sends it:
 * what was written between is then known. Thread-safe.
 */
final class ReactiveRead implements ReactiveResultSet {
  private final Supplier<ReactiveResultSet> making;
  private @Nullable ReactiveResultSet made;

  /**
   * @param making chooses the level and makes the driver's result, once
   */
  ReactiveRead(Supplier<ReactiveResultSet> making) {
    this.making = making;
  }

  private synchronized ReactiveResultSet made() {
    ReactiveResultSet known = made;
    if (known == null) {
      known = making.get();
      made = known;
    }
    return known;
  }

  @Override
  public void subscribe(Subscriber<? super ReactiveRow> subscriber) {
    made().subscribe(subscriber);
  }

  @Override
  public Publisher<? extends ColumnDefinitions> getColumnDefinitions() {
    return (Publisher<ColumnDefinitions>)
        subscriber -> made().getColumnDefinitions().subscribe(subscriber);
  }

  @Override
  public Publisher<? extends ExecutionInfo> getExecutionInfos() {
    return (Publisher<ExecutionInfo>)
        subscriber -> made().getExecutionInfos().subscribe(subscriber);
  }

  @Override
  public Publisher<Boolean> wasApplied() {
    return subscriber -> made().wasApplied().subscribe(subscriber);
  }
}
