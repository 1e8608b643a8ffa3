package org.quorate.lab.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.Completion;
import org.quorate.load.store.DrivenStores;
import org.quorate.load.store.Store;

@Timeout(60)
class LoadDriverTest {
  @Test
  void theTimeLineGoesOnUntilTheLastOperationIsOver() throws Exception {
    List<LoadOutcome.Second> told = new ArrayList<>();

    LoadOutcome outcome =
        drive(new LateStore(2500), Duration.ofSeconds(1), Duration.ofSeconds(20), told);

    assertThat(told).isEqualTo(outcome.timeline());
    // A busy machine may be late with answers, never early.
    assertThat(told)
        .extracting(LoadOutcome.Second::second)
        .hasSizeGreaterThanOrEqualTo(3)
        .isEqualTo(IntStream.range(0, told.size()).boxed().toList());
    assertThat(told.subList(0, 2)).allMatch(second -> second.ok() == 0);
    assertThat(told.stream().mapToLong(LoadOutcome.Second::ok).sum()).isEqualTo(4);
    assertThat(told.get(told.size() - 1).ok()).isPositive();
    assertThat(told.get(told.size() - 1).responseP99())
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(2400));
  }

  @Test
  void whatIsNotFinishedIsInTheTimeLine() throws Exception {
    LoadOutcome outcome =
        drive(
            new LateStore(3_600_000),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            new ArrayList<>());

    assertThat(outcome.timeline().stream().mapToLong(LoadOutcome.Second::failed).sum())
        .isEqualTo(4);
  }

  @Test
  void whoeverIsToldOfTheSecondsCanEndTheLoad() {
    assertThatThrownBy(
            () ->
                drive(
                    new LateStore(1),
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(1),
                    second -> {
                      throw new IllegalStateException("enough");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("enough");
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("load-lane-"));
  }

  @Test
  void anErrorOfWhoeverIsToldEndsTheLanesToo() {
    LaneThreads threads = new LaneThreads(1);

    assertThatThrownBy(
            () ->
                drive(
                    threads,
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(1),
                    second -> {
                      throw new AssertionError("no memory");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no memory");
    assertThat(threads.lanes).hasSize(1);
    await().until(() -> threads.lanes.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void aLaneThatEndsWithAnErrorEndsTheOthersSoon() {
    LaneThreads others = new LaneThreads(1);
    Store failing =
        new LateStore(1) {
          @Override
          public void read(long key, int field, Level level, Completion completion) {
            throw new AssertionError("broken");
          }
        };

    assertThatThrownBy(
            () ->
                drive(
                    2,
                    lane -> lane == 0 ? failing : others,
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(1),
                    second -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("load-lane-0 ended with java.lang.AssertionError: broken");
    assertThat(others.lanes).hasSize(1);
    await().until(() -> others.lanes.stream().noneMatch(Thread::isAlive));
  }

  private static LoadOutcome drive(
      Store store, Duration duration, Duration drain, List<LoadOutcome.Second> told)
      throws IOException, InterruptedException {
    return drive(store, duration, drain, told::add);
  }

  private static LoadOutcome drive(
      Store store, Duration duration, Duration drain, Consumer<LoadOutcome.Second> told)
      throws IOException, InterruptedException {
    return drive(1, lane -> store, duration, drain, told);
  }

  private static LoadOutcome drive(
      int lanes,
      DrivenStores stores,
      Duration duration,
      Duration drain,
      Consumer<LoadOutcome.Second> told)
      throws IOException, InterruptedException {
    Workload workload =
        WorkloadProperties.empty()
            .withFile(
                "test", new StringReader("recordcount=100\nreadproportion=1\nupdateproportion=0\n"))
            .workload();
    return new LoadDriver(stores, SystemTime.versions(), new SystemTime())
        .drive(
            new LoadPlan(
                lanes,
                lane -> workload.stream(1, lane, workload.keySequence())::next,
                new LoadPlan.Closed(4, 0),
                Levels.fixed(Level.ONE, Level.ONE),
                number -> {},
                duration,
                drain,
                Duration.ofSeconds(60),
                lane -> LaneHistory.none()),
            told);
  }

  /** Answers each read after so many milliseconds. */
  private static class LateStore implements Store {
    private final long millis;

    LateStore(long millis) {
      this.millis = millis;
    }

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
          .execute(() -> completion.completed(Outcome.OK, 1, null));
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {}

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {}

    @Override
    public void close() {}
  }

  /** Knows the threads that have sent it something. */
  private static final class LaneThreads extends LateStore {
    private final Set<Thread> lanes = ConcurrentHashMap.newKeySet();

    LaneThreads(long millis) {
      super(millis);
    }

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      lanes.add(Thread.currentThread());
      super.read(key, field, level, completion);
    }
  }
}
