package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.RunSettings;

final class RunLanesTest {
  @TempDir private Path folder;

  /** Processes are a, b and c; b4 is the lane of the fifth client, which is of the process b. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          token-aware | threads: 5                             | a
          hot         | threads: 5, processes: 2               | a b
          token-aware | arrivals: poisson 9/s, processes: 2    | a b
          random      | threads: 1                             | a0
          random      | threads: 5                             | a0 a1 a2 a3 a4
          random      | threads: 5, target: 9/s                | a0 a1 a2 a3 a4
          random      | threads: 5, processes: 2               | a0 a1 b2 b3 b4
          random      | threads: 7, processes: 3               | a0 a1 b2 b3 c4 c5 c6
          random      | threads: 3, processes: 3               | a0 b1 c2
          random      | arrivals: poisson 9/s                  | a0
          random      | arrivals: poisson 9/s, processes: 3    | a0 b1 c2
          """)
  void withRandomCoordinatorsEachClientOfAClosedLoopHasALane(
      String coordinators, String load, String lanes) throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        "title: Lanes\nworkload: {properties: {recordcount: 9}}\ncoordinators: "
            + coordinators
            + "\nload: {"
            + load
            + "}\n");
    RunSettings run =
        Plan.of(StudyFile.load(file, StudyOverrides.NONE).study()).runs().get(0).settings();
    List<String> processes = List.of("a", "b", "c").subList(0, run.processes());

    assertThat(RunLanes.lanes(run, processes, (process, client) -> process + client))
        .containsExactly(lanes.split(" "));
  }
}
