package org.quorate.load.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class VersionClockTest {
  @Test
  void processesThatShareNeverGiveTheSameVersionAndStayByTheClock() {
    Set<Long> versions = new HashSet<>();
    for (int share = 0; share < 5; share++) {
      long[] now = {1_000};
      VersionClock clock = new VersionClock(() -> now[0], share, 5);
      long last = Long.MIN_VALUE;
      for (int i = 0; i < 100; i++) {
        now[0] += 3L * (i % 7);
        long version = clock.next();
        assertThat(version).isGreaterThan(last).isGreaterThanOrEqualTo(now[0]);
        assertThat(version).isLessThanOrEqualTo(Math.max(now[0] + 4, last + 5));
        assertThat(versions.add(version)).isTrue();
        last = version;
      }
    }
    assertThatThrownBy(() -> new VersionClock(() -> 0, 5, 5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aClockThatStandsOrGoesBackGivesTheNextVersion() {
    long[] now = {10};
    VersionClock clock = new VersionClock(() -> now[0]);
    assertThat(clock.next()).isEqualTo(10);
    assertThat(clock.next()).isEqualTo(11);
    now[0] = 3;
    assertThat(clock.next()).isEqualTo(12);
  }
}
