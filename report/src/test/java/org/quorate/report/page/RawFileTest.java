package org.quorate.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RawFileTest {
  @Test
  void runsAndSessionsAreListedAndUnfinishedFilesAreNot(@TempDir Path folder) throws IOException {
    for (String file :
        new String[] {
          "plan.json",
          "report.html",
          ".lock",
          "runs/001/run.json",
          "runs/002.part/run.json",
          "sessions/1/load-1.csv.gz",
          "sessions/1/pilot/01-5ms-1/history.csv.gz"
        }) {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      Files.createFile(path);
    }
    assertThat(RawFile.beside(folder.resolve("report.html")))
        .extracting(RawFile::path)
        .containsExactly(
            "plan.json",
            "runs/001/run.json",
            "sessions/1/load-1.csv.gz",
            "sessions/1/pilot/01-5ms-1/history.csv.gz");
  }
}
