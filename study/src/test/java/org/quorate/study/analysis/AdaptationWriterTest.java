package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.testing.Results;

class AdaptationWriterTest {
  private static CellSummary cell(String policy, String delay, Map<String, Double> shares) {
    Map<String, String> levels = Map.of("policy", policy, "delay", delay);
    MonitorResult monitor =
        new MonitorResult(
            "system_views", "network", "", Map.of(), Map.of(), shares, Map.of(), List.of());
    CellTally tally = new CellTally(new Cell(levels));
    tally.add(Results.watched(Results.run(1, 1, levels, 100), monitor, null), Map.of());
    return tally.summary();
  }

  @Test
  void itIsSaidWhereAPolicyWasNothingButAFixedLevel() {
    assertThat(
            AdaptationWriter.sentences(
                List.of(
                    cell("ALL", "1ms", Map.of("ALL", 1.0)),
                    cell("harmony 20%", "1ms", Map.of("ALL", 1.0)),
                    cell("harmony 20%", "2ms", Map.of("ALL", 1.0)),
                    cell("harmony 20%", "3ms", Map.of("ONE", 0.25, "ALL", 0.7, "QUORUM", 0.05)))))
        .satisfies(
            sentences -> {
              assertThat(sentences).hasSize(2);
              assertThat(sentences.get(0))
                  .isEqualTo(
                      "In 2 of 3 cells with a policy that adapts every read went out at ALL: there"
                          + " the policy was static ALL.");
              assertThat(sentences.get(1))
                  .startsWith("The level changed under harmony 20%")
                  .endsWith(": 70 % of its reads at ALL, 25 % at ONE, 5.0 % at QUORUM.");
            });
  }

  @Test
  void manyCellsOfAChangingLevelAreCounted() {
    Map<String, Double> shares = Map.of("ONE", 0.5, "ALL", 0.5);

    assertThat(
            AdaptationWriter.sentences(
                List.of(
                    cell("harmony 20%", "1ms", shares),
                    cell("harmony 20%", "2ms", shares),
                    cell("harmony 20%", "3ms", shares))))
        .containsExactly("The level changed in 3 of 3 cells with a policy that adapts.");
  }

  @Test
  void fixedLevelsNeedNoWord() {
    assertThat(AdaptationWriter.sentences(List.of(cell("ONE", "1ms", Map.of("ONE", 1.0)))))
        .isEmpty();
  }
}
