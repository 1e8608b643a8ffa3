package org.quorate.study.history;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.history.HistoryFormatException;
import org.quorate.core.history.TruncatedHistoryException;
import org.quorate.core.level.Level;
import org.quorate.study.progress.Progress;

class HistoryCheckTest {
  private static final HistoryCheckOptions OPTIONS = HistoryCheckOptions.defaults();
  private static final HistoryCheckOptions TRUNCATED =
      OPTIONS.with(draft -> draft.allowTruncated = true);
  private static final Path FORMAT = Path.of("..", "docs", "history-format.md");

  private final Path folder;

  HistoryCheckTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static HistoryVerdict check(Path... files) throws IOException {
    return HistoryCheck.check(Arrays.asList(files), OPTIONS);
  }

  private Path file(String name, List<String> lines) throws IOException {
    return RandomHistories.write(folder.resolve(name), lines);
  }

  /** The indented lines of the section that has the worked example. */
  private static List<String> workedExample() throws IOException {
    String text = Files.readString(FORMAT);
    return text.substring(text.indexOf("## A worked example"))
        .lines()
        .filter(line -> line.startsWith("    "))
        .map(String::strip)
        .toList();
  }

  /**
   * A write of one host that completes at 100, and reads of another by a clock that is off by 4.
   */
  @Test
  void aClockBesideAHistoryLeavesReadsUndecided() throws IOException {
    Path writes = file("writes.csv", List.of("write,k,7,90,100,1,ONE,ok"));
    Path reads =
        file(
            "reads.csv.gz",
            List.of(
                "read,k,,96,200,1,ONE,ok",
                "read,k,,97,200,1,ONE,ok",
                "read,k,,104,200,1,ONE,ok",
                "read,k,,105,200,1,ONE,ok"));
    assertThat(check(writes, reads).all().staleReads()).isEqualTo(2);
    assertThat(check(writes, reads).all().undecidedReads()).isZero();

    new HistoryClock(4).write(reads);
    assertThat(check(writes, reads).all().staleReads()).isEqualTo(1);
    assertThat(check(writes, reads).all().undecidedReads()).isEqualTo(2);
    assertThat(check(writes, reads).toJson()).contains("\"undecided_reads\" : 2");

    for (String wrong : List.of("", "{}", "{\"uncertainty_ns\": -1}", "4", "null")) {
      Files.writeString(folder.resolve("reads.csv.gz.clock"), wrong);
      assertThatThrownBy(() -> check(writes, reads))
          .as(wrong)
          .isInstanceOf(UnusableHistoryException.class)
          .hasMessageContaining("reads.csv.gz.clock");
    }
  }

  @Test
  void theWorkedExampleOfTheFormatIsRight() throws IOException {
    Path file = folder.resolve("example.csv");
    Files.write(file, workedExample());
    HistoryVerdict verdict = check(file);
    StalenessSummary all = verdict.all();
    assertThat(all.reads()).isEqualTo(9);
    assertThat(all.staleReads()).isEqualTo(4);
    assertThat(all.staleRate()).isCloseTo(4 / 9.0, within(1e-12));
    assertThat(all.readYourWritesViolations()).isEqualTo(1);
    assertThat(all.monotonicReadsViolations()).isEqualTo(1);
    assertThat(all.unknownVersions()).isEqualTo(1);
    assertThat(requireNonNull(all.kStaleness()).staleReadsByK())
        .isEqualTo(Map.of(1L, 2L, 2L, 1L, 3L, 1L));
    assertThat(requireNonNull(all.tStalenessMs()).mean()).isCloseTo(21e-3 / 4, within(1e-5));
    assertThat(verdict.byLevel().get(Level.QUORUM)).isNotNull();
    assertThat(Files.readString(FORMAT))
        .contains(
            "In all: 9 reads, 4 stale reads, 1 read-your-writes violation, 1 monotonic-reads"
                + " violation, 1 unknown version.");
  }

