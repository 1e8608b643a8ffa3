package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.dse.driver.api.core.cql.reactive.ReactiveRow;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.quorate.cassandra.recency.OwnWrite;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The driver's reactive result of a write, which is sent when it is subscribed to: from then on it
 * is remembered, by whoever was told of it when it was made too. Thread-safe.
 */
final class ReactiveWrite extends ForwardingReactiveResult {
  private final List<OwnWrite> writes;
  private final Runnable subscribed;
  private final OwnFaults faults;

  /**
   * @param subscribed tells those who were promised something that it is sent now
   */
  ReactiveWrite(
      ReactiveResultSet result, List<OwnWrite> writes, Runnable subscribed, OwnFaults faults) {
    super(result);
    this.writes = writes;
    this.subscribed = subscribed;
    this.faults = faults;
  }

  @Override
  public void subscribe(Subscriber<? super ReactiveRow> subscriber) {
    Watched watched = new Watched(Objects.requireNonNull(subscriber, "subscriber"));
    try {
      subscribed.run();
      OwnWrite.beginAll(writes);
    } catch (RuntimeException e) {
      faults.tell(e);
      result.subscribe(subscriber);
      return;
    }
    try {
      result.subscribe(watched);
    } catch (RuntimeException | Error e) {
      watched.end(write -> write.fail(e));
      throw e;
    }
  }

  /** What the application subscribed with, and what it sees. */
  private final class Watched implements Subscriber<ReactiveRow> {
    private final Subscriber<? super ReactiveRow> subscriber;
    private final AtomicBoolean ended = new AtomicBoolean();

    Watched(Subscriber<? super ReactiveRow> subscriber) {
      this.subscriber = subscriber;
    }

    private void end(Consumer<OwnWrite> how) {
      if (ended.compareAndSet(false, true)) {
        faults.forEach(writes, how);
      }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscriber.onSubscribe(
          new Subscription() {
            @Override
            public void request(long rows) {
              subscription.request(rows);
            }

            @Override
            public void cancel() {
              end(OwnWrite::lose);
              subscription.cancel();
            }
          });
    }

    @Override
    public void onNext(ReactiveRow row) {
      subscriber.onNext(row);
    }

    @Override
    public void onError(Throwable failure) {
      end(write -> write.fail(failure));
      subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
      end(OwnWrite::complete);
      subscriber.onComplete();
    }
  }
}
