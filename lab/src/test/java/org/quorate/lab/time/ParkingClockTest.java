package org.quorate.lab.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real clock: no wake-up is lost, whenever it comes. */
class ParkingClockTest {
  private static final long FOR_EVER = TimeUnit.HOURS.toNanos(1);

  @Test
  @Timeout(60)
  void aWakeUpThatComesBeforeTheWaitEndsIt() {
    ParkingClock clock = new ParkingClock();

    clock.wake();
    clock.await(clock.nanoTime() + FOR_EVER);
  }

  @Test
  @Timeout(60)
  void aWakeUpEndsOneWaitAndNotTheNext() {
    ParkingClock clock = new ParkingClock();
    clock.wake();
    clock.await(clock.nanoTime() + FOR_EVER);
    long begun = clock.nanoTime();
    long deadline = begun + TimeUnit.MILLISECONDS.toNanos(20);

    int waits = 0;
    while (clock.nanoTime() < deadline) {
      clock.await(deadline);
      waits++;
    }

    // Parking may end early for no reason, but not again and again.
    assertThat(waits).isLessThan(100);
  }

  @Test
  @Timeout(120)
  @SuppressWarnings("ThreadPriorityCheck") // Where there are fewer cores than threads.
  void noWakeUpIsLostBetweenLookingAndWaiting() throws InterruptedException {
    int rounds = 20_000;
    ParkingClock clock = new ParkingClock();
    AtomicLong asked = new AtomicLong();
    AtomicLong answered = new AtomicLong();
    Thread other =
        new Thread(
            () -> {
              for (long round = 1; round <= rounds; round++) {
                while (asked.get() < round) {
                  Thread.yield();
                }
                for (long pause = round % 64; pause > 0; pause--) {
                  Thread.onSpinWait();
                }
                answered.set(round);
                clock.wake();
              }
            });
    other.setDaemon(true);
    other.start();

    for (long round = 1; round <= rounds; round++) {
      asked.set(round);
      while (answered.get() < round) {
        clock.await(clock.nanoTime() + FOR_EVER);
      }
    }

    other.join();
    assertThat(answered).hasValue(rounds);
  }
}
