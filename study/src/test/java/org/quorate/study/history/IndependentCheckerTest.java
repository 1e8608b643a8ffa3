package org.quorate.study.history;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python program beside the format, which shares no code with the oracle, must agree. What it
 * says of histories is kept, one line of JSON for each, so that no Python is needed to compare.
 */
class IndependentCheckerTest {
  private static final Path PROGRAM = Path.of("..", "docs", "check_history.py");
  private static final Path VERDICTS =
      Path.of("src", "test", "resources", "org", "quorate", "study", "history", "verdicts.jsonl");
  private static final int HISTORIES = 12;

  @Test
  void anIndependentProgramAgrees(@TempDir Path folder) throws Exception {
    List<String> verdicts = Files.readAllLines(VERDICTS);
    assertThat(verdicts.get(0))
        .as("The histories or the program have changed: run this class's main method in study/")
        .isEqualTo(fingerprint());
    for (int seed = 0; seed < HISTORIES; seed++) {
      JsonNode expected = new ObjectMapper().readTree(verdicts.get(1 + seed));
      HistoryVerdict verdict =
          HistoryCheck.check(histories(seed, folder), HistoryCheckOptions.defaults());
      assertAgrees(verdict.all(), expected);
      assertThat(verdict.byLevel()).hasSize(expected.get("by_level").size());
      verdict
          .byLevel()
          .forEach(
              (level, part) ->
                  assertCounts(part.all(), expected.get("by_level").get(level.name())));
    }
  }

  /** Asks the program anew, where there is Python. */
  public static void main(String[] arguments) throws Exception {
    List<String> lines = new ArrayList<>(List.of(fingerprint()));
    Path folder = Files.createTempDirectory("histories");
    for (int seed = 0; seed < HISTORIES; seed++) {
      lines.add(python(histories(seed, folder)).toString());
    }
    Files.createDirectories(VERDICTS.getParent());
    Files.write(VERDICTS, lines);
  }

  private static List<Path> histories(int seed, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int file = 0; file <= seed % 3; file++) {
      Path path = folder.resolve(seed + "-" + file + (seed % 2 == 0 ? ".csv" : ".csv.gz"));
      files.add(RandomHistories.write(path, lines(seed, file)));
    }
    return files;
  }

  private static List<String> lines(int seed, int file) {
    return RandomHistories.lines(seed + 100L * file, 500, 17);
  }

  /** Of the program, and of all that it judged. */
  private static String fingerprint() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(Files.readAllBytes(PROGRAM));
    for (int seed = 0; seed < HISTORIES; seed++) {
      for (int file = 0; file <= seed % 3; file++) {
        digest.update(String.join("\n", lines(seed, file)).getBytes(StandardCharsets.UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
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
    assertThat(millis.max()).isEqualTo(expected.get("t_staleness_ns_max").asLong() / 1e6);
    assertThat(millis.p50()).isEqualTo(expected.get("t_staleness_ns_p50").asLong() / 1e6);
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

  /** What the program says, and of its list of times the largest and the middle one only. */
  private static ObjectNode python(List<Path> files) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3", PROGRAM.toString()));
    files.forEach(file -> command.add(file.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    ObjectNode result =
        (ObjectNode) new ObjectMapper().readTree(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).isZero();
    JsonNode nanos = requireNonNull(result.remove("t_staleness_ns"));
    result.put("t_staleness_ns_max", nanos.get(nanos.size() - 1).asLong());
    result.put("t_staleness_ns_p50", nanos.get((nanos.size() + 1) / 2 - 1).asLong());
    return result;
  }
}
