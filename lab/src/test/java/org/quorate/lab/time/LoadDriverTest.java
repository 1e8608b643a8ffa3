package org.quorate.lab.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
import org.quorate.load.LoadTime;
import org.quorate.load.Worker;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.Completion;
import org.quorate.load.store.DrivenStores;
import org.quorate.load.store.Store;

@Timeout(60)
class LoadDriverTest {
  @Test
  void whoeverIsToldOfTheSecondsCanEndTheLoad() {
    LaneThreads threads = new LaneThreads();

    assertThatThrownBy(
            () ->
                drive(
                    1,
                    lane -> threads,
                    second -> {
                      threads.awaitLane();
                      throw new IllegalStateException("enough");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("enough");
    threads.awaitEnd();
  }

  @Test
  void anErrorOfWhoeverIsToldEndsTheLanesToo() {
    LaneThreads threads = new LaneThreads();

    assertThatThrownBy(
            () ->
                drive(
                    1,
                    lane -> threads,
                    second -> {
                      threads.awaitLane();
                      throw new AssertionError("no memory");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no memory");
    threads.awaitEnd();
  }

  @Test
  void aLaneThatEndsWithAnErrorEndsTheOthersSoon() {
    LaneThreads others = new LaneThreads();
    Store failing =
        new PromptStore() {
          @Override
          public void read(long key, int field, Level level, Completion completion) {
            others.awaitLane();
            throw new AssertionError("broken");
          }
        };

    assertThatThrownBy(() -> drive(2, lane -> lane == 0 ? failing : others, second -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("load-lane-0 ended with java.lang.AssertionError: broken");
    others.awaitEnd();
  }

  /** For hours, unless something ends it. */
  private static void drive(int lanes, DrivenStores stores, Consumer<LoadOutcome.Second> told)
      throws IOException, InterruptedException {
    Workload workload =
        WorkloadProperties.empty()
            .withFile(
                "test", new StringReader("recordcount=100\nreadproportion=1\nupdateproportion=0\n"))
            .workload();
    LoadOutcome unused =
        new LoadDriver(stores, SystemTime.versions(), new BegunBefore())
            .drive(
                new LoadPlan(
                    lanes,
                    lane -> workload.stream(1, lane, workload.keySequence())::next,
                    new LoadPlan.Closed(4, 0),
                    Levels.fixed(Level.ONE, Level.ONE),
                    number -> {},
                    Duration.ofHours(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(60),
                    lane -> LaneHistory.none()),
                told);
  }

  /**
   * The system's time, which the load had nearly a second of already: so the first is over soon.
   */
  private static final class BegunBefore implements LoadTime {
    private static final long AGO = TimeUnit.MILLISECONDS.toNanos(900);

    private final LoadTime system = new SystemTime();

    @Override
    public long nanoTime() {
      return system.nanoTime() - AGO;
    }

    @Override
    public Worker worker(String name) {
      return system.worker(name);
    }
  }

  /** Answers each read after a millisecond. */
  private static class PromptStore implements Store {
    @Override
    public void read(long key, int field, Level level, Completion completion) {
      CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)
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
  private static final class LaneThreads extends PromptStore {
    private final Set<Thread> lanes = ConcurrentHashMap.newKeySet();

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      lanes.add(Thread.currentThread());
      super.read(key, field, level, completion);
    }

    /** Waits until a lane has sent something: another thread may be told of a second before. */
    void awaitLane() {
      await().pollInterval(Duration.ofMillis(1)).until(() -> !lanes.isEmpty());
    }

    /** Waits for the end of all lanes, of which there is one. */
    void awaitEnd() {
      await()
          .pollInterval(Duration.ofMillis(1))
          .until(() -> lanes.stream().noneMatch(Thread::isAlive));
      assertThat(lanes).hasSize(1);
    }
  }
}
