package org.quorate.study.history;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.yardstick.LevelEffect;
import org.quorate.core.yardstick.ReadGroup;
import org.quorate.core.yardstick.RunReads;
import org.quorate.core.yardstick.Yardstick;
import org.quorate.core.yardstick.YardstickTally;
import org.quorate.study.progress.Progress;

/**
 * The Python program that computes the best policy from histories, which shares no code with the
 * yardstick, must agree. What it says is kept, one line of JSON for each history, so that no Python
 * is needed to compare.
 */
class IndependentYardstickTest {
  private static final Path DOCUMENTS = Path.of("..", "docs");
  private static final Path PROGRAM = DOCUMENTS.resolve("best_policy.py");
  private static final Path YARDSTICKS =
      Path.of("src", "test", "resources", "org", "quorate", "study", "history", "yardsticks.jsonl");
  private static final int HISTORIES = 8;
  private static final long START = 123_456_789L;
  private static final double TOLERANCE = 0.02;
  private static final List<LevelEffect> LEVELS =
      List.of(new LevelEffect(1, 1), new LevelEffect(2, 0.25), new LevelEffect(3, 0));

  /**
   * Keys of very different popularity, for four seconds; a read within 20 ms of a write misses it
   * more often than not. The second file is what others wrote meanwhile.
   */
  private static List<String> lines(int seed, int file) {
    Random random = new Random(10L * seed + file);
    long[] newest = new long[30];
    long[] written = new long[30];
    List<String> lines = new ArrayList<>();
    long now = START - 500_000_000L;
    for (int i = 0; i < 800; i++) {
      now += random.nextInt(10_000_000);
      int key = (int) (30 * Math.pow(random.nextDouble(), 3));
      boolean write = random.nextInt(3) == 0;
      boolean missed = now - written[key] < 20_000_000 && random.nextInt(3) > 0;
      long version = write ? 2 * i + file : newest[key] - (missed ? 1 : 0);
      long complete = now + 1 + random.nextInt(2_000_000);
      lines.add(
          (write ? "write" : "read")
              + ",user"
              + key
              + ","
              + version
              + ","
              + now
              + ","
              + complete
              + ",c"
              + i % 4
              + ",ONE,"
              + (random.nextInt(20) == 0 ? "error" : "ok"));
      if (write) {
        newest[key] = version;
        written[key] = complete;
      }
    }
    return lines;
  }

  private static List<Path> histories(int seed, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int file = 0; file <= seed % 2; file++) {
      files.add(
          RandomHistories.write(folder.resolve(seed + "-" + file + ".csv.gz"), lines(seed, file)));
    }
    return files;
  }

  @Test
  void anIndependentProgramFindsTheSameBest(@TempDir Path folder) throws Exception {
    List<String> lines = Files.readAllLines(YARDSTICKS);
    assertThat(lines.get(0))
        .as("The histories or the program have changed: run this class's main method in study/")
        .isEqualTo(fingerprint());
    for (int seed = 0; seed < HISTORIES; seed++) {
      JsonNode expected = new ObjectMapper().readTree(lines.get(1 + seed));
      YardstickTally tally = new YardstickTally(Map.of(0, START));
      HistoryCheck.check(
          histories(seed, folder), HistoryCheckOptions.defaults(), tally, Progress.silent());
      RunReads reads = tally.of(0);
      Yardstick yardstick = Yardstick.of(reads, LEVELS, TOLERANCE);

      ReadGroup all = reads.cells().total();
      assertThat(all.reads()).isEqualTo(expected.get("reads").asLong());
      assertThat(all.staleReads()).isEqualTo(expected.get("stale_reads").asLong());
      assertThat(yardstick.best())
          .isBetween(yardstick.clairvoyant() + 0.01, 3.0)
          .isCloseTo(expected.get("best").asDouble(), within(1e-9));
      assertThat(yardstick.sameInformation())
          .isCloseTo(expected.get("same_information").asDouble(), within(1e-9));
      assertThat(yardstick.clairvoyant())
          .isCloseTo(expected.get("clairvoyant").asDouble(), within(1e-9));
    }
  }

  /** Asks the program anew, where there is Python. */
  public static void main(String[] arguments) throws Exception {
    List<String> lines = new ArrayList<>(List.of(fingerprint()));
    Path folder = Files.createTempDirectory("histories");
    for (int seed = 0; seed < HISTORIES; seed++) {
      lines.add(python(histories(seed, folder)));
    }
    Files.write(YARDSTICKS, lines);
  }

  /** Of the program, of what it uses, and of all that it read. */
  private static String fingerprint() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(Files.readAllBytes(PROGRAM));
    digest.update(Files.readAllBytes(DOCUMENTS.resolve("check_history.py")));
    for (int seed = 0; seed < HISTORIES; seed++) {
      for (int file = 0; file <= seed % 2; file++) {
        digest.update(String.join("\n", lines(seed, file)).getBytes(StandardCharsets.UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String python(List<Path> files) throws IOException, InterruptedException {
    String levels =
        LEVELS.stream()
            .map(level -> level.replicas() + ":" + level.staleShare())
            .collect(Collectors.joining(","));
    List<String> command =
        Stream.concat(
                Stream.of(
                    "python3",
                    "-B",
                    PROGRAM.toString(),
                    Double.toString(TOLERANCE),
                    levels,
                    Long.toString(START)),
                files.stream().map(Path::toString))
            .toList();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    JsonNode found = new ObjectMapper().readTree(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).isZero();
    return requireNonNull(found).toString();
  }
}
