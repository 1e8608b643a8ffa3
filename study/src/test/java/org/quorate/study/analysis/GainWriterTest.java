package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.study.summary.Mean;

class GainWriterTest {
  private static Gain gain(String against, Mean throughput, Mean stale) {
    return new Gain(
        "harmony 20%",
        against,
        Map.of("delay", "4ms"),
        5,
        15,
        throughput,
        stale,
        12,
        30_000,
        against.equals("ALL") ? 0 : 2_300,
        40_000);
  }

  @Test
  void gainsAreClaimedWithTheirIntervals() {
    assertThat(
            GainWriter.sentences(
                List.of(
                    gain("ONE", new Mean(0.5, 0.4, 0.6, 15), new Mean(0.2, 0.1, 0.3, 15)),
                    gain("ALL", new Mean(1.45, 1.2, 1.7, 15), null))))
        .containsExactly(
            "At a link delay of 4ms, harmony 20% had 45 % more throughput than ALL (20 to 70 %),"
                + " 50 % less throughput than ONE (40 to 60 %), and 80 % fewer stale reads than ONE"
                + " (70 to 90 %; 12 of 30,000 against 2,300 of 40,000); 95 % intervals over 15 pairs"
                + " of runs in 5 settings.");
  }

  @Test
  void whatItsIntervalDoesNotShowIsNotClaimed() {
    assertThat(
            GainWriter.sentences(
                List.of(
                    gain("ONE", new Mean(0.5, 0.4, 0.6, 15), new Mean(0.9, 0.5, 1.3, 15)),
                    gain("ALL", new Mean(1.1, 0.9, 1.3, 15), null))))
        .singleElement()
        .asString()
        .contains("no throughput distinguishable from that at ALL (ratio 0.90 to 1.30)")
        .contains("no distinguishable difference in stale reads from ONE");
  }

  @Test
  void nothingIsSaidOfStaleReadsThatNobodyCounted() {
    Gain uncounted =
        new Gain(
            "harmony 20%", "ONE", Map.of(), 1, 3, new Mean(0.5, 0.4, 0.6, 3), null, 0, 0, 0, 0);

    assertThat(GainWriter.sentences(List.of(uncounted)))
        .containsExactly(
            "harmony 20% had 50 % less throughput than ONE (40 to 60 %); 95 % intervals over 3"
                + " pairs of runs in 1 setting.");
  }

  @Test
  void noneSeenIsABoundAndNotAHundredPercent() {
    Gain none =
        new Gain(
            "harmony 20%",
            "ONE",
            Map.of(),
            5,
            15,
            new Mean(0.5, 0.4, 0.6, 15),
            new Mean(0, 0, 0, 15),
            0,
            3_000,
            500,
            10_000);

    assertThat(GainWriter.sentences(List.of(none)))
        .singleElement()
        .asString()
        .contains(
            "no stale read where ONE had some (0 of 3,000 against 500 of 10,000, which is at least"
                + " 98 % fewer if reads were independent)")
        .doesNotContain("100 %");
  }
}
