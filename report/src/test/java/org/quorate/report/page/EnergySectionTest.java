package org.quorate.report.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.report.chart.MeasureChart;
import org.quorate.report.sample.EnergySamples;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.StudySummary;

class EnergySectionTest {
  private static final int WARM_UP = 3;

  /** Joules of a part over the operations of the whole would be too few for each. */
  @Test
  void aRunWhoseWarmUpIsCutIsShownByThePartThatCounts() {
    StudySummary study = EnergySamples.metered();
    List<RunResult> runs = study.runs().stream().map(run -> run.countedFrom(WARM_UP)).toList();
    Context context = new Context(with(study, runs));

    MeasureChart chart =
        new EnergySection(context)
            .charts().stream()
                .filter(MeasureChart.class::isInstance)
                .map(MeasureChart.class::cast)
                .findFirst()
                .orElseThrow();

    List<Double> shown = chart.rows().stream().flatMap(row -> row.runs().stream()).toList();
    assertThat(shown)
        .containsExactlyInAnyOrderElementsOf(
            runs.stream()
                .map(run -> requireNonNull(run.energy()).joules() / run.countedOperations())
                .toList());
  }

  private static StudySummary with(StudySummary study, List<RunResult> runs) {
    return new StudySummary(
        study.name(),
        study.title(),
        study.question(),
        study.verdict(),
        study.caveats(),
        study.command(),
        study.settings(),
        study.studyFile(),
        study.environment(),
        study.factors(),
        study.cells(),
        study.differences(),
        study.findings(),
        study.pilot(),
        study.claims(),
        runs,
        study.complete(),
        study.figures(),
        study.claimVerdicts(),
        study.design(),
        study.steadyState(),
        study.staticGains(),
        study.distances(),
        study.predictions());
  }
}
