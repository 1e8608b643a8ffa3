package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/** What {@code -P} and {@code -p} do to a study. */
final class UserPropertiesTest {
  private static final String STUDY =
      """
      title: x
      workload: {file: own, properties: {recordcount: 500, fieldcount: 3}}
      load: {threads: 40, target: 900/s}
      runs: {duration: 5s}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @BeforeEach
  void writeWorkloads() throws IOException {
    Files.writeString(
        folder.resolve("own"), "recordcount=1\nreadproportion=0\nreadmodifywriteproportion=1\n");
    Files.writeString(
        folder.resolve("users"), "recordcount=2000\noperationcount=1000\nupdateproportion=0.05\n");
  }

  @Test
  void aUsersFileReplacesTheStudysFileAndWinsOverItsProperties() throws Exception {
    RunSettings settings = settings(STUDY, files("users"), Map.of());

    assertThat(settings.workload().recordCount()).isEqualTo(2000);
    assertThat(settings.workload().fields().count()).isEqualTo(3);
    assertThat(settings.workload().mix().readModifyWrite()).isZero();
    assertThat(settings.load()).isEqualTo(new LoadShape.Closed(40, 900));
  }

  @Test
  void propertiesThatWouldChooseTheStoreAreSaidToHaveNoEffect() throws Exception {
    Files.writeString(folder.resolve("hosts"), "recordcount=10\nhosts=10.0.0.1\n");
    assertThat(
            study(STUDY, files("hosts"), Map.of("cassandra.writeconsistencylevel", "ALL")).notes())
        .contains(
            "cassandra.writeconsistencylevel, hosts have no effect in a study: its own cluster and"
                + " levels decide.");
  }

  @Test
  void aUsersPropertyWinsOverEverything() throws Exception {
    RunSettings settings =
        settings(STUDY, files("users"), Map.of("recordcount", "7", "fieldcount", "1"));

    assertThat(settings.workload().recordCount()).isEqualTo(7);
    assertThat(settings.workload().fields().count()).isEqualTo(1);
  }

  @Test
  void threadsTargetAndTimeMeanWhatTheyMeanInYcsb() throws Exception {
    Files.writeString(
        folder.resolve("users"), "recordcount=1\nthreadcount=8\ntarget=100\nmaxexecutiontime=2\n");
    RunSettings settings = settings(STUDY, files("users"), Map.of());

    assertThat(settings.load()).isEqualTo(new LoadShape.Closed(8, 100));
    assertThat(settings.duration()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void anOperationCountEndsRunsOnlyWhereItIsSetOnPurpose() throws Exception {
    Study study = study(STUDY, files("users"), Map.of());

    assertThat(study.cells().values().iterator().next().operations()).isZero();
    assertThat(study.notes()).anyMatch(note -> note.startsWith("operationcount=1000"));
    assertThat(settings(STUDY, files("users"), Map.of("operationcount", "300")).operations())
        .isEqualTo(300);
  }

  @Test
  void threadsOfTheUserCloseAnOpenLoop() throws Exception {
    String open = STUDY.replace("{threads: 40, target: 900/s}", "{arrivals: poisson 10/s}");

    assertThat(settings(open, List.of(), Map.of("threadcount", "6")).load())
        .isEqualTo(new LoadShape.Closed(6, 0));
    assertThatThrownBy(() -> settings(open, List.of(), Map.of("target", "6")))
        .hasMessageStartingWith("-p, target: this study's operations arrive on a schedule");
  }

  @Test
  void whatTheStudyVariesWinsOverFilesAndIsRefusedAsAProperty() throws Exception {
    String varied = STUDY + "factors: {threads: [3]}\n";
    Files.writeString(folder.resolve("users"), "recordcount=1\nthreadcount=8\n");
    Study study = study(varied, files("users"), Map.of());

    assertThat(study.cells().values().iterator().next().load())
        .isEqualTo(new LoadShape.Closed(3, 900));
    assertThat(study.notes())
        .contains(
            "threadcount=8 of the workload file is not used, because the study varies threads.");
    assertThatThrownBy(() -> study(varied, List.of(), Map.of("threadcount", "8")))
        .hasMessageStartingWith("-p, threadcount: the study varies threads");
    assertThatThrownBy(
            () -> study(STUDY + "factors: {workload: [own]}\n", files("users"), Map.of()))
        .hasMessageStartingWith("-P: the study varies its workload files");
  }

  @Test
  void aMissingFileOfTheUserIsNamed() {
    assertThatThrownBy(() -> study(STUDY, List.of("nosuch"), Map.of()))
        .isInstanceOf(StudyFileException.class)
        .hasMessageStartingWith("-P nosuch: there is no workload file");
  }

  private List<String> files(String name) {
    return List.of(folder.resolve(name).toString());
  }

  private RunSettings settings(String text, List<String> files, Map<String, String> properties)
      throws Exception {
    return study(text, files, properties).cells().values().iterator().next();
  }

  private Study study(String text, List<String> files, Map<String, String> properties)
      throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(path, text);
    return StudyFile.load(path, new StudyOverrides(files, properties, null, Map.of())).study();
  }
}
