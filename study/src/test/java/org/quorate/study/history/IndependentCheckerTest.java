package org.quorate.study.history;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python program beside the format, which shares no code with the oracle, must agree. */
class IndependentCheckerTest {
  private static final Path PROGRAM = Path.of("..", "docs", "check_history.py");

  @Test
  void anIndependentProgramAgrees(@TempDir Path folder) throws Exception {
    assumeTrue(pythonRuns(), "python3 is not on this machine, so its checker was not compared");
    for (int seed = 0; seed < 12; seed++) {
      List<Path> files = new ArrayList<>();
      for (int file = 0; file <= seed % 3; file++) {
        Path path = folder.resolve(seed + "-" + file + (seed % 2 == 0 ? ".csv" : ".csv.gz"));
        files.add(RandomHistories.write(path, RandomHistories.lines(seed + 100L * file, 500, 17)));
      }
      JsonNode expected = python(files);
      HistoryVerdict verdict = HistoryCheck.check(files, HistoryCheckOptions.defaults());
      assertAgrees(verdict.all(), expected);
      verdict
          .byLevel()
          .forEach(
              (level, part) ->
                  assertCounts(part.all(), expected.get("by_level").get(level.name())));
    }
  }

  private static void assertAgrees(StalenessSummary found, JsonNode expected) {
    assertCounts(found, expected);
    assertThat(found.staleRate()).isEqualTo(expected.get("stale_rate").asDouble());
    StalenessSummary.VersionsBehind versions = requireNonNull(found.kStaleness());
    StalenessSummary.MillisBehind millis = requireNonNull(found.tStalenessMs());
    Map<Long, Long> byVersions = new TreeMap<>();
    expected
        .get("stale_reads_by_k")
        .properties()
        .forEach(entry -> byVersions.put(Long.valueOf(entry.getKey()), entry.getValue().asLong()));
    assertThat(versions.staleReadsByK()).isEqualTo(byVersions);
    JsonNode nanos = expected.get("t_staleness_ns");
    assertThat(millis.max()).isEqualTo(nanos.get(nanos.size() - 1).asLong() / 1e6);
    int middle = (nanos.size() + 1) / 2 - 1;
    assertThat(millis.p50()).isEqualTo(nanos.get(middle).asLong() / 1e6);
  }

  private static void assertCounts(StalenessSummary found, JsonNode expected) {
    assertThat(
            List.of(
                found.reads(),
                found.staleReads(),
                found.readYourWritesViolations(),
                found.monotonicReadsViolations(),
                found.unknownVersions()))
        .containsExactly(
            expected.get("reads").asLong(),
            expected.get("stale_reads").asLong(),
            expected.get("read_your_writes_violations").asLong(),
            expected.get("monotonic_reads_violations").asLong(),
            expected.get("unknown_versions").asLong());
  }

  private static JsonNode python(List<Path> files) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Arrays.asList("python3", PROGRAM.toString()));
    files.forEach(file -> command.add(file.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    JsonNode result = new ObjectMapper().readTree(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).isZero();
    return result;
  }

  private static boolean pythonRuns() throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder("python3", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
