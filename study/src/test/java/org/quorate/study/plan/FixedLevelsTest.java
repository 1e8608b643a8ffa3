package org.quorate.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.study.testing.Studies;

final class FixedLevelsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private Study study(String cluster, String write, String policies) throws Exception {
    return Studies.load(
            folder,
            """
            title: Policies
            backend: fake
            cluster: {CLUSTER}
            workload: {properties: {recordcount: 10}}
            load: {threads: 2}
            levels: {write: WRITE}
            factors: {policy: [POLICIES]}
            """
                .replace("CLUSTER", cluster)
                .replace("WRITE", write)
                .replace("POLICIES", policies))
        .study();
  }

  private static Cell cell(String policy) {
    return new Cell(Map.of("policy", policy));
  }

  @Test
  void theWeakestIsTheLevelOfOneReplica() throws Exception {
    Study study = study("nodes: 5, replication-factor: 5", "ONE", "TWO, ONE, ALL, quorate 1%");

    assertThat(FixedLevels.beside(study, cell("quorate 1%")))
        .containsExactly(cell("TWO"), cell("ONE"), cell("ALL"));
    assertThat(FixedLevels.weakestBeside(study, cell("quorate 1%"))).contains(cell("ONE"));
    assertThat(FixedLevels.weakest(study)).containsExactly(cell("ONE"));
    assertThat(FixedLevels.replicas(study, cell("TWO"))).isEqualTo(2);
  }

  @Test
  void withoutSuchALevelOrWithoutAPolicyThereIsNone() throws Exception {
    assertThat(FixedLevels.weakest(study("nodes: 3", "ONE", "QUORUM, quorate 1%"))).isEmpty();
    assertThat(FixedLevels.weakest(study("nodes: 3", "ONE", "ONE, QUORUM, ALL"))).isEmpty();
  }

  @Test
  void theLevelThatMeetsEveryWriteFollowsTheWriteLevel() throws Exception {
    for (List<String> each :
        List.of(List.of("ONE", "ALL"), List.of("QUORUM", "QUORUM"), List.of("ALL", "ONE"))) {
      Study study = study("nodes: 3", each.get(0), "ONE, quorate 1%");
      assertThat(FixedLevels.levels(study, cell("ONE")).safe())
          .isEqualTo(Level.valueOf(each.get(1)));
    }
  }

  @Test
  void inSeveralDataCentresTheWeakestIsTheLocalOne() throws Exception {
    Study study =
        study(
            "data-centers: {east: 3, west: 3}",
            "LOCAL_QUORUM",
            "ONE, LOCAL_ONE, LOCAL_QUORUM, quorate 1%");

    assertThat(FixedLevels.weakest(study)).containsExactly(cell("LOCAL_ONE"));
    assertThat(FixedLevels.levels(study, cell("LOCAL_ONE")).safe()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(FixedLevels.replicas(study, cell("LOCAL_QUORUM"))).isEqualTo(2);
  }
}
