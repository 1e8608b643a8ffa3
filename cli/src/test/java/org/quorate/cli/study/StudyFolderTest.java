package org.quorate.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.console.CommandFailure;

final class StudyFolderTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path home;

  @BeforeEach
  void twoStudies() throws IOException {
    Files.createDirectory(home.resolve("studies"));
    Files.createFile(home.resolve("studies/one.yaml"));
    Files.createFile(home.resolve("studies/two.yaml"));
    Files.createFile(home.resolve("studies/notes.txt"));
  }

  @Test
  void aNameMeansAStudyThatComesWithQuorate() throws Exception {
    assertThat(new StudyFolder(home).find("two")).isEqualTo(home.resolve("studies/two.yaml"));
  }

  @Test
  void aPathMeansThatFile() throws Exception {
    Path own = Files.createFile(home.resolve("own.yaml"));
    assertThat(new StudyFolder(home).find(own.toString())).isEqualTo(own);
  }

  @Test
  void anUnknownNameIsToldWithTheKnownOnes() {
    assertThatThrownBy(() -> new StudyFolder(home).find("three"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("There is no study \"three\"; there are: one, two.");
  }

  @Test
  void resultsGoIntoAFolderOfTheStudyAndTheTime() {
    assertThat(StudyExecution.defaultDirectory("one", LocalDateTime.of(2026, 1, 2, 3, 4, 5)))
        .isEqualTo(Path.of("results/one-20260102-030405"));
  }
}
