package org.quorate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.schedule.ArrivalSchedule;
import org.quorate.core.workload.OperationKind;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.VersionClock;

/** Whole runs of one lane, exactly, in virtual time. */
class LaneTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

  private final VirtualTime time = new VirtualTime();
  private final VirtualTime.VirtualWorker worker = time.worker("lane");

  @Test
  void aStallOfOneSecondIsSeenByEveryOperationThatWasDueInIt() {
    LongUnaryOperator stoppedFrom5To6 =
        sent -> sent >= 5 * SECOND && sent < 6 * SECOND ? 6 * SECOND : sent;
    VirtualStore store = new VirtualStore(time, stoppedFrom5To6);

    LaneRecorder recorder = run(store, "readproportion=1", open(1000, 5000), 20, 60);

    var reads = recorder.counts(OperationKind.READ);
    assertThat(reads.ok).isEqualTo(20_000);
    assertThat(reads.response.getValueAtPercentile(99) / 1e9).isCloseTo(0.80, within(0.002));
    assertThat(reads.response.getValueAtPercentile(99.9) / 1e9).isCloseTo(0.98, within(0.002));
  }

  @Test
  void aStallCountsTheSameWhereTheGeneratorMayHaveOnlyOneOperationUnderWay() {
    LongUnaryOperator stoppedFrom5To6 =
        sent -> sent >= 5 * SECOND && sent < 6 * SECOND ? 6 * SECOND : sent;
    VirtualStore store = new VirtualStore(time, stoppedFrom5To6);

    LaneRecorder recorder = run(store, "readproportion=1", open(1000, 1), 20, 60);

    var reads = recorder.counts(OperationKind.READ);
    assertThat(reads.ok).isEqualTo(20_000);
    assertThat(reads.response.getValueAtPercentile(99) / 1e9).isCloseTo(0.80, within(0.002));
    assertThat(reads.service.getValueAtPercentile(99)).isLessThan(MILLISECOND);
    assertThat(recorder.lag().getValueAtPercentile(99) / 1e9).isCloseTo(0.80, within(0.002));
  }

  @Test
  void aClosedLoopHasOneOperationPerClientUnderWay() {
    VirtualStore store = new VirtualStore(time, sent -> sent + 10 * MILLISECOND);

    LaneRecorder recorder = run(store, "readproportion=1", new ClosedPacing(0, 7, 0), 2, 60);

    assertThat(store.mostInFlight).isEqualTo(7);
    assertThat(recorder.lag().getTotalCount()).isZero();
    assertThat(recorder.counts(OperationKind.READ).ok).isEqualTo(7 * 200);
    assertThat(recorder.completedInInterval()).isEqualTo(7 * 199);
  }

  @Test
  void aClosedLoopSleepsWhileItsLastOperationsAreUnderWay() {
    int[] sentSoFar = {0};
    VirtualStore store =
        new VirtualStore(time, sent -> sent + (sentSoFar[0]++ == 0 ? 2 * SECOND : MILLISECOND));

    LaneRecorder recorder = run(store, "readproportion=1", new ClosedPacing(0, 2, 0), 1, 60);

    assertThat(recorder.counts(OperationKind.READ).ok).isEqualTo(1001);
    assertThat(recorder.completedInInterval()).isEqualTo(999);
  }

  @Test
  void aTargetThrottlesAClosedLoopAndLateOperationsKeepTheirTick() {
    VirtualStore store = new VirtualStore(time, sent -> sent + (sent < SECOND ? SECOND : 0));

    LaneRecorder recorder =
        run(store, "readproportion=1", new ClosedPacing(0, 1, SECOND / 10), 3, 60);

    var reads = recorder.counts(OperationKind.READ);
    assertThat(reads.ok).isEqualTo(30);
    assertThat(reads.response.getMaxValue() / 1e9).isCloseTo(1.0, within(0.001));
    // Ticks 0.1 to 0.9 waited for the first operation: their lag is 0.9 s down to 0.1 s.
    assertThat(recorder.lag().getMaxValue() / 1e9).isCloseTo(0.9, within(0.001));
  }

  @Test
  void operationsThatWaitForASlotAreSentAfterTheEndAndNothingIsDropped() {
    VirtualStore store = new VirtualStore(time, sent -> sent + 10 * MILLISECOND);

    LaneRecorder recorder = run(store, "readproportion=1", open(1000, 5), 1, 60);

    assertThat(store.mostInFlight).isEqualTo(5);
    assertThat(recorder.counts(OperationKind.READ).ok).isEqualTo(1000);
    assertThat(recorder.counts(OperationKind.READ).response.getMaxValue() / 1e9)
        .isCloseTo(1.005, within(0.002));
  }

  @Test
  void whatIsNotSentByTheDrainLimitIsCountedAsFailed() {
    VirtualStore store = new VirtualStore(time, sent -> Long.MAX_VALUE);
    List<String> writes = new ArrayList<>();

    LaneRecorder recorder =
        run(store, "updateproportion=1", open(1000, 5), 1, 2, remember(writes), number -> {});

    assertThat(recorder.counts(OperationKind.UPDATE).errors)
        .containsExactlyInAnyOrderEntriesOf(Map.of("Unfinished", 5L));
    assertThat(recorder.notSent()).isEqualTo(995);
    assertThat(writes).hasSize(5).allMatch(line -> line.startsWith("write TIMEOUT"));
  }

  @Test
  void aReadModifyWriteIsOneOperationOfTwoRequests() {
    VirtualStore store = new VirtualStore(time, sent -> sent + 4 * MILLISECOND);
    List<String> history = new ArrayList<>();

    LaneRecorder recorder =
        run(
            store,
            "readmodifywriteproportion=1",
            new ClosedPacing(0, 1, 0),
            1,
            60,
            remember(history),
            number -> {});

    var whole = recorder.counts(OperationKind.READ_MODIFY_WRITE);
    assertThat(whole.ok).isEqualTo(125);
    assertThat(whole.response.getMean()).isCloseTo(8e6, within(1e5));
    for (OperationKind part : List.of(OperationKind.READ, OperationKind.UPDATE)) {
      assertThat(recorder.counts(part).ok).isZero();
      assertThat(recorder.counts(part).parts).isEqualTo(125);
      assertThat(recorder.counts(part).response.getMean()).isCloseTo(4e6, within(1e5));
    }
    assertThat(history).hasSize(250);
    assertThat(recorder.okSoFar()).isEqualTo(125);
  }

  @Test
  void theReadOfAReadModifyWriteIsTimedFromItsScheduledInstantAndTheUpdateFromItsSending() {
    VirtualStore store = new VirtualStore(time, sent -> sent + 4 * MILLISECOND);

    // Due each 4 ms and 8 ms long, with one slot for all.
    LaneRecorder recorder = run(store, "readmodifywriteproportion=1", open(250, 1), 1, 60);

    // The last of 250 is due at 996 ms and sent at 249 * 8 ms.
    var read = recorder.counts(OperationKind.READ);
    assertThat(read.response.getMaxValue() / 1e6).isCloseTo(1992 - 996 + 4, within(1.0));
    assertThat(read.service.getMaxValue() / 1e6).isCloseTo(4, within(0.1));
    var update = recorder.counts(OperationKind.UPDATE);
    assertThat(update.response.getMaxValue() / 1e6).isCloseTo(4, within(0.1));
    var whole = recorder.counts(OperationKind.READ_MODIFY_WRITE);
    assertThat(whole.response.getMaxValue() / 1e6).isCloseTo(1992 - 996 + 8, within(1.0));
  }

  @Test
  void aReadModifyWriteWhoseReadFailsUpdatesAllTheSameAndFailsOnce() {
    VirtualStore store = new VirtualStore(time, sent -> sent + 4 * MILLISECOND);
    store.failReads("ReadTimeout");
    List<String> history = new ArrayList<>();

    LaneRecorder recorder =
        run(
            store,
            "readmodifywriteproportion=1",
            new ClosedPacing(0, 1, 0),
            1,
            60,
            remember(history),
            number -> {});

    assertThat(recorder.counts(OperationKind.READ_MODIFY_WRITE).ok).isZero();
    assertThat(recorder.counts(OperationKind.READ_MODIFY_WRITE).errors)
        .containsExactlyEntriesOf(Map.of("ReadTimeout", 125L));
    assertThat(recorder.counts(OperationKind.READ).errors).isEmpty();
    assertThat(recorder.counts(OperationKind.UPDATE).parts).isEqualTo(125);
    assertThat(recorder.failedSoFar()).isEqualTo(125);
    assertThat(history).hasSize(250).contains("read ERROR", "write OK");
  }

  @Test
  void aLaneGivesUpWhenNothingCompletesForLongerThanItsPatience() {
    VirtualStore store = new VirtualStore(time, sent -> Long.MAX_VALUE);
    List<Long> acknowledged = new ArrayList<>();

    LaneRecorder recorder =
        run(
            store,
            "insertproportion=1",
            new ClosedPacing(0, 3, 0),
            86_400,
            0,
            LaneHistory.none(),
            acknowledged::add);

    assertThat(time.nanoTime()).isEqualTo(30 * SECOND);
    assertThat(recorder.counts(OperationKind.INSERT).errors)
        .containsExactlyEntriesOf(Map.of("Unfinished", 3L));
    assertThat(recorder.failedSoFar()).isEqualTo(3);
    assertThat(acknowledged).containsExactly(100L, 101L, 102L);
  }

  @Test
  void whatIsDueAfterTheLastOperationIsNotOffered() {
    VirtualStore store = new VirtualStore(time, sent -> sent + MILLISECOND);
    int[] left = {10};
    OpenPacing pacing = open(1000, 5);
    OperationStream stream = stream("readproportion=1");

    time.run(
        worker,
        lane(
            store,
            () -> left[0]-- > 0 ? stream.next() : null,
            pacing,
            1,
            60,
            LaneHistory.none(),
            number -> {}));

    assertThat(pacing.offered()).isEqualTo(10);
    assertThat(store.requests).isEqualTo(10);
  }

  @Test
  void aFailedInsertIsAcknowledgedSoThatLaterRowsAreRead() {
    VirtualStore store = new VirtualStore(time, sent -> sent + MILLISECOND);
    store.failWrites(Outcome.ERROR, "Unavailable");
    List<Long> acknowledged = new ArrayList<>();

    LaneRecorder recorder =
        run(
            store,
            "insertproportion=1",
            new ClosedPacing(0, 1, 0),
            1,
            60,
            LaneHistory.none(),
            acknowledged::add);

    assertThat(recorder.counts(OperationKind.INSERT).errors)
        .containsExactlyEntriesOf(Map.of("Unavailable", 1000L));
    assertThat(acknowledged).hasSize(1000).startsWith(100L, 101L);
  }

  @Test
  void whatWasDueDuringAStepCountsThereHoweverLateItCompletes() {
    VirtualStore store =
        new VirtualStore(time, sent -> sent + (sent < SECOND ? 1500 : 1) * MILLISECOND);
    Lane lane =
        new Lane(
            store,
            new VersionClock(() -> 1),
            Levels.fixed(Level.ONE, Level.ONE),
            stream("readproportion=1")::next,
            open(10, 100),
            number -> {},
            worker.clock(),
            new LaneTimes(0, 3 * SECOND, 60 * SECOND, 30 * SECOND, List.of(SECOND, 3 * SECOND)),
            LaneHistory.none());

    time.run(worker, lane);
    List<LoadOutcome.Step> steps =
        lane.recorder().steps().stream().map(StepCounts::result).toList();

    assertThat(steps).hasSize(2);
    assertThat(steps.get(0).response().get(OperationKind.READ).getTotalCount()).isEqualTo(10);
    assertThat(steps.get(0).response().get(OperationKind.READ).getMinValue() / 1e9)
        .isCloseTo(1.5, within(0.02));
    assertThat(steps.get(1).response().get(OperationKind.READ).getTotalCount()).isEqualTo(20);
    assertThat(steps.get(1).response().get(OperationKind.READ).getMaxValue())
        .isLessThan(2 * MILLISECOND);
    assertThat(steps).allMatch(step -> step.failed() == 0);
  }

  @Test
  void aLevelThatTheSessionChoseStandsInTheHistory() {
    List<Level> counted = new ArrayList<>();
    List<Level> recorded = new ArrayList<>();
    Levels chosen =
        new Levels() {
          @Override
          public Level read() {
            return Level.ONE;
          }

          @Override
          public Level write() {
            return Level.ONE;
          }

          @Override
          public boolean isChosenBySession() {
            return true;
          }

          @Override
          public void sent(Level level) {
            counted.add(level);
          }
        };
    time.run(
        worker,
        new Lane(
            new VirtualStore(time, sent -> sent + MILLISECOND),
            new VersionClock(() -> 1),
            chosen,
            stream("readproportion=1")::next,
            open(10, 100),
            number -> {},
            worker.clock(),
            new LaneTimes(0, SECOND, 60 * SECOND, 30 * SECOND),
            levels(recorded)));

    assertThat(recorded).hasSize(10).containsOnly(Level.QUORUM);
    assertThat(counted).isEqualTo(recorded);
  }

  private static LaneHistory levels(List<Level> of) {
    return (type, key, version, invoked, completed, client, level, outcome) -> {
      if (type == OperationType.READ) {
        of.add(level);
      }
    };
  }

  @Test
  void versionsOfOneLaneGrow() {
    VersionClock versions = new VersionClock(() -> 7);

    assertThat(versions.next()).isEqualTo(7);
    assertThat(versions.next()).isEqualTo(8);
  }

  private OpenPacing open(int perSecond, int maxInFlight) {
    long period = SECOND / perSecond;
    ArrivalSchedule arrivals =
        new ArrivalSchedule() {
          private long next;

          @Override
          public long next() {
            long arrival = next;
            next += period;
            return arrival;
          }

          @Override
          public double rateAt(long offsetNanos) {
            return perSecond;
          }
        };
    return new OpenPacing(arrivals, 0, maxInFlight);
  }

  private LaneRecorder run(
      VirtualStore store, String proportion, Pacing pacing, int seconds, int drainSeconds) {
    return run(store, proportion, pacing, seconds, drainSeconds, LaneHistory.none(), number -> {});
  }

  private LaneRecorder run(
      VirtualStore store,
      String proportion,
      Pacing pacing,
      int seconds,
      int drainSeconds,
      LaneHistory history,
      LongConsumer insertsOver) {
    Lane lane =
        lane(store, stream(proportion)::next, pacing, seconds, drainSeconds, history, insertsOver);
    time.run(worker, lane);
    return lane.recorder();
  }

  private static OperationStream stream(String proportion) {
    Workload workload = workload(proportion);
    return workload.stream(1, 0, workload.keySequence());
  }

  private Lane lane(
      VirtualStore store,
      OperationSource source,
      Pacing pacing,
      int seconds,
      int drainSeconds,
      LaneHistory history,
      LongConsumer insertsOver) {
    return new Lane(
        store,
        new VersionClock(() -> 1),
        Levels.fixed(Level.ONE, Level.ONE),
        source,
        pacing,
        insertsOver,
        worker.clock(),
        new LaneTimes(0, seconds * SECOND, (seconds + drainSeconds) * SECOND, 30 * SECOND),
        history);
  }

  private static Workload workload(String proportion) {
    String only =
        """
        workload=site.ycsb.workloads.CoreWorkload
        recordcount=100
        readproportion=0
        updateproportion=0
        insertproportion=0
        """;
    try {
      return WorkloadProperties.empty()
          .withFile("test", new StringReader(only + proportion + "\n"))
          .workload();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LaneHistory remember(List<String> lines) {
    return (type, key, version, invoked, completed, client, level, outcome) ->
        lines.add((type == OperationType.READ ? "read " : "write ") + outcome);
  }
}
