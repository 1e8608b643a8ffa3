package org.quorate.study.export;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.result.WindowFiles;
import org.quorate.study.run.StudyRunner;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.StudySummary;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Studies;

/** From histories on disk to what is said of faults. */
final class FaultRowsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void whatIsSaidOfFaultsIsCountedAgainFromTheWindowsOfTheRuns() throws Exception {
    Path results = folder.resolve("results");
    new StudyRunner(
            new FakeBackend()
                .harmedBy(
                    List.of(
                        new FaultResult("kill", "node3", 1, 1.001, 1.002),
                        new FaultResult("start", "node3", 1.5, 1.5, 1.9))),
            Progress.silent())
        .run(Studies.load(folder, Studies.SIX_CELLS + "tolerance: 0.1%\n"), results);
    StudySummary summary = Summaries.load(results);
    Exports.write(summary, folder);

    List<Map<String, String>> phases = csv("faults.csv");
    assertThat(phases).hasSize(summary.cells().size() * 3);
    assertThat(phases.subList(0, 3))
        .extracting(line -> line.get("begins_with"))
        .containsExactly("before", "node3 killed", "node3 started");
    for (CellSummary cell : summary.cells()) {
      long reads = 0;
      long stale = 0;
      for (var run : summary.runs()) {
        if (run.cell().equals(cell.cell())) {
          WindowCounts whole =
              WindowFiles.read(results.resolve("runs").resolve("%03d".formatted(run.sequence())))
                  .between(0, 2);
          reads += whole.reads();
          stale += whole.staleReads();
        }
      }
      Map<String, String> before =
          phases.stream()
              .filter(line -> cell.label().equals(line.get("cell")))
              .findFirst()
              .orElseThrow();
      assertThat(before)
          .containsEntry("reads_judged", Long.toString(reads))
          .containsEntry("stale_reads", Long.toString(stale))
          .containsEntry("replica_reads_asked_per_read", "1.0");
      CellWindows windows = requireNonNull(cell.windows());
      assertThat(windows.tolerance()).isEqualTo(0.001);
      assertThat(requireNonNull(cell.staleness()).reads()).isEqualTo(reads);
    }
    assertThat(csv("cells.csv").get(0))
        .containsEntry("tolerance", "0.001")
        .containsEntry("windows_of_1_s", "2")
        .containsEntry("broken_windows_of_1_s", "2")
        .containsEntry("kept_share_of_windows_of_1_s", "0.0");
  }

  private List<Map<String, String>> csv(String file) throws Exception {
    List<String> text = Files.readAllLines(folder.resolve(file));
    String[] columns = text.get(0).split(",", -1);
    List<Map<String, String>> lines = new ArrayList<>();
    for (String line : text.subList(1, text.size())) {
      String[] values = line.replaceAll("\"([^\"]*),([^\"]*)\"", "$1;$2").split(",", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < columns.length; i++) {
        row.put(columns[i], values[i].replace(';', ','));
      }
      lines.add(row);
    }
    return lines;
  }
}
