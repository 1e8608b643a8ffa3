package org.quorate.study.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GainWriterTest {
  private static Gain gain(String against, Estimate throughput, Estimate stale) {
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
                    gain("ONE", new Estimate(0.5, 0.4, 0.6, 15), new Estimate(0.2, 0.1, 0.3, 15)),
                    gain("ALL", new Estimate(1.45, 1.2, 1.7, 15), null))))
        .containsExactly(
            "At a link delay of 4ms, harmony 20% had 45 % more throughput than ALL (20 to 70 %),"
                + " and 80 % fewer stale reads than ONE (70 to 90 %; 12 of 30,000 against 2,300 of"
                + " 40,000) (over 5 settings, 15 pairs of runs).");
  }

  @Test
  void whatItsIntervalDoesNotShowIsNotClaimed() {
    assertThat(
            GainWriter.sentences(
                List.of(
                    gain("ONE", new Estimate(0.5, 0.4, 0.6, 15), new Estimate(0.9, 0.5, 1.3, 15)),
                    gain("ALL", new Estimate(1.1, 0.9, 1.3, 15), null))))
        .singleElement()
        .asString()
        .contains("no distinguishable gain in throughput over ALL (ratio 0.90 to 1.30)")
        .contains("no distinguishable difference in stale reads from ONE");
  }
}
