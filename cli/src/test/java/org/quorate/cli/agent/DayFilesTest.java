package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.staleness.Propagation;

final class DayFilesTest {
  private static final LocalDate DAY = LocalDate.parse("2026-11-26");

  /** What the document says of a day. */
  private static final double BYTES_A_DAY = 0.29e6;

  private final List<String> told = new ArrayList<>();
  @TempDir private Path folder;
  private DayFiles files = new DayFiles(Path.of(""), Map.of(), told::add);

  @BeforeEach
  void begin() {
    begin(Map.of("tables", "time,table"));
  }

  private void begin(Map<String, String> headers) {
    files = new DayFiles(folder, headers, told::add);
  }

  @Test
  void rowsOfADayStandBelowOneHeaderAlsoAfterARestart() throws IOException {
    append(DAY, "a,1", "b,2");
    begin();
    files.mend();
    append(DAY, "c,3");
    assertThat(Files.readString(file(".csv"))).isEqualTo("time,table\na,1\nb,2\nc,3\n");
    assertThat(told).isEmpty();
  }

  @Test
  void whereverAProcessIsKilledWholeLinesStayAndTheTornOneIsToldOf() throws IOException {
    append(DAY, "a,1", "b,2");
    byte[] all = Files.readAllBytes(file(".csv"));
    for (int length = 0; length <= all.length; length++) {
      told.clear();
      String torn = new String(all, 0, length, StandardCharsets.UTF_8);
      Files.writeString(file(".csv"), torn);
      begin();
      files.mend();
      String whole = torn.substring(0, torn.lastIndexOf('\n') + 1);
      assertThat(Files.readString(file(".csv"))).isEqualTo(whole);
      assertThat(told).hasSize(whole.equals(torn) ? 0 : 1);
      append(DAY, "c,3");
      assertThat(Files.readString(file(".csv")))
          .isEqualTo((whole.isEmpty() ? "time,table\n" : whole) + "c,3\n");
    }
    assertThat(told).isEmpty();
  }

  @Test
  void aDayThatIsOverIsCompressed() throws IOException {
    append(DAY, "a,1");
    append(DAY.plusDays(1), "b,2");
    files.compressBefore(DAY.plusDays(1));
    assertThat(Files.exists(file(".csv"))).isFalse();
    assertThat(unzipped(file(".csv.gz"))).isEqualTo("time,table\na,1\n");
    assertThat(folder.resolve("tables-2026-11-27.csv")).exists();
  }

  @Test
  void aDayThatWasCompressedAlreadyLosesNothing() throws IOException {
    append(DAY, "a,1");
    files.compressBefore(DAY.plusDays(1));
    append(DAY, "b,2");
    files.compressBefore(DAY.plusDays(1));
    assertThat(unzipped(file(".csv.gz"))).isEqualTo("time,table\na,1\n");
    assertThat(unzipped(file(".2.csv.gz"))).isEqualTo("time,table\nb,2\n");
    // As where the process was killed before it deleted what it had compressed.
    Files.writeString(file(".csv"), "time,table\nb,2\n");
    files.compressBefore(DAY.plusDays(1));
    assertThat(folder.toFile().list()).hasSize(2);
  }

  @Test
  void theNewestDaysAreKeptAndNothingElseIsTouched() throws IOException {
    begin(MinuteRows.HEADERS);
    assertThat(
            files.older(
                List.of(
                    "tables-2026-11-24.csv.gz",
                    "cluster-2026-11-24.csv.gz",
                    "tables-2026-11-25.2.csv.gz",
                    "tables-2026-11-25.csv.gz",
                    "tables-2099-01-01.csv",
                    "tables-2026-11-26.csv",
                    "backup-2025-01-01.csv",
                    "notes-2020.csv",
                    ".lock"),
                1,
                DAY))
        .containsExactly("tables-2026-11-24.csv.gz", "cluster-2026-11-24.csv.gz");
    begin();
    append(DAY, "a,1");
    append(DAY.plusDays(1), "b,2");
    files.keep(1, DAY.plusDays(1));
    assertThat(folder.toFile().list()).hasSize(2);
    files.keep(1, DAY.plusDays(2));
    assertThat(folder.toFile().list()).containsExactly("tables-2026-11-27.csv");
    assertThat(files.bytes()).isEqualTo("time,table\nb,2\n".length());
  }

  @Test
  void filesOfOthersInTheFolderStayAsTheyAre() throws IOException {
    List<String> others = List.of("backup-2025-01-01.csv", "download.part", "tables.csv.part");
    for (String other : others) {
      Files.writeString(folder.resolve(other), "no whole line");
    }
    Files.writeString(folder.resolve("tables-2026-11-25.csv.gz.12-1.part"), "torn");
    files.mend();
    files.compressBefore(DAY);
    files.keep(1, DAY);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrderElementsOf(others);
    assertThat(folder.resolve("backup-2025-01-01.csv")).hasContent("no whole line");
    assertThat(files.bytes()).isZero();
    assertThat(told).isEmpty();
  }

  /** Twenty tables whose every number changes each minute, pairs of reads among them. */
  @Test
  void aDayOfTwentyTablesHasAboutTheSizeThatTheDocumentSays() throws IOException {
    begin(MinuteRows.HEADERS);
    Map<String, List<String>> lines = new TreeMap<>();
    MinuteRows minutes = new MinuteRows();
    RandomGenerator random = new SplittableRandom(24);
    long[] pairs = new long[20];
    for (int minute = 0; minute < 24 * 60; minute++) {
      List<TableReport> tables = new ArrayList<>();
      double daily = 1 + 0.5 * Math.sin(2 * Math.PI * minute / 1440);
      double seconds = 0.005 * Math.exp(random.nextGaussian(0, 0.1));
      Propagation time = new Propagation(seconds, seconds, seconds);
      for (int table = 0; table < pairs.length; table++) {
        pairs[table] += random.nextInt(25, 36);
        double rate = 60 * (table + 1) * daily * Math.exp(random.nextGaussian(0, 0.1));
        tables.add(
            Readings.report(
                new TableName("shop", "some_table_" + table),
                rate,
                2 * Math.exp(random.nextGaussian(0, 0.02)),
                time,
                pairs[table]));
      }
      Instant at = Instant.parse(DAY + "T00:00:30Z").plusSeconds(60L * minute);
      for (DayRows rows :
          minutes.add(at, List.of(Readings.of("shop", minute + 1, 60, minute, time, tables)))) {
        lines.computeIfAbsent(rows.kind(), any -> new ArrayList<>()).addAll(rows.lines());
      }
    }
    for (Map.Entry<String, List<String>> kind : lines.entrySet()) {
      files.append(new DayRows(kind.getKey(), DAY, kind.getValue()));
    }
    files.compressBefore(DAY.plusDays(1));
    assertThat((double) files.bytes()).isBetween(0.8 * BYTES_A_DAY, 1.2 * BYTES_A_DAY);
  }

  private void append(LocalDate day, String... lines) throws IOException {
    files.append(new DayRows("tables", day, List.of(lines)));
  }

  private Path file(String ending) {
    return folder.resolve("tables-" + DAY + ending);
  }

  private static String unzipped(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
