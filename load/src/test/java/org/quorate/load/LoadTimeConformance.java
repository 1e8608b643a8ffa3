package org.quorate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What holds for every time that load takes place in. Each is tested by a class that extends this
 * one, among the tests of its own module, and is named for it.
 */
@Timeout(60)
public abstract class LoadTimeConformance {
  private static final long SOON = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private final LoadTime time;
  private final Worker worker;
  private final long begun;

  /**
   * @param time a new one, which nobody has had anything to do with
   */
  protected LoadTimeConformance(LoadTime time) {
    this.time = time;
    this.worker = time.worker("lane-7");
    this.begun = time.nanoTime();
  }

  @Test
  void theClockNeverGoesBackAndIsThatOfAllWorkers() {
    Worker other = time.worker("other");
    long before = begun;
    for (int i = 0; i < 1000; i++) {
      for (long now :
          new long[] {time.nanoTime(), worker.clock().nanoTime(), other.clock().nanoTime()}) {
        assertThat(now).isGreaterThanOrEqualTo(before);
        before = now;
      }
    }
  }

  @Test
  void nobodyIsAtWorkWhoHasNotBegun() throws InterruptedException {
    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(time.nanoTime()).isLessThan(begun + HOUR);
    assertThatCode(worker::rethrow).doesNotThrowAnyException();
  }

  @Test
  void aWorkIsCalledUntilItIsOverAndNeverAgain() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    worker.begin(() -> calls.incrementAndGet() < 5 ? worker.clock().nanoTime() + SOON : Work.OVER);

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    worker.clock().wake();
    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(calls).hasValue(5);
    assertThat(time.nanoTime()).isLessThan(begun + HOUR);
    assertThatCode(worker::rethrow).doesNotThrowAnyException();
  }

  @Test
  void aWorkIsCalledAgainWhenItAskedToAndNotAllTheWhile() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    long due = begun + 3 * SOON;
    worker.begin(
        () -> {
          calls.incrementAndGet();
          return worker.clock().nanoTime() < due ? due : Work.OVER;
        });

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(time.nanoTime()).isBetween(due, begun + HOUR);
    assertThat(calls.get()).as("early ones do no harm").isBetween(1, 100);
  }

  @Test
  void whoeverWaitsIsBackAtTheDeadlineWhileTheWorkGoesOn() throws InterruptedException {
    AtomicBoolean enough = new AtomicBoolean();
    worker.begin(() -> enough.get() ? Work.OVER : begun + HOUR);

    assertThat(worker.isAtWorkAt(begun + SOON)).isTrue();
    long back = time.nanoTime();
    assertThat(back).isBetween(begun + SOON, begun + HOUR);
    assertThat(worker.isAtWorkAt(begun)).as("a deadline that is over").isTrue();
    assertThat(time.nanoTime()).isBetween(back, begun + HOUR);
    assertThatCode(worker::rethrow).doesNotThrowAnyException();

    enough.set(true);
    worker.clock().wake();
    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(time.nanoTime()).isLessThan(begun + HOUR);
  }

  @Test
  void aWakeUpThatComesBeforeTheWorkReturnsIsNotLost() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    worker.begin(
        () -> {
          worker.clock().wake();
          return calls.incrementAndGet() < 3 ? begun + HOUR : Work.OVER;
        });

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(time.nanoTime()).isLessThan(begun + HOUR);
  }

  @Test
  void oneWorkWakesAnotherThatBeganBeforeIt() throws InterruptedException {
    AtomicBoolean answered = new AtomicBoolean();
    worker.begin(() -> answered.get() ? Work.OVER : begun + HOUR);
    assertThat(worker.isAtWorkAt(begun + SOON)).isTrue();
    Worker other = time.worker("other");
    long due = time.nanoTime() + SOON;
    other.begin(
        () -> {
          if (other.clock().nanoTime() < due) {
            return due;
          }
          answered.set(true);
          worker.clock().wake();
          return Work.OVER;
        });

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(other.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(time.nanoTime()).isBetween(due, begun + HOUR);
  }

  /** The work could not go on before this thread does. */
  @Test
  void toBeginWaitsForNothing() throws InterruptedException {
    CountDownLatch begins = new CountDownLatch(1);
    worker.begin(
        () -> {
          begins.await();
          return Work.OVER;
        });
    begins.countDown();

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
  }

  @Test
  void whatWorksDidIsSeenWhenTheyAreOver() throws InterruptedException {
    int[] counts = new int[4];
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      int own = i;
      Worker each = time.worker("counts-" + i);
      workers.add(each);
      each.begin(() -> ++counts[own] < 100 ? each.clock().nanoTime() + 1000 : Work.OVER);
    }

    for (Worker each : workers) {
      assertThat(each.isAtWorkAt(begun + HOUR)).isFalse();
    }
    assertThat(counts).containsOnly(100);
  }

  @Test
  void whatEndsAWorkIsThrownToWhoeverAsks() throws InterruptedException {
    IllegalArgumentException unchecked = new IllegalArgumentException("no such row");
    worker.begin(
        () -> {
          throw unchecked;
        });
    Worker other = time.worker("lane-8");
    AssertionError error = new AssertionError("broken");
    other.begin(
        () -> {
          throw error;
        });

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThat(other.isAtWorkAt(begun + HOUR)).isFalse();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(worker::rethrow).isSameAs(unchecked);
      assertThatIllegalStateException()
          .isThrownBy(other::rethrow)
          .withMessageContaining("lane-8")
          .withCause(error);
    }
  }

  @Test
  void anInterruptEndsAWorkThatBlocksAndIsNoFailure() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    worker.begin(
        () -> {
          never.await();
          return Work.OVER;
        });
    worker.interrupt();

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThatCode(worker::rethrow).doesNotThrowAnyException();
  }

  @Test
  void aWorkThatEndsItselfAsInterruptedHasNotFailed() throws InterruptedException {
    worker.begin(
        () -> {
          throw new InterruptedException();
        });

    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    assertThatCode(worker::rethrow).doesNotThrowAnyException();
  }

  @Test
  void whoeverWaitsCanBeInterruptedAndTheWorkGoesOn() throws InterruptedException {
    AtomicBoolean enough = new AtomicBoolean();
    worker.begin(() -> enough.get() ? Work.OVER : begun + HOUR);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> worker.isAtWorkAt(begun + HOUR))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(worker.isAtWorkAt(time.nanoTime())).isTrue();

    enough.set(true);
    worker.clock().wake();
    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
  }

  @Test
  void whoeverNeedNotWaitIsToldThoughInterrupted() throws InterruptedException {
    AtomicBoolean enough = new AtomicBoolean();
    worker.begin(() -> enough.get() ? Work.OVER : begun + HOUR);
    Thread.currentThread().interrupt();
    assertThat(worker.isAtWorkAt(begun)).as("the deadline is over").isTrue();
    assertThat(Thread.interrupted()).isTrue();

    enough.set(true);
    worker.clock().wake();
    assertThat(worker.isAtWorkAt(begun + HOUR)).isFalse();
    Thread.currentThread().interrupt();
    assertThat(worker.isAtWorkAt(begun + HOUR)).as("the work is over").isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
