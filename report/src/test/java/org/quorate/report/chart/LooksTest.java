package org.quorate.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.quorate.report.sample.Samples;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StudySummary;

class LooksTest {
  @Test
  void colourTellsTheReadLevelAndMarkerTheWriteLevel() {
    Looks looks = Looks.of(Samples.demo());
    assertThat(looks.hueFactor()).isEqualTo("read-level");
    assertThat(looks.shapeFactor()).isEqualTo("write-level");
    Look one = looks.of(Map.of("read-level", "ONE", "write-level", "ONE"));
    Look quorum = looks.of(Map.of("read-level", "QUORUM", "write-level", "ONE"));
    Look slower = looks.of(Map.of("read-level", "ONE", "write-level", "QUORUM"));
    assertThat(one.hue()).isEqualTo(slower.hue()).isNotEqualTo(quorum.hue());
    assertThat(one.shape()).isEqualTo(quorum.shape()).isNotEqualTo(slower.shape());
  }

  @Test
  void theMarkerTellsTheFactorThatIsComparedWhereItIsAnother() {
    Looks looks = Looks.of(Samples.pools());
    assertThat(looks.hueFactor()).isEqualTo("read-level");
    assertThat(looks.shapeFactor()).isEqualTo("pools");
    assertThat(looks.rest(Map.of("pools", "uniform", "read-level", "ONE", "write-level", "ALL")))
        .isEqualTo("write ALL");
  }

  @Test
  void everyCellOfTwoFactorsLooksDifferent() {
    StudySummary study = Samples.demo();
    Looks looks = Looks.of(study);
    Set<Look> seen = new HashSet<>();
    for (CellSummary cell : study.cells()) {
      assertThat(seen.add(looks.of(cell.cell()))).isTrue();
      assertThat(looks.rest(cell.cell())).isEmpty();
    }
  }

  @Test
  void furtherFactorsAreTheRest() {
    Map<String, String> cell = Map.of("read-level", "ONE", "write-level", "ONE", "threads", "40");
    assertThat(Looks.of(Samples.manyCells()).rest(cell)).isEqualTo("40 threads");
  }

  @Test
  void aStudyOfOneCellHasNoLegend() {
    Looks looks = Looks.of(Samples.oneCell());
    assertThat(looks.hueKeys()).isEmpty();
    assertThat(looks.shapeKeys()).isEmpty();
    assertThat(looks.of(Map.of())).isEqualTo(new Look(1, 0));
  }
}
