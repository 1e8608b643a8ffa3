package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SpillTarget;

/** What cannot be applied when a spill directory is opened is tried again. */
@Timeout(60)
final class RepeatedDrainTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path directory;

  private final ListTarget target = new ListTarget();
  private final TurnedClock clock = new TurnedClock();

  /** Does what is planned when a test says that its time has come. */
  private static final class TurnedClock extends ScheduledThreadPoolExecutor {
    private final List<Duration> pauses = new ArrayList<>();
    private Runnable next = () -> {};

    TurnedClock() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      next = task;
      pauses.add(Duration.of(delay, unit.toChronoUnit()));
      // Nobody waits for it.
      return super.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);
    }

    void turn() {
      next.run();
    }
  }

  @AfterEach
  void endTheThread() {
    clock.shutdownNow();
  }

  private Path leave(long... sequences) throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, sequences);
      return spill.folder();
    }
  }

  private RepeatedDrain open() throws Exception {
    return RepeatedDrain.open(directory, target, PATIENCE, clock);
  }

  @Test
  void whatIsLeftAtOpeningIsAppliedBeforeAnythingElse() throws Exception {
    leave(1, 2);
    leave(3);
    try (RepeatedDrain drain = open()) {
      assertThat(target.sequences()).containsExactly(1L, 2L, 3L);
      assertThat(drain.left()).isEqualTo(LeftFolders.NONE);
    }
  }

  @Test
  void whatRemainsIsCountedByItsCauseWithItsBytesAndAge() throws Exception {
    Path oldest = leave(1, 2);
    Path other = leave(3);
    target.answering(0);
    try (RepeatedDrain drain = open()) {
      LeftFolders left = drain.left();
      assertThat(left.folders())
          .containsEntry(FolderDrain.Outcome.INTERRUPTED, 1L)
          .containsEntry(FolderDrain.Outcome.NOT_TRIED, 1L);
      assertThat(left.count()).isEqualTo(2);
      assertThat(left.bytes()).isEqualTo(Directories.bytes(oldest) + Directories.bytes(other));
      assertThat(left.oldest()).contains(FolderFormat.read(oldest).created());
    }
  }

  @Test
  void itGoesOnUntilNothingIsLeft() throws Exception {
    leave(1, 2);
    target.answering(0);
    try (RepeatedDrain drain = open()) {
      clock.turn();
      assertThat(drain.left().count()).isEqualTo(1);
      target.answering(10);
      clock.turn();
      assertThat(target.sequences()).containsExactly(1L, 2L);
      assertThat(drain.left()).isEqualTo(LeftFolders.NONE);
    }
  }

  @Test
  void thePauseDoublesWhileNothingChanges() throws Exception {
    leave(1);
    target.answering(0);
    try (RepeatedDrain drain = open()) {
      for (int turn = 0; turn < 9; turn++) {
        clock.turn();
      }
      assertThat(clock.pauses)
          .containsExactly(
              Duration.ofSeconds(5),
              Duration.ofSeconds(10),
              Duration.ofSeconds(20),
              Duration.ofSeconds(40),
              Duration.ofSeconds(80),
              Duration.ofSeconds(160),
              Duration.ofSeconds(320),
              Duration.ofMinutes(10),
              Duration.ofMinutes(10),
              Duration.ofMinutes(10));
      target.answering(10);
      clock.turn();
      assertThat(clock.pauses).last().isEqualTo(Duration.ofSeconds(5));
      assertThat(drain.left().count()).isZero();
    }
  }

  @Test
  void aFolderThatWasInUseIsDrainedWhenItsProcessIsGone() throws Exception {
    SegmentedSpill running = SegmentedSpill.open(settings(directory));
    append(running, 1);
    try (RepeatedDrain drain = open()) {
      assertThat(drain.left()).isEqualTo(LeftFolders.NONE);
      clock.turn();
      assertThat(target.sequences()).isEmpty();
      running.close();
      clock.turn();
      assertThat(target.sequences()).containsExactly(1L);
    }
  }

  /**
   * Where servers do not answer it is not looked into, but whose it is can be told all the same.
   */
  @Test
  void aFolderInUseIsNotLeftAlsoWhereServersDoNotAnswer() throws Exception {
    leave(1);
    try (SegmentedSpill running = SegmentedSpill.open(settings(directory))) {
      append(running, 2);
      target.answering(0);
      try (RepeatedDrain drain = open()) {
        assertThat(drain.left().folders())
            .containsOnlyKeys(FolderDrain.Outcome.INTERRUPTED)
            .containsValue(1L);
      }
      running.acknowledged(2);
    }
  }

  @Test
  void whatIsRepairedIsApplied() throws Exception {
    Path segment = Segment.files(leave(1, 2)).get(0);
    byte[] whole = Files.readAllBytes(segment);
    byte[] damaged = whole.clone();
    damaged[whole.length / 2] ^= (byte) 1;
    Files.write(segment, damaged);
    try (RepeatedDrain drain = open()) {
      assertThat(drain.left().folders()).containsOnlyKeys(FolderDrain.Outcome.DAMAGED);
      Files.write(segment, whole);
      clock.turn();
      assertThat(target.sequences()).containsExactly(1L, 2L);
    }
  }

  @Test
  void whatIsRefusedIsTakenOnceItsTableIsThere() throws Exception {
    leave(1, 2);
    target.refusing(write -> write.sequence() == 2);
    try (RepeatedDrain drain = open()) {
      assertThat(drain.left().folders()).containsOnlyKeys(FolderDrain.Outcome.REFUSED);
      target.refusing(write -> false);
      clock.turn();
      assertThat(target.sequences()).containsExactly(1L, 2L);
      assertThat(drain.left().count()).isZero();
    }
  }

  @Test
  void aTargetThatThrowsAnythingEndsNothing() throws Exception {
    try (RepeatedDrain drain = open()) {
      target.refusing(
          write -> {
            throw new IllegalStateException("a bug");
          });
      leave(1);
      clock.turn();
      target.refusing(write -> false);
      clock.turn();
      assertThat(target.sequences()).containsExactly(1L);
      assertThat(drain.left().count()).isZero();
    }
  }

  @Test
  void aDirectoryThatIsMadeLaterIsDrainedToo() throws Exception {
    Path later = directory.resolve("later");
    try (RepeatedDrain drain = RepeatedDrain.open(later, target, PATIENCE, clock)) {
      assertThat(drain.left().oldest()).isEqualTo(Optional.empty());
      try (SegmentedSpill spill = SegmentedSpill.open(settings(later))) {
        append(spill, 1);
      }
      clock.turn();
      assertThat(target.sequences()).containsExactly(1L);
    }
  }

  /** The target when it is told to answer; an interrupted thread waits no longer. */
  private SpillTarget answeringAt(CountDownLatch answer, Runnable asked) {
    return writes -> {
      asked.run();
      try {
        answer.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
      return target.apply(writes);
    };
  }

  @Test
  void openingWaitsNoLongerForServersThanItsPatience() throws Exception {
    leave(1);
    CountDownLatch answer = new CountDownLatch(1);
    SpillTarget slow = answeringAt(answer, () -> {});
    try (RepeatedDrain drain = RepeatedDrain.open(directory, slow, Duration.ZERO, clock)) {
      assertThat(drain.left().count()).isZero();
      answer.countDown();
      await().until(() -> SpillDirectory.at(directory).list().isEmpty());
    }
    assertThat(target.sequences()).containsExactly(1L);
  }

  @Test
  void whoeverIsInterruptedWhileItIsOpenedIsToldSo() throws Exception {
    leave(1);
    ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1);
    SpillTarget silent = answeringAt(new CountDownLatch(1), () -> {});
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> RepeatedDrain.open(directory, silent, PATIENCE, thread))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(thread.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void closingEndsWhatIsUnderWayAndNothingIsLost() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    SpillTarget silent = answeringAt(new CountDownLatch(1), asked::countDown);
    ScheduledThreadPoolExecutor hasty =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return super.schedule(task, 1, TimeUnit.MILLISECONDS);
          }
        };
    try (RepeatedDrain drain = RepeatedDrain.open(directory, silent, PATIENCE, hasty)) {
      leave(1);
      asked.await();
      assertThat(drain.left().count()).isZero();
    }
    assertThat(hasty.isTerminated()).isTrue();
    assertThat(SpillDirectory.at(directory).drain(target, DrainSettings.usual()).get(0).outcome())
        .isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(target.sequences()).containsExactly(1L);
  }
}
