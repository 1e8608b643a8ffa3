package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.dse.driver.api.core.cql.reactive.ReactiveRow;
import java.util.Objects;
import java.util.function.Consumer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The driver's reactive result of a read, with somebody who hears why it failed before the
 * application does. Thread-safe.
 */
final class WatchedRead extends ForwardingReactiveResult {
  private final Consumer<Throwable> failed;

  WatchedRead(ReactiveResultSet result, Consumer<Throwable> failed) {
    super(result);
    this.failed = failed;
  }

  @Override
  public void subscribe(Subscriber<? super ReactiveRow> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber");
    result.subscribe(
        new Subscriber<ReactiveRow>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            subscriber.onSubscribe(subscription);
          }

          @Override
          public void onNext(ReactiveRow row) {
            subscriber.onNext(row);
          }

          @Override
          public void onError(Throwable failure) {
            try {
              failed.accept(failure);
            } finally {
              subscriber.onError(failure);
            }
          }

          @Override
          public void onComplete() {
            subscriber.onComplete();
          }
        });
  }
}
