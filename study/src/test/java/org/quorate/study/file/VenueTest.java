package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/** A study that is run elsewhere than its file says, or in parts. */
final class VenueTest {
  private static final String STUDY =
      """
      title: Levels
      backend: local
      cluster: {nodes: 3, heap: 256MiB, processor-quota: 0.5, settings: {concurrent_reads: 16}}
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      links: {delay: 5ms}
      power: {profile: server-2010}
      parts:
        levels: {factors: {read-level: [ONE, ALL]}}
        layouts: {factors: {pools: [balanced, hot-cold], read-level: [ONE]}}
      baseline: [{read-level: ONE}, {pools: balanced}]
      expects: [{stale-reads: {read-level: ONE, pools: hot-cold}}]
      figures:
        - {title: Levels, measure: throughput, x: read-level, where: {part: levels}}
        - {title: Layouts, measure: throughput, x: pools, where: {part: layouts}}
      """;

  private static final String RACK =
      """
      backend: remote
      remote: {contact-points: [10.0.0.1], local-data-center: dc1, driver-config: own.conf}
      power: {meters: {10.0.0.1: {kind: ipmi, address: 10.1.0.1}}}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Path study;

  @BeforeEach
  void write() throws Exception {
    study = Files.writeString(folder.resolve("study.yaml"), STUDY);
  }

  private StudyFile load(List<String> parts, @Nullable String venue) throws Exception {
    Path file = folder.resolve("racks/seven.yaml");
    if (venue != null) {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.writeString(file, venue);
    }
    return StudyFile.load(
        study, StudyOverrides.NONE.with(parts, venue == null ? null : Venue.read(file)));
  }

  private static RunSettings any(Study study) {
    return study.cells().values().iterator().next();
  }

  @Test
  void whatTheFileSaysReplacesTheStudysSections() throws Exception {
    Study there = load(List.of("levels"), RACK).study();

    assertThat(there.isRemote()).isTrue();
    RemoteSettings remote = Objects.requireNonNull(any(there).cluster().remote());
    assertThat(remote.contactPoints()).containsExactly("10.0.0.1");
    assertThat(remote.driverConfiguration())
        .isEqualTo(folder.resolve("racks/own.conf").toAbsolutePath());
    assertThat(any(there).cluster().nodes()).isEqualTo(3);
    assertThat(Objects.requireNonNull(any(there).power()).meters()).containsKey("10.0.0.1");
  }

  @Test
  void whatOnlyStartedServersHaveFallsAwayAndIsTold() throws Exception {
    Files.writeString(study, STUDY + "pilot: {delay: [1ms]}\n");
    Study there = load(List.of("levels"), RACK).study();

    assertThat(any(there).linkDelay()).isEqualTo(RunSettings.NO_DELAY);
    assertThat(there.pilot()).isNull();
    assertThat(any(there).cluster().settings()).isEmpty();
    assertThat(there.notes())
        .anySatisfy(
            note ->
                assertThat(note).contains("seven.yaml says, whose backend, remote, power replace"))
        .contains(
            "Left out, since it cannot be had there: links, pilot, cluster.heap,"
                + " cluster.processor-quota, cluster.settings.");
  }

  @Test
  void loadHostsAreCommandsOfThatFileAlone() throws Exception {
    String hosts = RACK.replace("driver-config: own.conf", "load-hosts: {one: [ssh, a, x]}");
    Study there = load(List.of("levels"), hosts).study();

    assertThat(Objects.requireNonNull(any(there).cluster().remote()).loadHosts())
        .isEqualTo(Map.of("one", List.of("ssh", "a", "x")));
    assertThat(there.settings()).containsEntry("load hosts", "one");

    Files.writeString(
        study,
        STUDY.replace("backend: local", "backend: remote")
            + "remote: {contact-points: [a], local-data-center: b, load-hosts: {one: [rm, x]}}\n");
    assertThatThrownBy(() -> load(List.of("levels"), null))
        .hasMessageContaining("load-hosts: commands are run only where a file of your own")
        .hasMessageContaining("--on");
    assertThatThrownBy(() -> load(List.of("levels"), "cluster: {nodes: 3}\n"))
        .hasMessageContaining("load-hosts: commands are run only where a file of your own");
  }

  @Test
  void aLoadHostHasANameThatCanBeAFilesAndACommand() {
    for (String wrong : List.of("{}", "{../one: [x]}", "{one: []}", "{\"a b\": [x]}")) {
      assertThatThrownBy(
              () ->
                  load(
                      List.of("levels"),
                      RACK.replace("driver-config: own.conf", "load-hosts: " + wrong)))
          .as(wrong)
          .isInstanceOf(StudyFileException.class);
    }
  }

  @Test
  void aSectionIsReplacedAsAWhole() throws Exception {
    Study there = load(List.of("levels"), "cluster: {nodes: 4}\npower: none\n").study();

    assertThat(there.backend()).isEqualTo("local");
    assertThat(any(there).cluster().nodes()).isEqualTo(4);
    assertThat(any(there).cluster().processorQuota()).isNull();
    assertThat(any(there).power()).isNull();
    assertThat(any(there).linkDelay()).isEqualTo("5ms");
  }

  @Test
  void aFactorThatIsMadeOfServersIsRefusedWithThePartToLeaveOut() {
    assertThatThrownBy(() -> load(List.of(), RACK))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("study.yaml, line 10, parts.layouts.factors.pools: ")
        .hasMessageContaining("leave out layouts by --parts levels")
        .hasMessageContaining("factors: {pools: [balanced]} in the --on file");
    assertThatThrownBy(() -> load(List.of("layouts"), RACK))
        .isInstanceOf(StudyFileException.class)
        .hasMessageNotContaining("--parts");
  }

  @Test
  void theFileMayNarrowAFactorToWhatTheClusterHas() throws Exception {
    Study there = load(List.of(), RACK + "factors: {pools: [balanced], nodes: [3]}\n").study();

    assertThat(there.cells()).hasSize(3);
    assertThat(there.factors()).containsEntry("pools", List.of("balanced"));
  }

  @Test
  void partsAreRunAlone() throws Exception {
    Study levels = load(List.of("levels"), null).study();

    assertThat(levels.parts()).extracting(part -> part.name()).containsExactly("levels");
    assertThat(levels.cells()).hasSize(2);
    assertThat(levels.baselines()).containsExactly(Map.of("read-level", "ONE"));
    assertThat(levels.expectations()).isEmpty();
    assertThat(levels.figures()).hasSize(2);
    assertThat(levels.notes())
        .anySatisfy(note -> assertThat(note).contains("Not run: the part layouts."));
  }

  @Test
  void aPartThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> load(List.of("levls"), null))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("the study has no part \"levls\"; it has levels, layouts.")
        .hasMessageContaining("Did you mean levels?");
  }

  @Test
  void aMisspeltKeyIsToldWithItsOwnFile() {
    assertThatThrownBy(() -> load(List.of(), "backend: remote\nremotee: {}\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("seven.yaml, line 2, remotee: this key is not known");
    assertThatThrownBy(() -> load(List.of(), "power: {meters: {a: {kind: snmp, community: x}}}\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("holds no secrets");
    assertThatThrownBy(() -> Venue.read(folder.resolve("none.yaml")))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("there is no such file");
  }

  @Test
  void theVeryStudyIsReadAgainFromItsDirectory() throws Exception {
    StudyFile begun = load(List.of("levels"), RACK);
    Path results = Files.createDirectory(folder.resolve("results"));
    StudyDirectory.create(results, begun);
    Files.writeString(folder.resolve("racks/seven.yaml"), "backend: local\n");
    Files.delete(study);

    StudyDirectory again = StudyDirectory.open(results);
    assertThat(again.study().cells()).isEqualTo(begun.study().cells());
    assertThat(again.study().isRemote()).isTrue();
    assertThat(again.studyFile().overrides()).isEqualTo(begun.overrides());
    assertThat(again.command()).contains("--parts levels --on ").contains("seven.yaml");
    assertThatThrownBy(
            () -> {
              Files.writeString(study, STUDY);
              StudyDirectory.create(results, load(List.of("levels"), RACK + "factors: {}\n"));
            })
        .hasMessageContaining("made from other options");
  }

  @Test
  void plansOfEarlierVersionsNameNeitherPartsNorAVenue() throws Exception {
    Path results = Files.createDirectory(folder.resolve("results"));
    StudyDirectory.create(results, load(List.of(), null));
    Path plan = results.resolve("plan.json");
    String text = Files.readString(plan);
    String earlier = text.replaceAll(",\\s*\"parts\" : \\[ ],\\s*\"venue\" : null", "");
    assertThat(earlier).isNotEqualTo(text);
    Files.writeString(plan, earlier);

    assertThat(StudyDirectory.open(results).studyFile().overrides()).isEqualTo(StudyOverrides.NONE);
  }

  @Test
  void aScaleSetsPropertiesOfTheWorkload() throws Exception {
    Files.writeString(
        study, STUDY + "scales: {full: {workload: {recordcount: 2000000, fieldcount: 1}}}\n");
    Study full =
        StudyFile.load(study, new StudyOverrides(List.of(), Map.of(), "full", Map.of())).study();
    assertThat(any(full).workload().recordCount()).isEqualTo(2_000_000);
    assertThat(any(load(List.of(), null).study()).workload().recordCount()).isEqualTo(10);
    Study mine =
        StudyFile.load(
                study, new StudyOverrides(List.of(), Map.of("recordcount", "7"), "full", Map.of()))
            .study();
    assertThat(any(mine).workload().recordCount()).isEqualTo(7);
  }
}
