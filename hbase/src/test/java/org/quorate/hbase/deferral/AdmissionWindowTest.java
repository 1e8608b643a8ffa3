package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdmissionWindowTest {
  private static final long MB = 1 << 20;
  private static final double BOUND = 4;

  private final AdmissionWindow window = new AdmissionWindow(BOUND, 8 * MB, 64 * MB);

  @Test
  void shrinksToWhatTheBusiestServerTakesInAQuarterOfTheBound() {
    window.observe(8 * MB, 1.6, 0, true);
    assertThat(window.bytes()).isEqualTo(5 * MB);
    window.observe(5 * MB, 1, 0, true);
    assertThat(window.bytes()).isEqualTo(5 * MB);
  }

  @Test
  void comesToRestWhereWhatIsPendingTakesAQuarterOfTheBound() {
    for (int look = 0; look < 50; look++) {
      double bytesPerSecond = 3.0 * MB;
      window.observe(window.bytes(), window.bytes() / bytesPerSecond, 0.01, true);
    }
    assertThat(window.bytes()).isBetween(3 * MB - 1000, 3 * MB + 1000);
  }

  @Test
  void isHalvedAtMostByOneLook() {
    window.observe(8 * MB, 1_000, 0, true);
    assertThat(window.bytes()).isEqualTo(4 * MB);
  }

  @Test
  void growsOnlyWhileACallFindsNoRoom() {
    window.observe(MB, 0, 0, false);
    assertThat(window.bytes()).isEqualTo(8 * MB);
    window.observe(8 * MB, 0, 0, true);
    assertThat(window.bytes()).isEqualTo(16 * MB);
    window.observe(16 * MB, 0.8, 0, true);
    assertThat(window.bytes()).isEqualTo(20 * MB);
  }

  @Test
  void neverExceedsWhatMemoryAllows() {
    for (int look = 0; look < 10; look++) {
      window.observe(MB, 0, 0, true);
    }
    assertThat(window.bytes()).isEqualTo(64 * MB);
    assertThat(new AdmissionWindow(BOUND, 8 * MB, 1000).bytes()).isEqualTo(1000);
  }

  @Test
  void whatIsPendingNowDecidesWhereItIsLess() {
    window.observe(2 * MB, 2, 0, false);
    assertThat(window.bytes()).isEqualTo(MB);
  }

  @Test
  void aBoundShorterThanAFlushDoesNotStopTheServers() {
    AdmissionWindow shortBound = new AdmissionWindow(0.001, 8 * MB, 64 * MB);
    shortBound.observe(8 * MB, 0.02, 0.01, true);
    assertThat(shortBound.bytes()).isEqualTo(8 * MB);
    for (int look = 0; look < 50; look++) {
      shortBound.observe(shortBound.bytes(), 1_000, 0, true);
    }
    assertThat(shortBound.bytes()).as("never closes").isEqualTo(64 << 10);
  }
}
