package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StaticGain;

class StaticGainWriterTest {
  private static StaticGain gain(int number, double low, double high, double staleAtMost) {
    Mean ratio = new Mean((low + high) / 2, low, high, 3);
    return new StaticGain(
        Map.of("policy", "quorate 1%", "threads", Integer.toString(number)),
        0.01,
        new Mean(staleAtMost / 2, staleAtMost / 4, staleAtMost, 3),
        null,
        3,
        Map.of("policy", "QUORUM", "threads", Integer.toString(number)),
        new Mean(0, 0, 0.001, 3),
        true,
        3,
        ratio,
        ratio,
        ratio,
        true);
  }

  @Test
  void ofManyCellsItIsSaidInHowManyThePolicyGainedAndInHowManyItKeptItsTolerance() {
    List<StaticGain> gains =
        List.of(
            gain(1, 0.5, 0.7, 0.004),
            gain(2, 0.5, 0.7, 0.012),
            gain(3, 0.9, 1.1, 0.004),
            gain(4, 1.2, 1.4, 0.05),
            gain(5, 0.4, 0.6, 0.002));
    List<String> sentences = new StaticGainWriter(List.of(), gains).headlines();
    assertThat(sentences.get(sentences.size() - 1))
        .isEqualTo(
            "Against the cheapest fixed level that keeps their tolerance, in throughput or, at"
                + " equal load, in replica reads, quorate 1% gained in 3, lost in 1 and cannot be"
                + " told from it in 1 of 5 cells; the tolerance was kept in 3, it was exceeded in 1"
                + " and whether it was kept is not certain in 1.");
  }
}
