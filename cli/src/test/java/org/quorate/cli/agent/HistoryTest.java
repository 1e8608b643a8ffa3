package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryTest {
  private static final LocalDate DAY = LocalDate.parse("2026-11-26");
  private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");

  /** Linux refuses whatever is written to it as a full disk does. */
  private static final Path FULL = Path.of("/dev/full");

  private final List<String> told = new ArrayList<>();
  @TempDir private Path folder;

  @Test
  void aFullDiskIsToldOnceAndNothingIsLost() throws IOException {
    assertThat(FULL).exists();
    Path file = folder.resolve("tables-2026-11-26.csv");
    Files.createSymbolicLink(file, FULL);
    History history = history(1000);
    add(history, "a,1");
    add(history, "b,2");
    assertThat(told)
        .containsExactly(
            "The history cannot be written: the disk is full; make room, or choose another disk."
                + " Its rows wait in memory.");
    assertThat(history.counts()).isEqualTo(new History.Counts(true, 2, 0, 0));
    assertThat(history.farewell())
        .isEqualTo(
            "The agent ends; 2 rows of its history could not be written and are lost: the disk is"
                + " full; make room, or choose another disk.");
    Files.delete(file);
    add(history, "c,3");
    assertThat(Files.readString(file)).isEqualTo("time,table\na,1\nb,2\nc,3\n");
    assertThat(told).hasSize(2).endsWith("The history is written again.");
    assertThat(history.counts()).isEqualTo(new History.Counts(false, 0, 0, 23));
  }

  @Test
  void whatWaitsIsBoundedAndTheOldestIsGivenUp() throws IOException {
    Files.createDirectory(folder.resolve("tables-2026-11-26.csv"));
    History history = history(8);
    for (String line : List.of("a,1", "b,2", "c,3", "d,4")) {
      add(history, line);
    }
    assertThat(history.counts()).isEqualTo(new History.Counts(true, 2, 2, 0));
    assertThat(told)
        .hasSize(2)
        .endsWith("Memory for the history is used up: its oldest rows are lost from now on.");
    Files.delete(folder.resolve("tables-2026-11-26.csv"));
    history.add(List.of(), NOON);
    assertThat(Files.readString(folder.resolve("tables-2026-11-26.csv")))
        .isEqualTo("time,table\nc,3\nd,4\n");
  }

  @Test
  void aNewDayCompressesTheOneBeforeAndKeepsTheNewest() {
    History history = history(1000);
    for (int day = 0; day < 4; day++) {
      LocalDate date = DAY.plusDays(day);
      history.add(
          List.of(new DayRows("tables", date, List.of("a,1"))), NOON.plus(Duration.ofDays(day)));
    }
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder(
            "tables-2026-11-27.csv.gz", "tables-2026-11-28.csv.gz", "tables-2026-11-29.csv");
  }

  /** A folder stands where a day's file was. */
  @Test
  void whatCannotBeTidiedIsToldOnceAnHourAndRowsAreWrittenAllTheSame() throws IOException {
    Path old = Files.createDirectory(folder.resolve("tables-2026-11-24.csv"));
    Files.writeString(folder.resolve("tables-2026-11-25.csv"), "time,table\na,1\n");
    History history = history(1000);
    add(history, "b,2");
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("Old files of the history cannot be compressed: ")
        .endsWith(". New rows are written; it is tried again in an hour.");
    assertThat(history.counts().isFailing()).isFalse();
    assertThat(history.counts().waitingRows()).isZero();
    assertThat(folder.resolve("tables-2026-11-26.csv")).hasContent("time,table\nb,2\n");
    assertThat(folder.resolve("tables-2026-11-25.csv.gz")).exists();
    history.add(List.of(), NOON.plusSeconds(3599));
    assertThat(told).hasSize(1);
    history.add(List.of(), NOON.plusSeconds(3600));
    assertThat(told).hasSize(2);
    Files.delete(old);
    history.add(List.of(), NOON.plusSeconds(7200));
    history.add(List.of(), NOON.plusSeconds(10_800));
    assertThat(told).hasSize(2);
    assertThat(history.farewell()).isEqualTo("The agent ends; its history is written.");
  }

  private History history(int most) {
    return new History(
        new DayFiles(folder, Map.of("tables", "time,table"), told::add), 2, told::add, most);
  }

  private static void add(History history, String line) {
    history.add(List.of(new DayRows("tables", DAY, List.of(line))), NOON);
  }
}
