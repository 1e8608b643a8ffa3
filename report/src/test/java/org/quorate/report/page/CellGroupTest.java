package org.quorate.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.report.chart.Looks;
import org.quorate.report.sample.Samples;
import org.quorate.study.summary.StudySummary;

class CellGroupTest {
  private static List<CellGroup> groups(StudySummary study, int most) {
    return CellGroup.of(study.factors().keySet(), study.cells(), Looks.of(study), most);
  }

  @Test
  void fewCellsAreOneGroupUnderTheirOwnNames() {
    StudySummary study = Samples.demo();
    List<CellGroup> groups = groups(study, 30);
    assertThat(groups).hasSize(1);
    assertThat(groups.get(0).title("Throughput")).isEqualTo("Throughput");
    assertThat(groups.get(0).label(study.cells().get(0))).isEqualTo(study.cells().get(0).label());
  }

  @Test
  void manyCellsAreDividedIntoAsFewGroupsAsItTakes() {
    StudySummary study = Samples.harmony();
    List<CellGroup> groups = groups(study, 30);
    assertThat(groups)
        .extracting(CellGroup::title)
        .containsExactly(
            "workloada, delay 5ms", "workloada, delay 25ms", "workloadb, delay 5ms", "other cells");
    assertThat(groups.stream().mapToInt(group -> group.cells().size()).sum())
        .isEqualTo(study.cells().size());
    assertThat(groups.get(0).label(groups.get(0).cells().get(0))).isEqualTo("read ONE, 1 thread");
  }

  @Test
  void groupsThatCannotBeSmallEnoughAreAsSmallAsTheyCanBe() {
    assertThat(groups(Samples.harmony(), 1)).allMatch(group -> group.cells().size() <= 6);
  }
}
