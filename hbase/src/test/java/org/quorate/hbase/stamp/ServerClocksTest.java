package org.quorate.hbase.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ServerClocksTest {
  private final ServerClocks clocks = new ServerClocks();

  @Test
  void oneReportSaysNothing() {
    clocks.looked("a", 5_000, 1_000, 1_002);
    clocks.looked("a", 5_000, 2_000, 2_002);
    assertThat(clocks.offset("a")).isEmpty();
    assertThat(clocks.all()).isEmpty();
  }

  @Test
  void aReportWasMadeBetweenTheLooksThatSawItChange() {
    clocks.looked("a", 4_000, 1_000, 1_002);
    clocks.looked("a", 1_240, 1_050, 1_052);
    assertThat(clocks.offset("a")).contains(new ClockOffset(188, 240));
    assertThat(clocks.offset("a").orElseThrow().estimate()).isEqualTo(214);
    assertThat(clocks.offset("a").orElseThrow().uncertainty()).isEqualTo(26);
  }

  @Test
  void severalChangesNarrowTheEstimateAndNeverExcludeTheTruth() {
    SplittableRandom random = new SplittableRandom(7);
    long ahead = -200;
    long report = 0;
    for (long now = 0; now < 300_000; now += 50) {
      long taken = random.nextLong(0, 5);
      if (now - report >= 3_000) {
        report = now - random.nextLong(0, 45);
      }
      clocks.looked("a", report + ahead, now, now + taken);
    }
    ClockOffset offset = clocks.offset("a").orElseThrow();
    assertThat(offset.least()).isLessThanOrEqualTo(ahead);
    assertThat(offset.most()).isGreaterThanOrEqualTo(ahead);
    assertThat(offset.uncertainty()).isLessThan(26);
  }

  @Test
  void aClockThatWasSetIsLearnedAnew() {
    clocks.looked("a", 0, 1_000, 1_000);
    clocks.looked("a", 1_040, 1_050, 1_050);
    clocks.looked("a", 9_040, 4_050, 4_050);
    assertThat(clocks.offset("a")).contains(new ClockOffset(4_990, 7_990));
  }

  @Test
  void allClocksTogetherSpanFromTheFirstToTheLast() {
    clocks.looked("a", 0, 1_000, 1_000);
    clocks.looked("a", 1_040, 1_050, 1_050);
    clocks.looked("b", 0, 1_000, 1_000);
    clocks.looked("b", 1_240, 1_050, 1_050);
    assertThat(clocks.all()).contains(new ClockOffset(-10, 240));
  }
}
