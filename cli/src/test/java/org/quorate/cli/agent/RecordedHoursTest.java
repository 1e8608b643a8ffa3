package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.rest.DayLoad;
import org.quorate.core.rest.HintKeeping;
import org.quorate.core.rest.KeyspaceTraffic;
import org.quorate.core.rest.NodeCondition;
import org.quorate.core.rest.RestKeyspace;
import org.quorate.core.rest.RestNode;
import org.quorate.core.rest.RestSituation;
import org.quorate.core.rest.RestTerms;

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
    assertThat(hours.days()).containsExactly(DAY.plusDays(1), DAY.plusDays(2));
    assertThat(hours.hours().firstKey()).isEqualTo(OffsetDateTime.parse("2026-11-27T03:00Z"));
    assertThat(hours.keyspaces()).containsExactly("shop");
  }

  @Test
  void aDayThatIsThereTwiceCountsOnce() throws IOException {
    DayFiles files = new DayFiles(folder, MinuteRows.HEADERS, told -> {});
    List<String> rows = new ArrayList<>();
    for (int minute = 0; minute < 20; minute++) {
      rows.add(row(3, minute, "shop.carts", 60, "1", "1", "1"));
    }
    files.append(new DayRows(MinuteRows.TABLES, DAY, rows));
    Path plain = folder.resolve("tables-" + DAY + ".csv");
    String text = Files.readString(plain);
    files.compressBefore(DAY.plusDays(1));
    Files.writeString(plain, text);
    assertThat(RecordedHours.read(folder, 1, keyspace -> 3).hours()).isEmpty();
  }

  @Test
  void anHourInWhichSomeTableIsNotKnownIsNoneOfItsKeyspaceNorOfTheDay() throws IOException {
    DayFiles files = new DayFiles(folder, MinuteRows.HEADERS, told -> {});
    List<String> rows = new ArrayList<>();
    for (int minute = 0; minute < 60; minute++) {
      rows.add(row(3, minute, "shop.carts", 60, "1", "1", "1"));
      rows.add(row(3, minute, "bank.books", 60, "1", "9", "1"));
      rows.add(row(4, minute, "shop.carts", 60, "1", "1", "1"));
      rows.add(row(4, minute, "bank.books", 60, "1", "", "1"));
      rows.add(row(5, minute, "shop.carts", 60, "1", "1", "1"));
    }
    files.append(new DayRows(MinuteRows.TABLES, DAY, rows));
    RecordedHours hours = RecordedHours.read(folder, 1, keyspace -> 3);
    assertThat(hours.hours().get(OffsetDateTime.parse("2026-11-26T04:00Z")))
        .containsOnlyKeys("shop");
    DayLoad load = hours.load(situation("shop", "bank"));
    assertThat(load.hours().get(3)).containsEntry("n1", 12.0);
    assertThat(load.hours().get(4)).isEmpty();
    assertThat(load.hours().get(5)).isEmpty();
    // A keyspace that is gone is none to wait for.
    assertThat(hours.load(situation("shop")).hours().get(5)).containsEntry("n1", 2.0);
  }

  @Test
  void aFileThatEndsTooEarlyIsNamed() throws IOException {
    DayFiles files = new DayFiles(folder, MinuteRows.HEADERS, told -> {});
    files.append(
        new DayRows(MinuteRows.TABLES, DAY, List.of(row(3, 1, "shop.carts", 60, "1", "1", "1"))));
    files.compressBefore(DAY.plusDays(1));
    Path file = folder.resolve("tables-" + DAY + ".csv.gz");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordedHours.read(folder, 1, keyspace -> 3))
        .withMessageStartingWith("The file " + file + " cannot be read to its end (");
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
    String whole = row(3, 1, "shop.carts", 60, "1", "1", "1");
    for (String wrong :
        List.of("soon,shop.carts,60,1,1,1,,,,", whole + ",1", "2026-11-26T03:00Z,shop\n" + whole)) {
      Files.writeString(file, MinuteRows.HEADERS.get(MinuteRows.TABLES) + "\n" + wrong + "\n");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RecordedHours.read(folder, 1, keyspace -> 3))
          .withMessageStartingWith("Line 2 of ");
    }
  }

  /** One node, which has all. */
  private static RestSituation situation(String... keyspaces) {
    RestNode node =
        new RestNode(
            "n1",
            new NodePlace("dc1", "rack1"),
            NodeCondition.UP,
            0,
            new HintKeeping(true, Duration.ofHours(3), Set.of(), Set.of()));
    return new RestSituation(
        List.of(node),
        Stream.of(keyspaces)
            .map(
                name ->
                    new RestKeyspace(
                        name,
                        Set.of(Level.ONE),
                        Set.of(Level.ONE),
                        new Replication(Map.of("dc1", 1)),
                        Set.of(Set.of("n1")),
                        List.of()))
            .toList(),
        RestTerms.DEFAULT);
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