  @Test
  void theJsonFormHasTheDocumentedFields() throws IOException {
    Path file = folder.resolve("example.csv");
    Files.write(file, workedExample());
    String json =
        HistoryCheck.check(List.of(file), OPTIONS.with(draft -> draft.timeLineBuckets = 10))
            .toJson();
    JsonNode root = new ObjectMapper().readTree(json);
    assertThat(root.get("reads").asLong()).isEqualTo(9);
    assertThat(root.get("stale_reads").asLong()).isEqualTo(4);
    assertThat(root.get("stale_rate").asDouble()).isCloseTo(4 / 9.0, within(1e-12));
    assertThat(root.get("stale_rate_low").asDouble()).isBetween(0.1, 0.44);
    assertThat(root.get("stale_rate_high").asDouble()).isBetween(0.45, 0.8);
    assertThat(root.get("read_your_writes_violations").asLong()).isEqualTo(1);
    assertThat(root.get("monotonic_reads_violations").asLong()).isEqualTo(1);
    assertThat(root.get("unknown_versions").asLong()).isEqualTo(1);
    assertThat(root.get("k_staleness").get("stale_reads_by_k").get("1").asLong()).isEqualTo(2);
    assertThat(root.get("t_staleness_ms").get("max").asDouble()).isCloseTo(0.012, within(1e-4));
    assertThat(root.get("by_level").get("ALL").get("stale_reads").asLong()).isEqualTo(1);
    JsonNode part = root.get("by_file").get(0);
    assertThat(part.get("file").asText()).isEqualTo(file.toString());
    assertThat(part.get("by_level").get("ONE").get("reads").asLong()).isEqualTo(4);
    assertThat(part.get("time_line").get("bucket_ns").asLong()).isEqualTo(1_000_000_000L);
    assertThat(root.has("judgement")).isFalse();
  }

  @Test
  void aHistoryWithoutReadsHasNoRate() throws IOException {
    HistoryVerdict verdict = check(file("h.csv", List.of("write,k,1,2,3,c,ONE,ok")));
    assertThat(verdict.all().staleRate()).isNull();
    assertThat(verdict.all().staleRateHigh()).isEqualTo(1);
    assertThat(verdict.toJson()).contains("\"stale_rate\" : null");
  }

