package org.quorate.study.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;

final class OffloadRowsTest {
  @Test
  void movesAreCountedByWhatMoves() {
    RunResult regions =
        Results.rested(Results.run(1, 1, Map.of("offload", "stop"), 100), "n2", 0, 1, 0);
    OffloadResult known = Objects.requireNonNull(regions.offload());
    RunResult nodes =
        regions.with(
            draft ->
                draft.offload =
                    new OffloadResult(
                        "consolidate",
                        known.capacityPerSecond(),
                        known.choices(),
                        known.rests(),
                        known.moves(),
                        known.failedMoves(),
                        known.standby(),
                        known.readBack(),
                        known.wakes(),
                        1));

    assertThat(row(regions).has("region_moves_failed")).isTrue();
    assertThat(row(regions).has("node_moves")).isFalse();
    assertThat(row(nodes).has("node_moves")).isTrue();
    assertThat(row(nodes).has("node_moves_failed")).isTrue();
    assertThat(row(nodes).has("region_moves")).isFalse();
  }

  private static CsvTable.Row row(RunResult run) {
    CsvTable.Row row = new CsvTable.Row();
    OffloadRows.of(run, row);
    return row;
  }
}
