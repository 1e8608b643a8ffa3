package org.quorate.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;

/**
 * What holds for every backend that a study can choose, before it starts anything. One of {@link
 * Backends} is here by being there, and wants a sample. What holds of the runs that it measures is
 * checked on each of them, wherever it runs, by {@code AnswerCheck} of the study module.
 */
final class BackendConformanceTest {
  /**
   * @param taken lines of a study that it can run wherever tests can
   * @param refused lines that it cannot
   * @param advice part of what it says of these
   */
  private record Sample(String taken, String refused, String advice) {}

  private static final String REMOTE =
      "backend: remote\nremote: {contact-points: [10.0.0.1], local-data-center: dc1}\n";

  private static final Map<String, Sample> SAMPLES =
      Map.of(
          "local",
          new Sample(
              "cluster: {nodes: 1, heap: 96MiB}\n",
              """
              cluster: {processor-quota: 0.5}
              power: {meters: {host1: {kind: powercap}, host9: {kind: powercap}}}
              """,
              "name one of these under power: meters"),
          "remote",
          new Sample(REMOTE, REMOTE + "links: {delay: 5ms}\n", "remove links: delay"));

  /** Studies that ask for much, each for something that some backend may not have. */
  private static final List<String> ASKING =
      List.of(
          "",
          "cluster: {engine: hbase}\n",
          REMOTE,
          REMOTE + "factors: {nodes: [3, 4]}\n",
          REMOTE + "coordinators: hot\nruns: {empty-table: true}\n",
          "cluster: {nodes: 61}\n",
          "cluster: {nodes: 1, pools: hot-cold}\n",
          "cluster: {data-centers: {dc1: 3, dc2: 3}}\n",
          "cluster: {tokens: 4, pools: hot-cold}\n",
          "cluster: {heap: 8MiB}\n",
          "cluster: {heap: 900000GiB}\n",
          "cluster: {processor-quota: 0.001}\n",
          "cluster: {version: 0.0.1}\n",
          "cluster: {engine: hbase}\nload: {threads: 513}\n",
          "cluster: {engine: hbase, host-quota: 1}\noffload: {capacity: 9/s, rest: stop}\n",
          "power: {profile: server-2010}\n",
          "cluster: {processor-quota: 0.5}\npower: {meters: {host1: {kind: nosuch}}}\n",
          "factors: {cold-cap: [none, 0.5]}\n",
          "factors: {delay: [none, 5ms, 80ms]}\n",
          "faults: [{at: 1s, kill: node3}]\n",
          "monitor: {propagation: ideal-level}\n");

  @TempDir private Path folder;

  static Stream<Backend> backends() {
    return Backends.standard().all().stream();
  }

  @Test
  void everyBackendHasASampleAndANameOfItsOwn() {
    assertThat(backends().map(Backend::name))
        .as("each wants lines of a study that it takes, and of one that it refuses")
        .containsExactlyInAnyOrderElementsOf(SAMPLES.keySet())
        .allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
  }

  @ParameterizedTest
  @MethodSource("backends")
  void itIsFoundByItsName(Backend backend) throws Exception {
    assertThat(Backends.standard().named(backend.name())).hasSameClassAs(backend);
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aStudyThatItCanRunIsTaken(Backend backend) throws Exception {
    List<Run> runs = runs(sample(backend).taken());

    assertThatCode(() -> backend.check(runs, false)).doesNotThrowAnyException();
    assertThatCode(() -> backend.check(runs, true)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aStudyThatItCannotRunIsRefusedWithAWayOut(Backend backend) throws Exception {
    List<Run> runs = runs(sample(backend).refused());

    assertThatThrownBy(() -> backend.check(runs, false))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining(sample(backend).advice());
  }

  @ParameterizedTest
  @MethodSource("backends")
  void whateverAStudyAsksForIsTakenOrRefusedInASentence(Backend backend) throws Exception {
    for (String lines : ASKING) {
      List<Run> runs = runs(lines);
      for (boolean together : new boolean[] {false, true}) {
        String answer = answer(backend, runs, together);
        assertThat(answer).as("%s of %s", backend.name(), lines).matches("|[^\\n]+\\.");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void toCheckStartsNothing(Backend backend) throws Exception {
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    for (String lines : ASKING) {
      answer(backend, runs(lines), true);
    }
    assertThat(ProcessHandle.current().children().toList()).isSubsetOf(before);
  }

  /** The message of the refusal, or nothing; any other exception than that is none of its own. */
  private static String answer(Backend backend, List<Run> runs, boolean together) {
    try {
      backend.check(runs, together);
      return "";
    } catch (BackendException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static Sample sample(Backend backend) {
    Sample sample = SAMPLES.get(backend.name());
    if (sample == null) {
      throw new AssertionError("There is no sample of the backend " + backend.name() + "; add it.");
    }
    return sample;
  }

  private List<Run> runs(String lines) throws Exception {
    Path path = folder.resolve("study.yaml");
    String load = lines.contains("load:") ? "" : "load: {threads: 2}\n";
    Files.writeString(path, "title: x\nworkload: {properties: {recordcount: 10}}\n" + load + lines);
    Study study = StudyFile.load(path, StudyOverrides.NONE).study();
    return Plan.of(study).runs();
  }
}
