package org.quorate.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.core.staleness.Propagation;

final class LastHourTest {
  private static final Instant START = Instant.parse("2026-11-26T23:40:00Z");

  private final LastHour hour = new LastHour();

  private void add(long second, ClusterReport... reports) {
    hour.add(START.plusSeconds(second), List.of(reports));
  }

  private List<TableMinute> minutes() {
    return hour.busiest(1).get(0).minutes();
  }

  @Test
  void aMinuteHasTheMeansOfItsReadings() {
    add(10, LookSamples.reading("carts", 1, 100, 0, 0));
    add(20, LookSamples.reading("carts", 2, 300, 0, 0));
    add(70, LookSamples.reading("carts", 3, 500, 0, 0));
    assertThat(minutes()).hasSize(2);
    TableMinute first = minutes().get(0);
    assertThat(first.minute()).isEqualTo(START.getEpochSecond() / 60);
    assertThat(first.reads().mean()).isEqualTo(200);
    assertThat(first.writes().mean()).isEqualTo(50);
    assertThat(first.replicas().mean()).isEqualTo(2);
    assertThat(first.low().mean()).isLessThan(first.estimate().mean());
    assertThat(first.high().mean()).isGreaterThan(first.estimate().mean());
    assertThat(minutes().get(1).reads().mean()).isEqualTo(500);
  }

  @Test
  void whatIsNotKnownIsLeftOutOfTheMeans() {
    add(10, LookSamples.poor("carts", 1));
    assertThat(minutes().get(0).reads().mean()).isEqualTo(812);
    assertThat(minutes().get(0).replicas().mean()).isNaN();
    assertThat(minutes().get(0).estimate().mean()).isNaN();
    add(20, LookSamples.reading("carts", 2, 100, 0, 0));
    assertThat(minutes().get(0).replicas().mean()).isEqualTo(2);
  }

  @Test
  void pairsAreThoseByWhichTheObserversCountHasGrown() {
    add(10, LookSamples.reading("carts", 1, 100, 40, 4));
    add(20, LookSamples.reading("carts", 2, 100, 100, 5));
    // Another observer, whose counts begin at 0, and have passed the former ones already.
    add(30, LookSamples.reading("carts", 1, 100, 130, 6));
    assertThat(minutes().get(0).pairs()).isEqualTo(230);
    assertThat(minutes().get(0).stale()).isEqualTo(11);
  }

  @Test
  void pairsOfBeforeATableWasKeptBelongToNoMinute() {
    add(10, LookSamples.reading("carts", 7, 100, 4_000, 4));
    add(20, LookSamples.reading("carts", 8, 100, 4_010, 5));
    assertThat(minutes().get(0).pairs()).isEqualTo(10);
    assertThat(minutes().get(0).stale()).isEqualTo(1);
  }

  @Test
  void onlyTheLastHourIsKeptAndThenNothing() {
    for (int minute = 0; minute < 500; minute++) {
      add(60L * minute, LookSamples.reading("carts", minute + 1, 100, 0, 0));
    }
    assertThat(minutes()).hasSize(61);
    assertThat(minutes().get(60).minute()).isEqualTo(START.getEpochSecond() / 60 + 499);
    add(60L * 530);
    assertThat(minutes()).hasSize(30);
    add(60L * 560);
    assertThat(hour.busiest(10)).isEmpty();
    assertThat(hour.known()).isZero();
  }

  @Test
  void minutesThatAClockHeldTooLateAreForgotten() {
    add(60, LookSamples.reading("carts", 1, 100, 0, 0));
    add(36_000, LookSamples.reading("carts", 2, 200, 0, 0));
    add(120, LookSamples.reading("carts", 3, 300, 0, 0));
    assertThat(minutes()).hasSize(1);
    assertThat(minutes().get(0).reads().mean()).isEqualTo(300);
    long now = START.getEpochSecond() / 60 + 2;
    TableCharts charts = new TableCharts(hour.busiest(1).get(0), now);
    assertThat(charts.first()).isEqualTo(now - 1);
    assertThat(charts.last()).isEqualTo(now - 1);
  }

  @Test
  void minutesWithinALongIntervalAreItsOwn() {
    for (int reading = 1; reading <= 4; reading++) {
      add(300L * reading, lasting(300, LookSamples.reading("carts", reading, 100, 10, 0)));
    }
    assertThat(minutes()).hasSize(16).allMatch(minute -> minute.reads().mean() == 100);
    assertThat(minutes().stream().mapToLong(TableMinute::pairs).sum()).isEqualTo(10);
  }

