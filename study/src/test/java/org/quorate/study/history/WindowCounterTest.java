package org.quorate.study.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.Judgement;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.result.WindowFiles;

final class WindowCounterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 123_456_789_012L;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  /** An operation of the history as the brute force sees it. */
  private record Line(
      boolean write,
      String key,
      long version,
      long invoke,
      long complete,
      Level level,
      String out) {
    boolean ok() {
      return out.equals("ok");
    }

    int second() {
      return (int) Math.floorDiv(invoke - START, SECOND);
    }

    String text() {
      return String.join(
          ",",
          write ? "write" : "read",
          key,
          version == Long.MIN_VALUE ? "" : Long.toString(version),
          Long.toString(invoke),
          out.equals("timeout") ? "" : Long.toString(complete),
          "c1",
          level.name(),
          out);
    }
  }

  /** Seeds 1 to 60; every count of every second is made again from the definition. */
  @Test
  void windowsAreThoseOfADirectCount() throws Exception {
    for (long seed = 1; seed <= 60; seed++) {
      List<Line> lines = random(seed);
      Path file =
          RandomHistories.write(
              folder.resolve(seed + ".csv.gz"), lines.stream().map(Line::text).toList());
      Judgement judgement =
          HistoryCheck.check(
                  List.of(file),
                  HistoryCheckOptions.defaults()
                      .with(
                          draft -> {
                            draft.timeLineBuckets = 1000;
                            draft.timeLineOrigins = List.of(START);
                          }))
              .judgement();

      WindowCounter counted =
          WindowCounter.count(
              List.of(file), START, level -> level.replicas(3), judgement.timeLines().get(0));

      Map<Integer, WindowCounts> expected = new TreeMap<>();
      for (int second : lines.stream().map(Line::second).distinct().toList()) {
        expected.put(second, direct(lines, second));
      }
      assertThat(counted.windows().seconds()).as("seed " + seed).isEqualTo(expected);
      counted.times(
          (second, reads, writes) ->
              assertThat(reads == null ? 0 : reads.getTotalCount())
                  .isEqualTo(expected.get(second).reads()));
      WindowFiles.write(folder, counted.windows(), counted::times);
      assertThat(WindowFiles.read(folder)).isEqualTo(counted.windows());
    }
  }

  @Test
  void theFilesAreTheSameHoweverFewSecondsAreHeldAtOnce() throws Exception {
    Path file =
        RandomHistories.write(
            folder.resolve("history.csv.gz"), random(3).stream().map(Line::text).toList());
    List<List<String>> whole = files(file, WindowCounter.MOST_SECONDS);

    assertThat(whole.get(0)).hasSizeGreaterThan(7);
    for (int span = 1; span <= 7; span++) {
      assertThat(files(file, span)).as("%d at once", span).isEqualTo(whole);
    }
  }

  private List<List<String>> files(Path history, int span) throws Exception {
    WindowCounter counted =
        WindowCounter.count(List.of(history), START, level -> level.replicas(3), null, span);
    WindowFiles.write(folder, counted.windows(), counted::times);
    return List.of(
        Files.readAllLines(folder.resolve(WindowFiles.COUNTS)),
        Files.readAllLines(folder.resolve(WindowFiles.TIMES)));
  }

  /** What the javadoc of the counter reckons with. */
  @Test
  void theServiceTimesOfASecondTakeTwoKilobytes() {
    Random random = new Random(1);
    Histogram times = WindowCounter.emptyTimes();
    for (int i = 0; i < 3000; i++) {
      times.recordValue((long) (3e6 * Math.exp(random.nextGaussian())));
    }
    assertThat(times.getEstimatedFootprintInBytes()).isBetween(1500, 2500);
  }

  @Test
  void widerWindowsAndRunsAddUp() {
    WindowCounts one = new WindowCounts(10, 1, 2, 3, 4, Map.of(Level.ONE, 12L), 12);
    WindowCounts other = new WindowCounts(5, 0, 0, 1, 0, Map.of(Level.QUORUM, 5L), 10);
    RunWindows run = new RunWindows(new TreeMap<>(Map.of(0, one, 9, other, 10, other)));

    assertThat(run.between(0, 10))
        .isEqualTo(new WindowCounts(15, 1, 2, 4, 4, Map.of(Level.ONE, 12L, Level.QUORUM, 5L), 22));
    assertThat(run.between(3, 9)).isEqualTo(WindowCounts.NONE);
    assertThat(run.plus(run).between(0, 11).reads()).isEqualTo(40);
    assertThat(one.replicaReadsPerRead()).isEqualTo(1);
    assertThat(one.staleRate()).isEqualTo(0.1);
  }

  @Test
  void percentilesOfServiceTimesStandBesideTheCounts() throws Exception {
    List<Line> lines = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      lines.add(
          new Line(
              false, "user1", Long.MIN_VALUE, START + i, START + i + i * 1000L, Level.ONE, "ok"));
    }
    Path file =
        RandomHistories.write(
            folder.resolve("history.csv.gz"), lines.stream().map(Line::text).toList());
    WindowCounter counted =
        WindowCounter.count(List.of(file), START, level -> level.replicas(3), null);
    WindowFiles.write(folder, counted.windows(), counted::times);

    List<String> text = Files.readAllLines(folder.resolve(WindowFiles.COUNTS));
    assertThat(text.get(0))
        .isEqualTo(
            "second,reads,stale_reads,failed_reads,writes,failed_writes,replica_reads_asked,"
                + "reads_sent_at_one,read_p50_ns,read_p99_ns,write_p50_ns,write_p99_ns");
    String[] fields = text.get(1).split(",", -1);
    assertThat(Arrays.asList(fields).subList(0, 8))
        .containsExactly("0", "100", "0", "0", "0", "0", "100", "100");
    assertThat(Double.parseDouble(fields[8])).isBetween(50_000.0, 50_500.0);
    assertThat(Double.parseDouble(fields[9])).isBetween(99_000.0, 100_000.0);
    assertThat(fields[10]).isEmpty();
  }

  private static List<Line> random(long seed) {
    Random random = new Random(seed);
    Level[] levels = {Level.ONE, Level.QUORUM, Level.ALL};
    List<Line> lines = new ArrayList<>();
    int operations = random.nextInt(150);
    for (int i = 0; i < operations; i++) {
      boolean write = random.nextBoolean();
      int luck = random.nextInt(10);
      long invoke = START + random.nextInt(12) * SECOND / 2 + random.nextInt(3) - 1;
      lines.add(
          new Line(
              write,
              "user" + random.nextInt(3),
              !write && random.nextInt(6) == 0 ? Long.MIN_VALUE : random.nextInt(30),
              invoke,
              invoke + random.nextInt(5) * SECOND / 3,
              levels[random.nextInt(levels.length)],
              luck == 0 ? "timeout" : luck == 1 ? "error" : "ok"));
    }
    return lines;
  }

  private static WindowCounts direct(List<Line> lines, int second) {
    List<Line> within = lines.stream().filter(line -> line.second() == second).toList();
    List<Line> reads = within.stream().filter(line -> !line.write()).toList();
    Map<Level, Long> sent = new TreeMap<>();
    reads.forEach(read -> sent.merge(read.level(), 1L, Long::sum));
    Predicate<Line> stale =
        read ->
            lines.stream()
                .anyMatch(
                    write ->
                        write.write()
                            && write.ok()
                            && write.key().equals(read.key())
                            && write.complete() < read.invoke()
                            && write.version() > read.version());
    return new WindowCounts(
        reads.stream().filter(Line::ok).count(),
        reads.stream().filter(Line::ok).filter(stale).count(),
        reads.stream().filter(read -> !read.ok()).count(),
        within.stream().filter(line -> line.write() && line.ok()).count(),
        within.stream().filter(line -> line.write() && !line.ok()).count(),
        sent,
        reads.stream().mapToLong(read -> read.level().replicas(3)).sum());
  }
}
