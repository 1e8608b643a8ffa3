package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.dse.driver.api.core.cql.reactive.ReactiveRow;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.OwnWrite;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.statement.StatementShape.Effect;
import org.quorate.core.recency.RecentWrites;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

class ReactiveResultsTest {
  private static final long KEY = 7;
  private static final long LOST = MemorySettings.DEFAULT_LOST_WRITES.toNanos();

  private long now = 1;
  private boolean isBroken;
  private final TableMemory memory = new TableMemory(MemorySettings.DEFAULT, this::now);
  private final List<LevelEvent> told = new ArrayList<>();
  private final Driver driver = new Driver();
  private final Application application = new Application();
  private final ReactiveWrite write =
      new ReactiveWrite(
          driver,
          List.of(new OwnWrite(memory, KEY, Effect.KEEPS_ROWS, true)),
          () -> {},
          new OwnFaults(
              new Events(List.of(told::add), Duration.ZERO, () -> 0, InstantSource.system())));

  private long now() {
    if (isBroken) {
      throw new IllegalStateException("the clock stands");
    }
    return now;
  }

  /** As where this library has a fault. */
  @Test
  void aReactiveWriteThatCannotBeRememberedEndsAllTheSame() {
    write.subscribe(application);
    isBroken = true;
    driver.subscriber.onComplete();
    assertThat(application.seen).containsExactly("subscribed", "complete");
    assertThat(told).hasSize(1);
  }

  @Test
  void ofWritesOfWhichOneCannotBeBegunNoneIsUnderWay() {
    ReactiveWrite two =
        new ReactiveWrite(
            driver,
            List.of(
                new OwnWrite(memory, KEY, Effect.KEEPS_ROWS, false),
                new OwnWrite(null, KEY, Effect.KEEPS_ROWS, false)),
            () -> {},
            new OwnFaults(
                new Events(List.of(told::add), Duration.ZERO, () -> 0, InstantSource.system())));
    two.subscribe(application);
    driver.subscriber.onComplete();
    assertThat(application.seen).containsExactly("subscribed", "complete");
    assertThat(memory.isUnderWay(KEY)).isFalse();
    assertThat(told).hasSize(1);
  }

  private long age() {
    return memory.nanosSinceOwnWrite(KEY);
  }

  @Test
  void aReactiveWriteIsUnderWayFromItsSubscriptionOn() {
    assertThat(age()).isEqualTo(RecentWrites.NEVER_WRITTEN);
    write.subscribe(application);
    now += 100;
    assertThat(memory.isUnderWay(KEY)).isTrue();
    driver.subscriber.onComplete();
    now += 5;
    assertThat(memory.isUnderWay(KEY)).isFalse();
    assertThat(age()).isEqualTo(5);
    assertThat(application.seen).containsExactly("subscribed", "complete");
  }

  @Test
  void aReactiveWriteThatIsRefusedWasNone() {
    write.subscribe(application);
    driver.subscriber.onError(new InvalidQueryException(FakeNode.of(1, "dc1").node, "no table"));
    assertThat(memory.isUnderWay(KEY)).isFalse();
    assertThat(age()).isEqualTo(RecentWrites.NEVER_WRITTEN);
    assertThat(application.seen).containsExactly("subscribed", "no table");
  }

  @Test
  void aReactiveWriteThatFailsOtherwiseOrIsCancelledIsOfUnknownFate() {
    write.subscribe(application);
    driver.subscriber.onError(new DriverTimeoutException("late"));
    now += LOST;
    assertThat(age()).isZero();
    now += 1;
    assertThat(age()).isEqualTo(1);
    write.subscribe(application);
    application.subscription.cancel();
    driver.subscriber.onComplete();
    now += LOST + 3;
    assertThat(age()).as("ended once").isEqualTo(3);
    assertThat(driver.cancelled).isTrue();
  }

  @Test
  void aReactiveWriteWhoseSubscriptionFailsIsNotUnderWay() {
    assertThatThrownBy(() -> write.subscribe(null)).isInstanceOf(NullPointerException.class);
    assertThat(memory.isUnderWay(KEY)).isFalse();
    assertThat(age()).as("nothing was sent").isEqualTo(RecentWrites.NEVER_WRITTEN);

    driver.failure = new IllegalStateException("subscribed to already");
    assertThatThrownBy(() -> write.subscribe(application)).isSameAs(driver.failure);
    assertThat(memory.isUnderWay(KEY)).isFalse();
    application.subscription.cancel();
    now += LOST + 3;
    assertThat(age()).as("of unknown fate, and ended once").isEqualTo(3);
  }

  @Test
  void aReactiveReadGetsItsLevelOnceWhenItIsSubscribedTo() {
    List<String> made = new ArrayList<>();
    ReactiveRead read =
        new ReactiveRead(
            () -> {
              made.add("made");
              return driver;
            });
    Publisher<Boolean> applied = read.wasApplied();
    assertThat(made).isEmpty();
    read.subscribe(application);
    assertThat(driver.subscriber).isSameAs(application);
    applied.subscribe(null);
    read.getExecutionInfos().subscribe(null);
    read.getColumnDefinitions().subscribe(null);
    assertThat(made).containsExactly("made");
    assertThat(driver.asked).containsExactly("applied", "infos", "columns");
  }

  /** The driver's result, which does what the test says. */
  private static final class Driver implements ReactiveResultSet {
    private final List<String> asked = new ArrayList<>();
    private Subscriber<? super ReactiveRow> subscriber;
    private boolean cancelled;
    private RuntimeException failure;

    @Override
    public void subscribe(Subscriber<? super ReactiveRow> subscribing) {
      subscriber = subscribing;
      subscribing.onSubscribe(
          new Subscription() {
            @Override
            public void request(long rows) {}

            @Override
            public void cancel() {
              cancelled = true;
            }
          });
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public Publisher<? extends ColumnDefinitions> getColumnDefinitions() {
      return (Publisher<ColumnDefinitions>) any -> asked.add("columns");
    }

    @Override
    public Publisher<? extends ExecutionInfo> getExecutionInfos() {
      return (Publisher<ExecutionInfo>) any -> asked.add("infos");
    }

    @Override
    public Publisher<Boolean> wasApplied() {
      return any -> asked.add("applied");
    }
  }

  private static final class Application implements Subscriber<ReactiveRow> {
    private final List<String> seen = new ArrayList<>();
    private Subscription subscription;

    @Override
    public void onSubscribe(Subscription subscribed) {
      subscription = subscribed;
      seen.add("subscribed");
    }

    @Override
    public void onNext(ReactiveRow row) {
      seen.add("row");
    }

    @Override
    public void onError(Throwable failure) {
      seen.add(failure.getMessage());
    }

    @Override
    public void onComplete() {
      seen.add("complete");
    }
  }
}
