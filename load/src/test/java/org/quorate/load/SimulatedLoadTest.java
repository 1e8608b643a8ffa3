package org.quorate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.OperationKind;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.VersionClock;

/** Whole loads of several lanes, in the time of a simulation and on one thread. */
final class SimulatedLoadTest {
  private static final int LANES = 3;
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
  private static final long THREE_MILLISECONDS = TimeUnit.MILLISECONDS.toNanos(3);

  private final VirtualTime time = new VirtualTime();

  @Test
  void anOpenLoopKeepsItsScheduleInSimulatedTime() throws InterruptedException {
    ArrivalProcess arrivals = ArrivalProcess.constant(300, false, null);

    LoadOutcome outcome =
        drive(
            new LoadPlan.Open(lane -> arrivals.schedule(1, lane, LANES), 30),
            THREE_MILLISECONDS,
            second -> {});

    assertThat(outcome.offered()).isEqualTo(300 * 600);
    assertThat(outcome.completed()).isEqualTo(300 * 600);
    assertThat(outcome.lag().getMaxValue()).as("0, to the resolution").isLessThan(100);
    assertThat(outcome.kinds().get(OperationKind.READ).response().getMaxValue())
        .isCloseTo(THREE_MILLISECONDS, withPercentage(0.1));
    assertThat(outcome.dueSeconds()).isCloseTo(600, within(0.01));
    assertThat(outcome.timeline().subList(0, 600))
        .allSatisfy(second -> assertThat(second.ok()).isBetween(299L, 301L));
  }

  @Test
  void aClosedLoopOfSeveralLanesGoesAtTheStoresPaceAndTheSameAgain() throws InterruptedException {
    List<LoadOutcome.Second> told = new ArrayList<>();

    LoadOutcome outcome = drive(new LoadPlan.Closed(LANES, 0), 4_000_000, told::add);

    // Of each client one every 4 ms, from 0 on; the last ends when nothing is due any more.
    assertThat(outcome.kinds().get(OperationKind.READ).ok()).isEqualTo(LANES * 600 * 250);
    assertThat(outcome.timeline()).isEqualTo(told);
    assertThat(new SimulatedLoadTest().drive(new LoadPlan.Closed(LANES, 0), 4_000_000, s -> {}))
        .extracting(LoadOutcome::timeline)
        .isEqualTo(told);
  }

  @Test
  void whatNeverCompletesIsGivenUpAfterThePatience() throws InterruptedException {
    LoadOutcome outcome = drive(new LoadPlan.Closed(LANES, 0), Long.MAX_VALUE, second -> {});

    assertThat(outcome.kinds().get(OperationKind.READ).errors())
        .containsEntry("Unfinished", (long) LANES);
    assertThat(outcome.dueSeconds()).isEqualTo(30);
  }

  /** Nothing is due after one second, and what was sent in it takes two and a half. */
  @Test
  void theTimeLineGoesOnUntilTheLastOperationIsOver() throws InterruptedException {
    List<LoadOutcome.Second> told = new ArrayList<>();

    LoadOutcome outcome = driveForASecond(Duration.ofMillis(2500), told);

    assertThat(told).isEqualTo(outcome.timeline());
    assertThat(told).extracting(LoadOutcome.Second::second).containsExactly(0, 1, 2);
    assertThat(told).extracting(LoadOutcome.Second::ok).containsExactly(0L, 0L, (long) LANES);
    assertThat(told.get(2).responseP99())
        .isCloseTo(Duration.ofMillis(2500).toNanos(), withPercentage(1));
  }

  @Test
  void whatIsNotFinishedIsInTheTimeLine() throws InterruptedException {
    LoadOutcome outcome = driveForASecond(Duration.ofHours(1), new ArrayList<>());

    assertThat(outcome.timeline().stream().mapToLong(LoadOutcome.Second::failed).sum())
        .isEqualTo(LANES);
  }

  private LoadOutcome driveForASecond(Duration service, List<LoadOutcome.Second> told)
      throws InterruptedException {
    return drive(
        new LoadPlan.Closed(LANES, 0), Duration.ofSeconds(1), service.toNanos(), told::add);
  }

  @Test
  void whoeverIsToldOfTheSecondsCanEndTheLoad() {
    assertThatThrownBy(
            () ->
                drive(
                    new LoadPlan.Closed(LANES, 0),
                    THREE_MILLISECONDS,
                    second -> {
                      throw new IllegalStateException("enough");
                    }))
        .hasMessage("enough");
    assertThat(Duration.ofNanos(time.nanoTime()))
        .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1010));
  }

  private LoadOutcome drive(
      LoadPlan.Shape shape, long serviceNanos, Consumer<LoadOutcome.Second> told)
      throws InterruptedException {
    return drive(shape, TEN_MINUTES, serviceNanos, told);
  }

  private LoadOutcome drive(
      LoadPlan.Shape shape, Duration duration, long serviceNanos, Consumer<LoadOutcome.Second> told)
      throws InterruptedException {
    Workload workload = reads();
    VirtualStore store =
        new VirtualStore(time, sent -> LaneTimes.after(Math.max(1, sent), serviceNanos));
    return new LoadDriver(lane -> store, new VersionClock(() -> 1), time)
        .drive(
            new LoadPlan(
                LANES,
                lane -> {
                  OperationStream stream = workload.stream(1, lane, workload.keySequence());
                  return stream::next;
                },
                shape,
                Levels.fixed(Level.ONE, Level.ONE),
                number -> {},
                duration,
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                lane -> LaneHistory.none()),
            told);
  }

  private static Workload reads() {
    try {
      return WorkloadProperties.empty()
          .withFile(
              "test", new StringReader("recordcount=100\nreadproportion=1\nupdateproportion=0\n"))
          .workload();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
