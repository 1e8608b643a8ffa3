package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.study.plan.CellSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

final class SettingsTextTest {
  @ParameterizedTest
  @MethodSource("studies")
  void whatDecidesHowACellIsRunIsSaidOfItsStudyToo(Path file) throws Exception {
    Study study = StudyFile.load(file, StudyOverrides.NONE).study();
    for (RunSettings cell : study.cells().values()) {
      assertThat(study.settings().keySet())
          .containsAll(
              CellSettings.of(cell).keySet().stream()
                  // A study has one time line for all, or several by name.
                  .map(name -> name.equals("faults") ? faults(study) : name)
                  .filter(name -> cell.operations() > 0 || !name.startsWith("operations per run"))
                  .toList());
    }
  }

  @Test
  void bothListsHaveTheirWords(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        """
        title: t
        workload: {file: %s}
        faults: {kill: [{at: 1s, kill: node3}], pause: [{at: 1s, pause: node3}]}
        parts:
          one: {factors: {threads: [1, 3], fault: [none, kill]}, runs: {repetitions: 4, warm-up: 9s}}
          two: {factors: {arrivals: [poisson 10/s], fault: [pause], write-level: [ONE, QUORUM], delay: [none, 5ms], cold-cap: [0.5], pools: [hot-cold]}, runs: {duration: 7s, settle: 3s}}
        runs: {repetitions: 2, warm-up: 1s, duration: 2s}
        """
            .formatted(Path.of("../workloads/workloada").toAbsolutePath()));
    Study study = StudyFile.load(file, StudyOverrides.NONE).study();
    RunSettings last = List.copyOf(study.cells().values()).get(study.cells().size() - 1);

    assertThat(lines(study.settings()))
        .startsWith(
            """
            backend=local
            engine=cassandra
            engine version=default
            nodes=3
            replication factor=3
            tokens per node=1
            racks=1
            heap per node=192MiB
            processor quota per node=none
            nodes per host=1
            processor quota per host=none
            compiler of the nodes=full
            pools=balanced; hot-cold in part two
            read level=ONE
            write level=ONE; ONE, QUORUM in part two
            second read=none
            coordinators=token-aware
            cap of cold nodes=none; 0.5 in part two
            monitor=none
            processes of the load (sessions in one JVM)=1
            link delay=none; none, 5ms in part two
            fault kill=1s kill node3
            fault pause=1s pause node3
            load=closed loop, number of threads 1; 1, 3 in part one; open loop, arrivals poisson 10/s in part two
            repetitions=2, 4 in part one
            warm-up=1s, 9s in part one
            settling before each run=1s, 3s in part two
            run length=2s, 7s in part two
            history=recorded and judged
            table at the start of a run=loaded
            energy=not accounted for
            seed=42
            """);
    assertThat(lines(CellSettings.of(last)))
        .isEqualTo(
            """
            engine=cassandra
            engine version=default
            nodes=3
            replication factor=3
            tokens per node=1
            racks=1
            heap per node=192MiB
            processor quota per node=none
            nodes per host=1
            processor quota per host=none
            compiler of the nodes=full
            pools=hot-cold
            read level=ONE
            write level=QUORUM
            second read=none
            coordinators=token-aware
            cap of cold nodes=0.5
            monitor=none
            processes of the load (sessions in one JVM)=1
            faults=1s pause node3
            load=poisson 10/s, at most 4096 in flight
            link delay=5ms
            warm-up=1s
            settling before each run=3s
            run length=7s
            operations per run at most=none
            history=recorded
            table at the start of a run=loaded
            energy=not accounted for
            """);
  }

  private static String lines(Map<String, String> settings) {
    return settings.entrySet().stream().map(each -> each + "\n").collect(Collectors.joining());
  }

  private static String faults(Study study) {
    return study.settings().keySet().stream()
        .filter(name -> name.startsWith("fault"))
        .findFirst()
        .orElse("faults");
  }

  private static List<Path> studies() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../studies"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
