package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Change;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.plan.Study;

/** What claims say in numbers. */
final class ClaimsTest {
  private static final String STUDY =
      """
      title: x
      workload: {properties: {recordcount: 10}}
      parts:
        closed: {factors: {policy: [ONE, QUORUM, ALL], threads: [20, 70]}}
        open: {factors: {policy: [ONE, ALL], arrivals: [poisson 100/s]}}
      scales:
        small: {factors: {threads: [20]}}
      claims:
        - {text: They rise., source: A paper}
        - text: ONE saves almost 62 % of the energy of ALL.
          source: A paper, section IV.A
          expects:
            measure: energy-per-operation
            of: {policy: ONE}
            against: {policy: ALL}
            where: {threads: 70, part: closed}
            change: -62%
      figures:
        - title: F
          measure: throughput
          x: threads
          series: policy
          where: {part: closed}
          claims:
            - text: It falls.
              source: A paper
              expects: {of: {policy: ALL}, against: {policy: ONE}, change: lower}
        - {title: G, measure: throughput, x: policy, where: {part: closed, threads: 70}}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void aClaimMaySayWhatItIsInNumbers() throws Exception {
    List<Claim> claims = load(null).claims();

    assertThat(claims.get(0)).isEqualTo(new Claim("They rise.", "A paper"));
    assertThat(claims.get(1).expects())
        .isEqualTo(
            new ClaimedChange(
                Measure.ENERGY_PER_OPERATION,
                Map.of("policy", "ONE"),
                Map.of("policy", "ALL"),
                Map.of("threads", List.of("70"), "part", List.of("closed")),
                new Change(Change.Kind.BY, -0.62)));
  }

  @Test
  void cellsArePairedThatDifferInItsLevelsAlone() throws Exception {
    Study study = load(null);

    assertThat(pairs(study, study.claims().get(1)))
        .containsExactly(Map.entry(cell("ONE", "70"), cell("ALL", "70")));
    assertThat(pairs(study, study.figures().get(0).claims().get(0)))
        .containsExactly(
            Map.entry(cell("ALL", "20"), cell("ONE", "20")),
            Map.entry(cell("ALL", "70"), cell("ONE", "70")));
  }

  @Test
  void aFiguresClaimIsAboutItsMeasureAndItsCells() throws Exception {
    ClaimedChange change = load(null).figures().get(0).claims().get(0).expects();

    assertThat(change).isNotNull();
    assertThat(change.measure()).isEqualTo(Measure.THROUGHPUT);
    assertThat(change.where()).isEqualTo(Map.of("part", List.of("closed")));
  }

  @Test
  void aScaleThatLeavesItsLevelsOutHasNoSuchCells() throws Exception {
    Study study = load("small");

    assertThat(pairs(study, study.claims().get(1))).isEmpty();
    assertThat(study.figures().get(1).cells(study.parts())).isEmpty();
  }

  @Test
  void changesAreReadAndWritten() {
    assertThat(
            List.of("-62%", "+32 %", "7.5%", "lower", "Higher", "within 5%").stream()
                .map(Change::parse)
                .map(Change::text))
        .containsExactly("\u221262 %", "+32 %", "+7.5 %", "lower", "higher", "within 5 %");
  }

  private static List<Map.Entry<Cell, Cell>> pairs(Study study, Claim claim) {
    ClaimedChange change = claim.expects();
    return change == null ? List.of() : change.pairs(study.parts());
  }

  private static Cell cell(String policy, String threads) {
    return new Cell(Map.of("policy", policy, "threads", threads));
  }

  private Study load(@Nullable String scale) throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(path, STUDY);
    return StudyFile.load(path, new StudyOverrides(List.of(), Map.of(), scale, Map.of())).study();
  }
}
