package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.observe.ClusterReport;

final class MinuteRowsTest {
  private static final LocalDate DAY = LocalDate.parse("2026-11-26");

  private final MinuteRows minutes = new MinuteRows();

  @Test
  void aMinuteIsTheMeanOfItsReadingsByTheirLength() {
    assertThat(add("23:58:10", Readings.of("shop.carts", 1, 10, 100, 20, 3))).isEmpty();
    assertThat(add("23:58:40", Readings.of("shop.carts", 2, 30, 300, 50, 4))).isEmpty();
    List<DayRows> rows = add("23:59:10", Readings.of("shop.carts", 3, 30, 100, 60, 4));
    // 100 a second for 10 s and 300 for 30 s.
    assertThat(columns(rows.get(0)))
        .startsWith("2026-11-26T23:58Z", "shop.carts", "40", "250", "125", "2", "5")
        .endsWith("50", "5");
    assertThat(rows.get(1))
        .isEqualTo(new DayRows("cluster", DAY, List.of("2026-11-26T23:58Z,40,4,0,2,3,1,0")));
    assertThat(columns(minutes.end().get(0))).contains("100").endsWith("10", "1");
    assertThat(minutes.end()).isEmpty();
  }

  @Test
  void theEstimateIsTheLowestOfTheModelsAtTheWeakestLevel() {
    ClusterReport report = Readings.of("shop.carts", 1, 10, 100, 0, 0);
    add("10:00:10", report);
    double lowest =
        report.tables().get(0).levels().get(0).estimates().stream()
            .mapToDouble(estimate -> estimate.raw())
            .min()
            .orElseThrow();
    String recorded = columns(minutes.end().get(0)).get(7);
    assertThat(Double.parseDouble(recorded) / lowest).isBetween(0.995, 1.005);
  }

  @Test
  void countsOfAnotherObserverBeginAtNothing() {
    add("10:00:10", Readings.of("shop.carts", 4, 10, 100, 40, 7));
    minutes.end();
    add("10:01:10", Readings.of("shop.carts", 1, 10, 100, 50, 8));
    List<DayRows> rows = minutes.end();
    assertThat(columns(rows.get(0))).endsWith("50", "5");
    assertThat(columns(rows.get(1)).get(2)).isEqualTo("8");
  }

  @Test
  void keyspacesHaveRowsOfTheirOwnAndTheClusterHasOne() {
    add(
        "10:00:10",
        Readings.of("shop.carts", 1, 10, 100, 0, 5),
        Readings.of("audit.log", 1, 10, 100, 0, 6));
    List<DayRows> rows = minutes.end();
    assertThat(rows.get(0).lines()).hasSize(2);
    assertThat(rows.get(0).lines().get(0)).contains("audit.log");
    assertThat(rows.get(1).lines()).containsExactly("2026-11-26T10:00Z,10,5,0,2,3,1,0");
  }

  @Test
  void whereTheKeyspaceThatSpokeForTheClusterIsGoneAnotherDoes() {
    add("10:00:10", Readings.of("shop.carts", 1, 10, 100, 0, 5));
    assertThat(add("10:01:10", Readings.of("audit.log", 1, 10, 100, 0, 6))).hasSize(2);
    assertThat(add("10:02:10", Readings.of("audit.log", 2, 10, 100, 0, 9)).get(1).lines())
        .containsExactly("2026-11-26T10:01Z,10,6,0,2,3,1,0");
    assertThat(minutes.end().get(1).lines()).containsExactly("2026-11-26T10:02Z,10,3,0,2,3,1,0");
  }

  @Test
  void aMinuteWithoutAReadingHasNoRows() {
    assertThat(add("10:00:10")).isEmpty();
    assertThat(add("10:01:10")).isEmpty();
    assertThat(minutes.end()).isEmpty();
  }

  @Test
  void rowsHaveTheColumnsOfTheirHeaders() {
    add("10:00:10", Readings.of("shop.carts", 1, 10, 100, 0, 5));
    for (DayRows rows : minutes.end()) {
      assertThat(columns(rows))
          .hasSameSizeAs(
              List.of(Objects.requireNonNull(MinuteRows.HEADERS.get(rows.kind())).split(",", -1)));
    }
  }

  private List<DayRows> add(String time, ClusterReport... reports) {
    return minutes.add(Instant.parse(DAY + "T" + time + "Z"), List.of(reports));
  }

  private static List<String> columns(DayRows rows) {
    return List.of(rows.lines().get(0).split(",", -1));
  }
}
