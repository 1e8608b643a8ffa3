package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.rest.KeyspaceTraffic;

final class RecordedHoursTest {
  private static final LocalDate DAY = LocalDate.parse("2026-11-26");

  @TempDir private Path folder;

  @Test
  void anHourIsTheMeanOfItsMinutesByTheirSecondsOverAllTablesOfAKeyspace() throws IOException {
    DayFiles files = new DayFiles(folder, MinuteRows.HEADERS, told -> {});
    List<String> rows = new ArrayList<>();
    for (int minute = 0; minute < 40; minute++) {
      rows.add(row(7, minute, "shop.carts", 60, "100", "10", "2"));
      rows.add(
          row(7, minute, "shop.orders", minute < 20 ? 30 : 60, minute < 20 ? "0" : "90", "0", ""));
    }
    files.append(new DayRows(MinuteRows.TABLES, DAY, rows));
    files.compressBefore(DAY.plusDays(1));
    RecordedHours hours = RecordedHours.read(folder, 1, keyspace -> 3);
    assertThat(hours.hours()).containsOnlyKeys(OffsetDateTime.parse("2026-11-26T07:00Z"));
    KeyspaceTraffic shop = hours.hours().get(OffsetDateTime.parse("2026-11-26T07:00Z")).get("shop");
    // Of the orders, 20 minutes at 90 and 20 half minutes at 0, each read at three replicas.
    assertThat(shop.replicaReads()).isEqualTo(200 + 3 * 60, within(1e-9));
    assertThat(shop.writes()).isEqualTo(10, within(1e-9));
  }

  @Test
  void anHourThatWasHardlySeenIsNotKnownAndMinutesWithoutRatesAreCounted() throws IOException {
    DayFiles files = new DayFiles(folder, MinuteRows.HEADERS, told -> {});
    List<String> rows = new ArrayList<>();
    for (int minute = 0; minute < 29; minute++) {
      rows.add(row(3, minute, "shop.carts", 60, "100", "10", "2"));
    }
    rows.add(row(3, 30, "shop.carts", 60, "", "10", "2"));
    files.append(new DayRows(MinuteRows.TABLES, DAY, rows));
    RecordedHours hours = RecordedHours.read(folder, 1, keyspace -> 3);
    assertThat(hours.hours()).isEmpty();
    assertThat(hours.unreadable()).isEqualTo(1);
  }

  @Test
  void aLineThatIsBeingWrittenIsLeftOutAndTheNewestDaysCount() throws IOException {
    DayFiles files = new DayFiles(folder, MinuteRows.HEADERS, told -> {});
    for (int day = 0; day < 3; day++) {
      List<String> rows = new ArrayList<>();
      for (int minute = 0; minute < 30; minute++) {
        rows.add(row(DAY.plusDays(day), 3, minute, "shop.carts", 60, "1", "1", "1"));
      }
      files.append(new DayRows(MinuteRows.TABLES, DAY.plusDays(day), rows));
    }
    Path newest = folder.resolve("tables-" + DAY.plusDays(2) + ".csv");
    Files.writeString(newest, Files.readString(newest) + "2026-11-28T03:5");
    RecordedHours hours = RecordedHours.read(folder, 2, keyspace -> 3);
    assertThat(hours.days()).isEqualTo(2);
    assertThat(hours.hours().firstKey()).isEqualTo(OffsetDateTime.parse("2026-11-27T03:00Z"));
    assertThat(hours.keyspaces()).containsExactly("shop");
  }

  @Test
  void whatIsNoHistoryIsRefusedInASentence() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordedHours.read(folder, 1, keyspace -> 3))
        .withMessageEndingWith("has no history of an agent (tables-DAY.csv).");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordedHours.read(folder.resolve("none"), 1, keyspace -> 3))
        .withMessageStartingWith("There is no folder");
    Path file = folder.resolve("tables-" + DAY + ".csv");
    Files.writeString(file, "time,table\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordedHours.read(folder, 1, keyspace -> 3))
        .withMessageContaining("has other columns");
    Files.writeString(
        file, MinuteRows.HEADERS.get(MinuteRows.TABLES) + "\nsoon,shop.carts,60,1,1,1,,,,\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordedHours.read(folder, 1, keyspace -> 3))
        .withMessageStartingWith("Line 2 of ");
  }

  private static String row(
      int hour, int minute, String table, int seconds, String reads, String writes, String asked) {
    return row(DAY, hour, minute, table, seconds, reads, writes, asked);
  }

  private static String row(
      LocalDate day,
      int hour,
      int minute,
      String table,
      int seconds,
      String reads,
      String writes,
      String asked) {
    return String.format(
        Locale.ROOT,
        "%sT%02d:%02dZ,%s,%d,%s,%s,%s,,,,",
        day,
        hour,
        minute,
        table,
        seconds,
        reads,
        writes,
        asked);
  }
}
