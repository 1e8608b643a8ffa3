package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.FixedLevels;
import org.quorate.study.plan.MonitorErrors;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.testing.Studies;

/** Policies, monitors, second reads and figures in study files. */
final class PolicyStudyTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void policiesAreAFactorAndMayBeLevels() throws Exception {
    Study study = load("factors: {policy: [ONE, harmony 20%, random-read 0.01]}");

    assertThat(study.cells().values())
        .extracting(RunSettings::readPolicy)
        .containsExactly(
            new StaticPolicy(Level.ONE),
            Policies.of("harmony", 0.2),
            Policies.of("random-read", 0.01));
    assertThat(study.cells().keySet())
        .extracting(Cell::label)
        .containsExactly("ONE", "harmony 20%", "random-read 0.01");
    assertThat(new Cell(Map.of("policy", "ONE", "threads", "4")).label())
        .isEqualTo("read ONE, 4 threads");
    assertThat(new Cell(Map.of("policy", "harmony 5%", "threads", "4")).label())
        .isEqualTo("harmony 5%, 4 threads");
  }

  @Test
  void theReadLevelOfAStudyMayBeAPolicy() throws Exception {
    RunSettings settings = only(load("levels: {read: harmony-per-key 5%}"));

    assertThat(settings.readPolicy()).hasToString("harmony-per-key 5%");
    assertThat(settings.monitor()).isEqualTo(MonitorSettings.DEFAULT);
  }

  @Test
  void everyRunIsWatchedWhereOneCellAdapts() throws Exception {
    Study study = load("factors: {policy: [ONE, harmony 20%]}");

    assertThat(study.cells().values())
        .extracting(RunSettings::monitor)
        .containsOnly(MonitorSettings.DEFAULT);
    assertThat(study.settings())
        .containsEntry("monitor", "every 500ms, propagation time by network");
    assertThat(only(load("levels: {read: ONE}")).monitor()).isNull();
  }

  @Test
  void aMonitorThatIsAskedForWatchesFixedLevelsToo() throws Exception {
    Study study =
        load("monitor: {interval: 1s, propagation: network, window: 3s, bandwidth: 1Gbit/s}");

    assertThat(only(study).monitor())
        .isEqualTo(
            new MonitorSettings(
                Duration.ofSeconds(1),
                "network",
                Duration.ofSeconds(3),
                125_000_000L,
                null,
                MonitorSettings.DEFAULT_ERROR_BUDGET,
                MonitorErrors.NONE));
    assertThat(only(load("monitor: {}")).monitor()).isEqualTo(MonitorSettings.DEFAULT);
  }

  @Test
  void processesTellOneAnotherWhatTheyKnowWhereThatIsAskedFor() throws Exception {
    assertThat(MonitorSettings.DEFAULT.evidence()).isNull();
    assertThat(only(load("monitor: {evidence: none}")).monitor())
        .isEqualTo(MonitorSettings.DEFAULT);
    Study study = load("monitor: {evidence: 5s}");

    assertThat(only(study).monitor())
        .isNotNull()
        .extracting(MonitorSettings::evidence)
        .isEqualTo(Duration.ofSeconds(5));
    assertThat(study.settings().get("monitor")).contains("evidence among processes every 5s");
    for (String refused : List.of("50ms", "2h")) {
      assertThatThrownBy(() -> load("monitor: {evidence: " + refused + "}"))
          .hasMessageContaining("monitor.evidence: \"" + refused + "\" is out of range; evidence");
    }
  }

  @Test
  void policiesKeepAnErrorBudgetAsTheLibraryDoesWhereNothingElseIsAskedFor() throws Exception {
    assertThat(MonitorSettings.DEFAULT.errorBudget()).isEqualTo(Duration.ofMinutes(5));
    assertThat(only(load("monitor: {error-budget: 5m}")).monitor())
        .isEqualTo(MonitorSettings.DEFAULT);
    Study none = load("monitor: {error-budget: none}");
    assertThat(only(none).monitor()).isNotNull().extracting(MonitorSettings::errorBudget).isNull();
    assertThat(none.settings().get("monitor")).endsWith(", no error budget");
    Study study = load("monitor: {error-budget: 1h}");

    assertThat(only(study).monitor())
        .isNotNull()
        .extracting(MonitorSettings::errorBudget)
        .isEqualTo(Duration.ofHours(1));
    assertThat(study.settings().get("monitor")).endsWith(", an error budget over 1h");
    for (String refused : List.of("9s", "25h")) {
      assertThatThrownBy(() -> load("monitor: {error-budget: " + refused + "}"))
          .hasMessageContaining("monitor.error-budget: \"" + refused + "\" is out of range; an");
    }
  }

  @Test
  void aPolicyIsMisledWhereThatIsAskedFor() throws Exception {
    Study study =
        load(
            """
            monitor: {propagation-error: 0.1, lost-pairs: 0.25}
            parts:
              fixed: {factors: {policy: [ONE, ALL]}}
              lost: {factors: {policy: [quorate 1%], lost-pairs: [0, 0.5]}}
              wrong: {factors: {policy: [quorate 1%], propagation-error: [1, 10]}}
            """);

    assertThat(study.cells().values())
        .extracting(run -> Objects.requireNonNull(run.monitor()).errors())
        .containsExactly(
            new MonitorErrors(0.1, 0.25),
            new MonitorErrors(0.1, 0.25),
            new MonitorErrors(0.1, 0),
            new MonitorErrors(0.1, 0.5),
            new MonitorErrors(1, 0.25),
            new MonitorErrors(10, 0.25));
    assertThat(study.settings())
        .containsEntry(
            "propagation times and round trips that policies are told (times as long as measured)",
            "0.1; 1, 10 in part wrong");
    assertThat(study.cells().keySet().stream().map(cell -> FixedLevels.beside(study, cell).size()))
        .as("a fixed level goes by nothing that is wrong")
        .containsOnly(2);
    for (String refused : List.of("0", "-1", "1000", "ten")) {
      assertThatThrownBy(() -> load("monitor: {propagation-error: " + refused + "}"))
          .hasMessageContaining("monitor.propagation-error: \"" + refused + "\" is not a factor");
    }
    assertThatThrownBy(() -> load("monitor: {lost-pairs: 50%}"))
        .hasMessageContaining("monitor.lost-pairs: \"50%\" is not a share from 0 to 1");
    assertThatThrownBy(() -> load("factors: {policy: [quorate 1%], lost-pairs: [0.5]}"))
        .hasMessageContaining("nothing is measured that could be wrong; write monitor: {}.");
  }

  @Test
  void secondReadsAreASettingAndAFactor() throws Exception {
    assertThat(only(load("runs: {second-read: QUORUM}")).secondRead()).isEqualTo(Level.QUORUM);
    assertThat(only(load("levels: {read: ONE}")).secondRead()).isNull();
    Study study = load("runs: {second-read: ALL}\nfactors: {second-read: [none, ALL]}");

    assertThat(study.cells().values())
        .extracting(RunSettings::secondRead)
        .containsExactly(null, Level.ALL);
    assertThat(study.cells().keySet())
        .extracting(Cell::label)
        .containsExactly("no second read", "second read ALL");
  }

  @Test
  void figuresPickCellsByFactorsAndParts() throws Exception {
    Study study =
        load(
            """
            parts:
              near: {factors: {policy: [ONE, ALL], threads: [1, 40], delay: [4ms]}}
              far: {factors: {policy: [ONE, ALL], threads: [1, 40], delay: [20ms]}}
              pairs: {factors: {policy: [ONE], threads: [1, 40], delay: [4ms], second-read: [ALL]}}
            figures:
              - {title: All, measure: throughput, x: threads, series: policy, where: {part: near}}
              - title: Delays
                measure: stale-rate
                x: threads
                series: delay
                where: {part: [near, far], policy: ONE}
                claims: {text: They rise., source: A paper}
              - {title: One line, measure: read-p99, x: threads, where: {second-read: ALL}}
            """);

    assertThat(study.figures()).hasSize(3);
    Figure delays = study.figures().get(1);
    assertThat(delays)
        .isEqualTo(
            new Figure(
                "Delays",
                Measure.STALE_RATE,
                "threads",
                "delay",
                Map.of("part", List.of("near", "far"), "policy", List.of("ONE")),
                List.of(new Claim("They rise.", "A paper"))));
    assertThat(delays.cells(study.parts()))
        .extracting(delays::series, delays::x)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("4ms", "1"),
            org.assertj.core.groups.Tuple.tuple("4ms", "40"),
            org.assertj.core.groups.Tuple.tuple("20ms", "1"),
            org.assertj.core.groups.Tuple.tuple("20ms", "40"));
    assertThat(study.figures().get(0).cells(study.parts())).hasSize(4);
    assertThat(study.figures().get(2).cells(study.parts())).hasSize(2);
    assertThat(study.figures().get(2).series()).isNull();
  }

  @Test
  void aFigureMayShowRatiosToLevelsOfAnyFactor() throws Exception {
    Study study =
        load(
            """
            factors: {policy: [ONE, ALL], threads: [1, 40]}
            scales: {large: {factors: {threads: [1, 90]}}}
            figures:
              - {title: A, measure: throughput, x: threads, series: policy, relative-to: {threads: 1}}
              - {title: B, measure: throughput, x: threads, where: {policy: ALL}, relative-to: {policy: ONE}}
              - {title: C, measure: throughput, x: threads, series: policy, relative-to: {threads: 90}}
              - {title: D, measure: throughput, x: threads, series: policy}
            """);
    Cell all = new Cell(Map.of("policy", "ALL", "threads", "40"));

    assertThat(study.figures())
        .extracting(Figure::isRelative)
        .as("C is of another scale")
        .containsExactly(true, true, true, false);
    assertThat(study.figures().get(0).reference(all)).contains(all.with(Map.of("threads", "1")));
    assertThat(study.figures().get(1).reference(all)).contains(all.with(Map.of("policy", "ONE")));
    assertThat(study.figures().get(1).reference(new Cell(Map.of("threads", "40")))).isEmpty();
  }

  private Study load(String lines) throws Exception {
    return Studies.load(
            folder, "title: x\nworkload: {properties: {recordcount: 10}}\n" + lines + "\n")
        .study();
  }

  private static RunSettings only(Study study) {
    assertThat(study.cells()).hasSize(1);
    return study.cells().values().iterator().next();
  }
}
