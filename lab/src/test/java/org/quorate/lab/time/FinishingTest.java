package org.quorate.lab.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.workload.Operation;
import org.quorate.core.workload.OperationKind;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.load.OperationSource;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.Completion;
import org.quorate.load.store.DeferredWrites;
import org.quorate.load.store.Store;

/** Loads on stores whose calls block, or whose writes go on when their calls are over. */
@Timeout(60)
final class FinishingTest {
  private static final int LANES = 3;
  private static final int OPERATIONS_PER_LANE = 20;

  @Test
  void clientsWhoseCallsBlockHaveALaneAndAStoreEach() throws Exception {
    CyclicBarrier allInACall = new CyclicBarrier(LANES);
    Deferring stores = new Deferring(false);
    stores.firstCall = () -> meet(allInACall);

    LoadOutcome outcome = drive(stores, second -> {});

    assertThat(stores.lanes).extracting(lane -> lane.calls).containsOnly(OPERATIONS_PER_LANE);
    assertThat(outcome.kinds().get(OperationKind.UPDATE).ok())
        .isEqualTo(LANES * OPERATIONS_PER_LANE);
    assertThat(outcome.deferred()).isNull();
    assertThat(outcome.completed()).isEqualTo(LANES * OPERATIONS_PER_LANE);
    assertThat(outcome.seconds()).isEqualTo(outcome.dueSeconds());
  }

  @Test
  void aLoadLastsUntilTheServerHasAnsweredForEveryWrite() throws Exception {
    CyclicBarrier allFinishing = new CyclicBarrier(LANES);
    CountDownLatch secondSecond = new CountDownLatch(2);
    Deferring stores = new Deferring(true);
    stores.finish =
        () -> {
          meet(allFinishing);
          secondSecond.await();
        };

    LoadOutcome outcome = drive(stores, Duration.ofSeconds(30), second -> secondSecond.countDown());

    assertThat(outcome.dueSeconds()).isLessThan(outcome.seconds());
    assertThat(outcome.seconds()).isGreaterThan(1.9);
    assertThat(outcome.timeline()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(outcome.completed()).isEqualTo(LANES * OPERATIONS_PER_LANE);
  }

  @Test
  void aWriteThatIsLostAfterItsAcceptanceHasNotCompleted() throws Exception {
    Deferring stores = new Deferring(true);
    stores.lost = 3;

    LoadOutcome outcome = drive(stores, second -> {});

    assertThat(outcome.kinds().get(OperationKind.UPDATE).ok())
        .as("as callers were told")
        .isEqualTo(LANES * OPERATIONS_PER_LANE);
    assertThat(outcome.completed()).isEqualTo(LANES * OPERATIONS_PER_LANE - 3);
    DeferredWrites deferred = outcome.deferred();
    assertThat(deferred).isNotNull();
    assertThat(deferred.lost()).isEqualTo(3);
    assertThat(deferred.unfinished()).isEqualTo(2);
  }

  @Test
  void aStoreThatNeverFinishesIsGivenUpAfterThePatience() throws Exception {
    Deferring stores = new Deferring(true);
    stores.finish = () -> new CountDownLatch(1).await();
    stores.lost = LANES * OPERATIONS_PER_LANE;

    LoadOutcome outcome = drive(stores, Duration.ofMillis(500), second -> {});

    assertThat(outcome.completed()).isZero();
    assertThat(outcome.seconds()).isGreaterThan(0.5);
    assertThat(threads()).isEmpty();
  }

  @Test
  void whatFinishingThrowsEndsTheLoad() {
    Deferring stores = new Deferring(true);
    stores.finish =
        () -> {
          throw new IllegalStateException("no server");
        };

    assertThatThrownBy(() -> drive(stores, second -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no server");
  }

  @Test
  void whoeverIsToldOfTheSecondsCanEndTheFinishing() {
    Deferring stores = new Deferring(true);
    stores.finish = () -> new CountDownLatch(1).await();

    assertThatThrownBy(
            () ->
                drive(
                    stores,
                    Duration.ofSeconds(30),
                    second -> {
                      throw new IllegalStateException("enough");
                    }))
        .hasMessage("enough");
    assertThat(threads()).isEmpty();
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("load-"))
        .toList();
  }

  private static void meet(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("The others are not there.", e);
    }
  }

  private static LoadOutcome drive(LaneStores stores, Consumer<LoadOutcome.Second> told)
      throws IOException, InterruptedException {
    return drive(stores, Duration.ofSeconds(30), told);
  }

  private static LoadOutcome drive(
      LaneStores stores, Duration patience, Consumer<LoadOutcome.Second> told)
      throws IOException, InterruptedException {
    Workload workload =
        WorkloadProperties.empty()
            .withFile(
                "test", new StringReader("recordcount=100\nreadproportion=0\nupdateproportion=1\n"))
            .workload();
    return new LoadDriver(stores, SystemTime.versions(), new SystemTime())
        .drive(
            new LoadPlan(
                LANES,
                lane -> limited(workload.stream(1, lane, workload.keySequence())),
                new LoadPlan.Closed(LANES, 0),
                Levels.fixed(Level.ONE, Level.ONE),
                number -> {},
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                patience,
                lane -> LaneHistory.none()),
            told);
  }

  private static OperationSource limited(OperationStream stream) {
    return new OperationSource() {
      private int left = OPERATIONS_PER_LANE;

      @Override
      public @Nullable Operation next() {
        return left-- > 0 ? stream.next() : null;
      }
    };
  }

  /** What may block. */
  private interface Step {
    void take() throws InterruptedException;
  }

  /** A store for each lane that accepts every write on the caller's thread. */
  private static final class Deferring implements LaneStores {
    private final boolean deferring;
    final List<AcceptingStore> lanes = new ArrayList<>();
    Step firstCall = () -> {};
    Step finish = () -> {};
    long lost;

    Deferring(boolean deferring) {
      this.deferring = deferring;
      for (int i = 0; i < LANES; i++) {
        lanes.add(new AcceptingStore(this));
      }
    }

    @Override
    public int lanes() {
      return LANES;
    }

    @Override
    public Store lane(int lane) {
      return lanes.get(lane);
    }

    @Override
    public Optional<DeferredWrites> deferred() {
      if (!deferring) {
        return Optional.empty();
      }
      long accepted = lanes.stream().mapToLong(lane -> lane.calls).sum();
      return Optional.of(
          new DeferredWrites(
              accepted,
              accepted - lost,
              lost == 0 ? Map.of() : Map.of("Refused", 1L),
              new Histogram(3),
              new Histogram(3),
              null,
              Map.of(),
              List.of(),
              List.of()));
    }

    @Override
    public void close() {}
  }

  /** Used by its lane's thread. */
  private static final class AcceptingStore implements Store {
    private final Deferring all;
    int calls;

    AcceptingStore(Deferring all) {
      this.all = all;
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {
      if (calls++ == 0) {
        try {
          all.firstCall.take();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      completion.completed(Outcome.OK, Completion.NO_VERSION, null);
    }

    @Override
    public void finish() throws InterruptedException {
      all.finish.take();
    }

    @Override
    public void read(long key, int field, Level level, Completion completion) {}

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {}

    @Override
    public void close() {}
  }
}