  @Test
  void minutesInWhichLooksWereInVainHaveNoReading() {
    add(0, LookSamples.reading("carts", 1, 100, 0, 0));
    for (int look = 1; look < 30; look++) {
      add(10L * look);
    }
    add(300, lasting(300, LookSamples.reading("carts", 2, 100, 0, 0)));
    assertThat(minutes()).hasSize(2);
  }

  @Test
  void aStaleReadWhosePairIsNotCountedYetIsOfTheNextReading() {
    add(10, LookSamples.reading("carts", 1, 100, 10, 0));
    add(20, LookSamples.reading("carts", 2, 100, 10, 1));
    assertThat(minutes().get(0).stale()).isZero();
    add(30, LookSamples.reading("carts", 3, 100, 20, 1));
    assertThat(minutes().get(0).pairs()).isEqualTo(20);
    assertThat(minutes().get(0).stale()).isEqualTo(1);
  }

  @Test
  void countsThatHaveFallenAreThoseOfAnotherObserver() {
    add(10, LookSamples.reading("carts", 1, 100, 100, 0));
    add(20, LookSamples.reading("carts", 2, 100, 50, 2));
    assertThat(minutes().get(0).pairs()).isEqualTo(150);
    assertThat(minutes().get(0).stale()).isEqualTo(2);
  }

  @Test
  void pairsAreNotCountedTwiceWhereAReadingHadNone() {
    add(10, LookSamples.reading("carts", 1, 100, 100, 3));
    add(20, LookSamples.poor("carts", 2));
    add(30, LookSamples.reading("carts", 3, 100, 110, 3));
    assertThat(minutes().get(0).pairs()).isEqualTo(110);
    assertThat(minutes().get(0).stale()).isEqualTo(3);
  }

  @Test
  void aTableThatIsShownStaysUntilItIsClearlyOvertaken() {
    add(10, two(1, 100, 0, 90, 0));
    assertThat(hour.busiest(1).get(0).name()).isEqualTo("shop.a");
    for (int reading = 2; reading < 100; reading++) {
      add(10L * reading, two(reading, 100, 0, 110, 0));
      assertThat(hour.busiest(1).get(0).name()).isEqualTo("shop.a");
    }
    add(1000, two(100, 100, 0, 10_000, 0));
    assertThat(hour.busiest(1).get(0).name()).isEqualTo("shop.b");
  }

  @Test
  void aTableOfWhichPairsWereComparedIsShownBeforeABusierOne() {
    add(10, two(1, 1_000, 0, 10, 5));
    assertThat(hour.busiest(1).get(0).name()).isEqualTo("shop.b");
  }

  @Test
  void allTablesStayKnownThoughALookGaveNoReading() {
    add(10, LookSamples.many(2_000, 1));
    add(20);
    assertThat(hour.known()).isEqualTo(2_000);
  }

  private static ClusterReport two(int number, double a, long pairsOfA, double b, long pairsOfB) {
    Propagation time = new Propagation(0.005, 0.004, 0.006);
    return LookSamples.report(
        number,
        time,
        List.of(
            LookSamples.table("a", a, 1, time, pairsOfA, 0),
            LookSamples.table("b", b, 1, time, pairsOfB, 0)));
  }

  private static ClusterReport lasting(double seconds, ClusterReport report) {
    return new ClusterReport(
        report.keyspace(),
        report.levels(),
        report.keys(),
        seconds,
        report.readings(),
        report.incompleteReadings(),
        report.source(),
        report.nodes(),
        report.nodesDown(),
        report.nodesSilent(),
        report.tables(),
        report.propagation(),
        report.difference(),
        report.links(),
        report.replicas(),
        report.counts(),
        report.problems());
  }

  @Test
  void ofManyTablesTheBusiestAreKept() {
    for (int reading = 1; reading <= 3; reading++) {
      add(10L * reading, LookSamples.many(2_000, reading));
    }
    assertThat(hour.known()).isEqualTo(2_000);
    assertThat(hour.busiest(5_000)).hasSize(LastHour.MOST_TABLES);
    assertThat(hour.busiest(3).stream().map(TableHour::name))
        .containsExactly("shop.t11997", "shop.t11998", "shop.t11999");
  }
}