  @Test
  void plainAndGzipInAnyOrderUnderAnyNameGiveTheSameVerdict() throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      List<String> lines = RandomHistories.lines(seed, 100, 8);
      HistoryVerdict plain = check(file("h.csv", lines));
      List<String> other = new ArrayList<>(lines);
      Collections.shuffle(other, new Random(seed));
      Path packed = file("h.csv.gz", other);
      Path renamed = folder.resolve("renamed.csv");
      Files.deleteIfExists(renamed);
      Files.move(packed, renamed);
      assertThat(check(renamed).judgement()).isEqualTo(plain.judgement());
    }
  }

  @Test
  void whatDoesNotFitIntoMemoryIsJudgedTheSameFromTemporaryFiles() throws IOException {
    HistoryCheckOptions small =
        OPTIONS.with(
            draft -> {
              draft.memoryBytes = 1 << 20;
              draft.timeLineBuckets = 3;
              draft.temporaryFolder = folder;
            });
    for (int seed = 0; seed < 4; seed++) {
      List<Path> files =
          List.of(
              file("a.csv", RandomHistories.lines(seed, 30_000, 500)),
              file("b.csv.gz", RandomHistories.lines(-seed - 1, 10_000, 1000)));
      HistoryVerdict inMemory =
          HistoryCheck.check(files, OPTIONS.with(draft -> draft.timeLineBuckets = 3));
      HistoryVerdict fromFiles = HistoryCheck.check(files, small);
      assertThat(inMemory.temporaryFiles()).isFalse();
      assertThat(fromFiles.temporaryFiles()).isTrue();
      assertThat(fromFiles.judgement()).isEqualTo(inMemory.judgement());
      assertThat(fromFiles.all().staleReads()).isPositive();
    }
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.csv", "b.csv.gz");
  }

  @Test
  void writesOfEarlierFilesAreContextAndClientsAreNot() throws IOException {
    Path writes = file("1.csv", List.of("write,k,2,1,2,c,ONE,ok", "write,k,1,1,1,c,ONE,ok"));
    Path reads = file("2.csv", List.of("read,k,1,5,6,c,ONE,ok", "read,k,2,5,6,c,QUORUM,ok"));
    HistoryVerdict verdict = check(writes, reads);
    assertThat(verdict.byFile().get(0).all().reads()).isZero();
    assertThat(verdict.byFile().get(1).all().staleReads()).isEqualTo(1);
    assertThat(verdict.byFile().get(1).all().unknownVersions()).isZero();
    assertThat(verdict.all().readYourWritesViolations()).isZero();
    assertThat(check(reads).all().unknownVersions()).isEqualTo(2);
  }

  @Test
  void filesAreBlocksOfALevel() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int block = 0; block < 5; block++) {
      List<String> lines = new ArrayList<>();
      lines.add("write,k%d,2,1,2,c,ONE,ok".formatted(block));
      for (int read = 0; read < 10; read++) {
        lines.add("read,k%d,%d,5,6,c,ONE,ok".formatted(block, read < block ? 1 : 2));
        lines.add("read,k%d,2,5,6,c,ALL,ok".formatted(block));
      }
      files.add(file(block + ".csv", lines));
    }
    HistoryVerdict verdict = HistoryCheck.check(files, OPTIONS);
    HistoryVerdict.StaleRateOverBlocks one = blocks(verdict, Level.ONE);
    assertThat(one.blocks()).isEqualTo(5);
    assertThat(one.mean()).isCloseTo(0.2, within(1e-12));
    // s / sqrt(5) is 0.0707107, and the quantile of Student's t with 4 degrees of freedom 2.776445.
    assertThat(one.low()).isCloseTo(0.2 - 0.196324, within(1e-6));
    assertThat(one.high()).isCloseTo(0.2 + 0.196324, within(1e-6));
    assertThat(one.interval()).isEqualTo(HistoryVerdict.IntervalMethod.STUDENT_T);
  }

  @Test
  void whereNoReadOfAnyBlockIsStaleTheBoundIsTheRuleOfThree() throws IOException {
    HistoryVerdict.StaleRateOverBlocks all = blocks(twoBlocks(2), Level.ONE);
    assertThat(all.low()).isZero();
    assertThat(all.high()).isCloseTo(3 / 20.0, within(1e-12));
    assertThat(all.interval()).isEqualTo(HistoryVerdict.IntervalMethod.RULE_OF_THREE);
    assertThat(twoBlocks(2).toJson()).contains("\"interval\" : \"rule-of-three\"");
  }

  @Test
  void blocksOfOneAndTheSameRateAboveZeroHaveNoInterval() throws IOException {
    HistoryVerdict.StaleRateOverBlocks all = blocks(twoBlocks(1), Level.ONE);
    assertThat(all.mean()).isEqualTo(1);
    assertThat(all.low()).isNull();
    assertThat(all.high()).isNull();
    assertThat(all.interval()).isEqualTo(HistoryVerdict.IntervalMethod.NONE);
  }

  /** Two files of ten reads each, after a write of version 2. */
  private HistoryVerdict twoBlocks(int versionRead) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int block = 0; block < 2; block++) {
      List<String> lines = new ArrayList<>(List.of("write,k,2,1,2,c,ONE,ok"));
      lines.addAll(Collections.nCopies(10, "read,k," + versionRead + ",5,6,c,ONE,ok"));
      files.add(file(block + ".csv", lines));
    }
    return HistoryCheck.check(files, OPTIONS);
  }

  @Test
  void aSessionsContextCountsByItsWritesAndNotByItsReads() throws IOException {
    Path context = file("load.csv", List.of("write,k,2,1,2,c,ONE,ok", "read,k,1,5,6,c,ONE,ok"));
    Path run = file("run.csv", List.of("read,k,1,5,6,c,ONE,ok", "read,k,2,5,6,c,ONE,ok"));
    Path other = file("other.csv", List.of("write,k,9,1,2,c,ONE,ok", "read,k,9,5,6,c,ONE,ok"));
    HistoryVerdict verdict =
        HistoryCheck.check(
            List.of(
                new HistoryCheck.Session(List.of(run), List.of(context)),
                new HistoryCheck.Session(List.of(other), List.of())),
            false,
            OPTIONS,
            Progress.silent());
    assertThat(verdict.all().reads()).isEqualTo(3);
    assertThat(verdict.all().staleReads()).isEqualTo(1);
    assertThat(verdict.byFile())
        .extracting(HistoryVerdict.FileVerdict::file)
        .containsExactly(run.toString(), other.toString());
    assertThat(verdict.byFile().get(1).all().reads()).isEqualTo(1);
    assertThat(requireNonNull(verdict.byLevel().get(Level.ONE)).blocks()).isNull();
  }

  @Test
  void aPipeIsReadLikeAFile() throws Exception {
    Path plain = file("h.csv", RandomHistories.lines(1, 4000, 20));
    Path packed = file("h.csv.gz", RandomHistories.lines(1, 4000, 20));
    Path twice = folder.resolve("twice.csv.gz");
    byte[] first = gzip("op,key,version,invoke_ns,complete_ns,client,level,outcome\n");
    byte[] second = gzip("read,k,1,2,3,c,ONE,ok\n");
    Files.write(twice, first);
    Files.write(twice, second, StandardOpenOption.APPEND);
    for (Path file : List.of(plain, packed, twice)) {
      Path pipe = folder.resolve("pipe");
      Files.deleteIfExists(pipe);
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      Process writer =
          new ProcessBuilder("sh", "-c", "cat '" + file + "' > '" + pipe + "'").start();
      try {
        assertThat(check(pipe).judgement()).isEqualTo(check(file).judgement());
      } finally {
        writer.destroyForcibly();
      }
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void namesOfClientsDoNotFillTheMemory() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      lines.add("read,k,1,2,3," + i + "x".repeat(20_000) + ",ONE,ok");
    }
    Path file = file("h.csv.gz", lines);
    HistoryCheckOptions small = OPTIONS.with(draft -> draft.memoryBytes = 1 << 20);
    assertThatThrownBy(() -> HistoryCheck.check(List.of(file), small))
        .isInstanceOf(InsufficientRoomException.class)
        .hasMessageContaining(file + ", line ")
        .hasMessageContaining("clients take more than the 1MiB of memory");
  }

  @Test
  void aLastLineThatSaysSomethingImpossibleIsNotCutOff() throws IOException {
    for (String line :
        List.of(
            "read,k,1,5,4,c,ONE,ok",
            "write,k,,5,6,c,ONE,ok",
            "read,k,1,5,6,c,ONE,maybe",
            "read,k,1,5,6,c,SOME,ok",
            "read,k,one,5,6,c,ONE,o")) {
      Path file = folder.resolve("h.csv");
      Files.writeString(file, "op,key,version,invoke_ns,complete_ns,client,level,outcome\n" + line);
      assertThatThrownBy(() -> HistoryCheck.check(List.of(file), TRUNCATED))
          .as(line)
          .isInstanceOf(HistoryFormatException.class)
          .isNotInstanceOf(TruncatedHistoryException.class)
          .hasMessageContaining(file + ", line 2: ");
    }
  }

  private static HistoryVerdict.StaleRateOverBlocks blocks(HistoryVerdict verdict, Level level) {
    return requireNonNull(requireNonNull(verdict.byLevel().get(level)).blocks());
  }

  @Test
  void aFileCutAnywhereIsAnErrorUnlessAllowed() throws IOException {
    List<String> lines = RandomHistories.lines(1, 400, 20);
    for (String name : List.of("h.csv", "h.csv.gz")) {
      byte[] whole = Files.readAllBytes(file(name, lines));
      Path cut = folder.resolve("cut-" + name);
      for (int length = 1; length < whole.length - 1; length += 37) {
        Files.write(cut, Arrays.copyOf(whole, length));
        HistoryVerdict verdict = HistoryCheck.check(List.of(cut), TRUNCATED);
        if (verdict.byFile().get(0).truncated()) {
          long operations = verdict.judgement().total().operations();
          assertThatThrownBy(() -> check(cut))
              .isInstanceOf(TruncatedHistoryException.class)
              .hasMessageStartingWith(cut + " is cut off at line ")
              .hasMessageContaining(" " + operations + " complete operation")
              .hasMessageContaining("--allow-truncated");
        } else {
          assertThat(name).as("only plain text may end well").isEqualTo("h.csv");
        }
      }
    }
  }

  @Test
  void aGzipHeaderOfAnotherMethodNamesTheFile() throws IOException {
    Path file = folder.resolve("h.csv.gz");
    Files.write(file, new byte[] {0x1F, (byte) 0x8B, 7, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3});
    assertThatThrownBy(() -> check(file))
        .isInstanceOf(UnusableHistoryException.class)
        .hasMessageStartingWith(file + ": the gzip data are damaged (");
  }

  @Test
  void damagedGzipDataAreAnError() throws IOException {
    byte[] whole = Files.readAllBytes(file("h.csv.gz", RandomHistories.lines(1, 4000, 20)));
    Path damaged = folder.resolve("damaged.csv.gz");
    for (int at = 200; at < whole.length; at += whole.length / 20) {
      byte[] bytes = whole.clone();
      bytes[at] ^= 0x55;
      Files.write(damaged, bytes);
      assertThatThrownBy(() -> check(damaged))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(damaged.toString());
    }
  }

  @Test
  void nonsenseNamesFileLineAndColumn() throws IOException {
    Path file = file("h.csv.gz", List.of("read,k,1,2,3,c,ONE,ok", "read,k,one,2,3,c,ONE,ok"));
    assertThatThrownBy(() -> check(file))
        .isInstanceOf(HistoryFormatException.class)
        .hasMessage(
            file
                + ", line 3: version is 'one'; write a whole number between -2^63 + 1 and"
                + " 2^63 - 1.");
    Path empty = Files.createFile(folder.resolve("empty.csv"));
    assertThatThrownBy(() -> check(empty)).hasMessageContaining("is empty");
    Path missing = folder.resolve("missing.csv");
    assertThatThrownBy(() -> check(missing)).hasMessageContaining("does not exist");
    assertThatThrownBy(() -> check(folder)).hasMessageContaining("is a folder");
    Path good = file("good.csv", List.of());
    assertThatThrownBy(() -> check(good, good)).hasMessageContaining("given twice");
  }

  @Test
  void aGzipBombMeetsTheLimitOnText() throws IOException {
    List<String> lines = Collections.nCopies(100_000, "read,k,1,2,3,c,ONE,ok");
    Path file = file("h.csv.gz", lines);
    assertThat(Files.size(file)).isLessThan(50_000);
    HistoryCheckOptions little = OPTIONS.with(draft -> draft.maxTextBytes = 1 << 20);
    assertThatThrownBy(() -> HistoryCheck.check(List.of(file), little))
        .hasMessage(
            file
                + " holds more than 1MiB of text; if that is right, raise the limit on"
                + " the text.");
  }

  @Test
  void temporaryFilesMeetTheirLimitAndAreGoneAfterwards() throws IOException {
    Path file = file("h.csv", RandomHistories.lines(1, 60_000, 500));
    HistoryCheckOptions small =
        OPTIONS.with(
            draft -> {
              draft.memoryBytes = 1 << 20;
              draft.temporaryFolder = folder;
              draft.maxTemporaryBytes = 1 << 20;
            });
    assertThatThrownBy(() -> HistoryCheck.check(List.of(file), small))
        .isInstanceOf(InsufficientRoomException.class)
        .hasMessageContaining("for temporary files, but may take 1MiB");
    assertThat(folder.toFile().list()).containsExactly("h.csv");
  }

  @Test
  void aKeyThatDoesNotFitIsNamed() throws IOException {
    Path file = file("h.csv", Collections.nCopies(40_000, "read,hot,1,2,3,c,ONE,ok"));
    HistoryCheckOptions small =
        OPTIONS.with(
            draft -> {
              draft.memoryBytes = 1 << 20;
              draft.temporaryFolder = folder;
            });
    assertThatThrownBy(() -> HistoryCheck.check(List.of(file), small))
        .hasMessageContaining("The operations of one key, 'hot', take more than the 1MiB");
  }

  @Test
  void aFileMayHaveManyClientsButNotEndlesslyMany() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i <= 1 << 20; i++) {
      lines.add("read,k" + i + ",1,2,3," + i + ",ONE,ok");
    }
    Path file = file("h.csv", lines);
    assertThatThrownBy(() -> check(file))
        .isInstanceOf(HistoryFormatException.class)
        .hasMessageContaining("line 1048578: client '1048576' is one more than");
  }
}
