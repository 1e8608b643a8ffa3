package org.quorate.lab.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransmissionClockTest {
  private static final long MEGABYTE_PER_SECOND = 1_000_000;

  private final TransmissionClock clock = new TransmissionClock();

  @Test
  void bytesLeaveWhenTheyArriveWhereThereIsNoCap() {
    assertThat(clock.transmitted(100, 1_000_000, 0)).isEqualTo(100);
    assertThat(clock.transmitted(101, 1, 0)).isEqualTo(101);
  }

  @Test
  void bytesTakeTheirTimeOnACappedLink() {
    // 1 MB/s is one byte per microsecond.
    assertThat(clock.transmitted(5_000, 512, MEGABYTE_PER_SECOND)).isEqualTo(5_000 + 512_000);
  }

  @Test
  void bytesWaitForThoseBeforeThem() {
    clock.transmitted(0, 500, MEGABYTE_PER_SECOND);

    assertThat(clock.transmitted(100_000, 200, MEGABYTE_PER_SECOND)).isEqualTo(700_000);
    assertThat(clock.transmitted(100_000, 0, MEGABYTE_PER_SECOND)).isEqualTo(700_000);
  }

  @Test
  void idleLinkSavesNothingUp() {
    clock.transmitted(0, 500, MEGABYTE_PER_SECOND);

    assertThat(clock.transmitted(10_000_000, 500, MEGABYTE_PER_SECOND)).isEqualTo(10_500_000);
  }

  @Test
  void liftedCapLeavesNoDebt() {
    clock.transmitted(0, 1_000_000, MEGABYTE_PER_SECOND);

    assertThat(clock.transmitted(100, 10, 0)).isEqualTo(100);
    assertThat(clock.transmitted(200, 10, MEGABYTE_PER_SECOND)).isEqualTo(10_200);
  }

  @Test
  void fractionsOfANanosecondAreRoundedUp() {
    assertThat(clock.transmitted(0, 1, 3_000_000_000L)).isEqualTo(1);
  }
}
