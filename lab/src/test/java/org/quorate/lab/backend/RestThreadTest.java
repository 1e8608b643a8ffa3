package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.backend.BackendException;

class RestThreadTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void whatIsUnderWayWhenTheLoadEndsIsWaitedFor() throws Exception {
    CountDownLatch underWay = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean done = new AtomicBoolean();
    try (RestThread thread =
        new RestThread(
            "rest",
            () -> {
              underWay.countDown();
              ended.await();
              done.set(true);
            })) {
      thread.begin();
      underWay.await();
      assertThat(thread.isOver()).isFalse();
      thread.end();
      assertThat(thread.isOver()).isTrue();
      assertThat(thread.next(LONG)).as("no further look, and at once").isFalse();
      ended.countDown();
      thread.awaitDone(LONG, "late");
      assertThat(done).isTrue();
    }
  }

  @Test
  void whatFailsOrIsLateEndsTheRunThatWaitsForIt() throws Exception {
    try (RestThread failing =
            new RestThread(
                "fails",
                () -> {
                  throw new EngineException("node1 is gone.");
                });
        RestThread late = new RestThread("late", new CountDownLatch(1)::await)) {
      failing.begin();
      assertThatThrownBy(() -> failing.awaitDone(LONG, "late"))
          .isInstanceOf(BackendException.class)
          .hasMessage("Off-loading failed: node1 is gone.");
      late.begin();
      assertThatThrownBy(() -> late.awaitDone(Duration.ofMillis(1), "It takes too long."))
          .isInstanceOf(BackendException.class)
          .hasMessage("It takes too long.");
    }
  }

  /** As where memory is used up: a run must not count whose hosts nobody looked after. */
  @Test
  void anErrorEndsTheRunToo() throws Exception {
    try (RestThread failing =
        new RestThread(
            "fails",
            () -> {
              throw new OutOfMemoryError("no heap");
            })) {
      failing.begin();
      assertThatThrownBy(() -> failing.awaitDone(LONG, "late"))
          .isInstanceOf(BackendException.class)
          .hasMessage("Off-loading failed: no heap");
    }
  }

  @Test
  void closingEndsWhatIsUnderWayAndThatIsNoFailure() throws Exception {
    RestThread thread = new RestThread("closed", new CountDownLatch(1)::await);
    thread.begin();
    thread.close();
    thread.awaitDone(LONG, "late");
  }

  @Test
  void oneThatWasNeverBegunIsClosed() {
    new RestThread("never", () -> {}).close();
  }
}
