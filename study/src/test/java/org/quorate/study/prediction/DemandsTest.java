package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DemandsTest {
  private static final Demands TRUE = SimulatedCells.USUAL.demands();

  private static final List<CellFeatures> FITTED =
      SimulatedCells.those(cell -> cell.hosts() < 6 && cell.clients() < 32);

  @Test
  void aClientThatIsAloneTakesTheSameTimeInBothWays() {
    CellFeatures alone = SimulatedCells.features(4, 1, "ALL");

    assertThat(TRUE.summedTime(alone)).isCloseTo(TRUE.queueingTime(alone), within(1e-12));
    assertThat(TRUE.queueingTime(alone))
        .isCloseTo(0.006 + 0.0015 + 0.008 + 3 * 0.002 + 0.0004, within(1e-12));
  }

  @Test
  void sumsNeverTakeLessTimeThanQueues() {
    assertThat(SimulatedCells.all())
        .allSatisfy(
            cell ->
                assertThat(TRUE.summedTime(cell))
                    .isGreaterThanOrEqualTo(TRUE.queueingTime(cell) - 1e-12));
  }

  @Test
  void theDemandsOfQueuesAreFoundAgain() {
    Demands found = Demands.ofQueues(SimulatedCells.USUAL.exact(FITTED));

    assertThat(found.delay()).isCloseTo(TRUE.delay(), within(0.0003));
    assertThat(found.host()).isCloseTo(TRUE.host(), within(0.0003));
    assertThat(found.hostPerReplica()).isCloseTo(TRUE.hostPerReplica(), within(0.0001));
    assertThat(SimulatedCells.all())
        .allSatisfy(
            cell ->
                assertThat(found.queueingTime(cell) / TRUE.queueingTime(cell))
                    .isCloseTo(1, within(0.005)));
  }

  @Test
  void theDemandsOfSumsAreFoundAgain() {
    List<MeasuredCell> cells =
        FITTED.stream()
            .map(cell -> new MeasuredCell(cell, TRUE.summedTime(cell), null, 1))
            .toList();
    Demands found = Demands.ofSums(cells);

    assertThat(found.delay()).isCloseTo(TRUE.delay(), within(1e-6));
    assertThat(found.perWait()).isCloseTo(TRUE.perWait(), within(1e-4));
    assertThat(found.host()).isCloseTo(TRUE.host(), within(1e-6));
    assertThat(found.hostPerReplica()).isCloseTo(TRUE.hostPerReplica(), within(1e-6));
    assertThat(found.shared()).isCloseTo(TRUE.shared(), within(1e-6));
    assertThat(found.sharedPerReplica()).isCloseTo(0, within(1e-6));
  }

  @Test
  void theTermsOfEnergyAreFoundAgain() {
    EnergyTerms found = EnergyTerms.of(SimulatedCells.USUAL.exact(FITTED));

    assertThat(found).isNotNull();
    assertThat(found.idleWatts()).isCloseTo(2.2, within(1e-6));
    assertThat(found.perOperation()).isCloseTo(0.01, within(1e-6));
    assertThat(found.perReplicaOperation()).isCloseTo(0.004, within(1e-6));
    assertThat(found.perLoneOperation()).isCloseTo(0, within(1e-6));
  }

  @Test
  void withoutTheEnergyOfACellThereAreNoTerms() {
    CellFeatures cell = SimulatedCells.features(3, 1, "ONE");

    assertThat(EnergyTerms.of(List.of(new MeasuredCell(cell, 1, null, 1)))).isNull();
  }
}
