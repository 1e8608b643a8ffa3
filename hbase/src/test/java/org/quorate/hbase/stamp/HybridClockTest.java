package org.quorate.hbase.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HybridClockTest {
  private final AtomicLong wall = new AtomicLong(1_000_000);
  private final AtomicLong nanos = new AtomicLong(-5);
  private final List<String> told = new ArrayList<>();
  private final HybridClock clock = new HybridClock(wall::get, nanos::get, told::add);

  @Test
  void followsTheClockBeneath() {
    assertThat(clock.getAsLong()).isEqualTo(1_000_000);
    wall.set(1_000_007);
    assertThat(clock.getAsLong()).isEqualTo(1_000_007);
    wall.set(5_000_000);
    assertThat(clock.getAsLong()).isEqualTo(5_000_000);
    assertThat(told).isEmpty();
  }

  @Test
  void aClockThatIsSetBackALittleNeverGoesBack() {
    assertThat(clock.getAsLong()).isEqualTo(1_000_000);
    wall.set(999_500);
    assertThat(clock.getAsLong()).isEqualTo(1_000_000);
    pass(1);
    assertThat(clock.getAsLong()).isEqualTo(1_000_000);
    pass(99);
    assertThat(clock.getAsLong()).as("half the time").isEqualTo(1_000_050);
    pass(1_000);
    assertThat(clock.getAsLong()).isEqualTo(1_000_600);
    assertThat(told).isEmpty();
  }

  @Test
  void aJumpAheadThatIsTakenBackIsToldOnceAndForgottenInTime() {
    wall.addAndGet(3_600_000);
    assertThat(clock.getAsLong()).isEqualTo(4_600_000);
    wall.addAndGet(-3_600_000);
    long before = 4_600_000;
    for (int minute = 1; minute < 119; minute++) {
      pass(60_000);
      assertThat(clock.getAsLong()).isEqualTo(before + 30_000);
      before += 30_000;
    }
    assertThat(told).singleElement().asString().contains("set back by 3570000 ms or more");
    pass(60_001);
    assertThat(clock.getAsLong()).isEqualTo(wall.get());
    pass(1);
    assertThat(clock.getAsLong()).isEqualTo(wall.get());
    assertThat(told).hasSize(2).last().asString().contains("caught up");
  }

  @Test
  void aStartAfterAnotherClockThatIsAheadIsNotToldAsASetClock() {
    clock.startAfter(1_002_000);
    long before = 1_002_000;
    for (long time = 0; time < 5_000; time += 100) {
      long now = clock.getAsLong();
      assertThat(now)
          .isBetween(before, Math.max(1_002_000 + time / 2, wall.get()))
          .isGreaterThanOrEqualTo(wall.get());
      before = now;
      pass(100);
    }
    assertThat(before).as("caught up").isEqualTo(wall.get() - 100);
    assertThat(told).isEmpty();
  }

  @Test
  void aClockThatIsSetBackAfterSuchAStartIsTold() {
    clock.startAfter(1_002_000);
    pass(1_000);
    assertThat(clock.getAsLong()).isEqualTo(1_002_500);
    wall.addAndGet(-1_500);
    pass(2);
    assertThat(clock.getAsLong()).isEqualTo(1_002_501);
    assertThat(told).singleElement().asString().contains("set back by 1499 ms or more");
    pass(6_000);
    assertThat(clock.getAsLong()).isEqualTo(wall.get());
    pass(1);
    assertThat(clock.getAsLong()).isEqualTo(wall.get());
    assertThat(told).hasSize(2);
  }

  private void pass(long millis) {
    wall.addAndGet(millis);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
