package org.quorate.core.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class EnergyFactorTest {
  private static final double KILOWATT_HOUR = 3.6e6;
  private static final List<Double> NO_SECONDS = List.of();

  /** 100, 101 and so on. */
  private static final EnergyFactor DAILY =
      new EnergyFactor.Daily(IntStream.range(0, 24).mapToObj(hour -> 100.0 + hour).toList());

  private static Instant at(String text) {
    return Instant.parse(text);
  }

  private static long hour(String text) {
    return at(text).getEpochSecond() / 3600;
  }

  @Test
  void aConstantIsTheSameWheneverTheEnergyIsUsed() {
    EnergyFactor constant = new EnergyFactor.Constant(300);

    assertThat(
            constant.of(
                at("2026-11-26T22:30:00Z"),
                at("2026-11-27T03:30:00Z"),
                2 * KILOWATT_HOUR,
                NO_SECONDS))
        .isCloseTo(600, within(1e-9));
    assertThat(
            EnergyFactor.Constant.UNKNOWN.of(
                at("2026-11-26T22:30:00Z"), at("2026-11-26T22:31:00Z"), 1, NO_SECONDS))
        .isNaN();
  }

  @Test
  void energyCountsByTheHourInWhichItWasUsed() {
    assertThat(
            DAILY.of(
                at("2026-11-26T14:00:00Z"), at("2026-11-26T15:00:00Z"), KILOWATT_HOUR, NO_SECONDS))
        .isEqualTo(114);
    // A quarter of it in the hour of 14:00, three quarters in that of 15:00.
    assertThat(
            DAILY.of(
                at("2026-11-26T14:45:00Z"), at("2026-11-26T15:45:00Z"), KILOWATT_HOUR, NO_SECONDS))
        .isCloseTo(0.25 * 114 + 0.75 * 115, within(1e-9));
  }

  @Test
  void afterMidnightTheNextDayBegins() {
    assertThat(
            DAILY.of(
                at("2026-12-31T23:30:00Z"), at("2027-01-01T00:30:00Z"), KILOWATT_HOUR, NO_SECONDS))
        .isCloseTo((123 + 100) / 2.0, within(1e-9));
    EnergyFactor calendar =
        new EnergyFactor.Calendar(
            Map.of(hour("2026-12-31T23:00:00Z"), 10.0, hour("2027-01-01T00:00:00Z"), 50.0));
    assertThat(
            calendar.of(
                at("2026-12-31T23:30:00Z"), at("2027-01-01T00:30:00Z"), KILOWATT_HOUR, NO_SECONDS))
        .isCloseTo(30, within(1e-9));
  }

  @Test
  void whereClocksAreSetBackTheHourThatComesTwiceIsTwoHours() {
    ZoneId paris = ZoneId.of("Europe/Paris");
    Instant first = LocalDateTime.parse("2026-10-25T02:30:00").atZone(paris).toInstant();
    Instant second = first.plusSeconds(3600);
    assertThat(second.atZone(paris).toLocalTime()).isEqualTo(first.atZone(paris).toLocalTime());
    EnergyFactor calendar =
        new EnergyFactor.Calendar(
            Map.of(hour("2026-10-25T00:00:00Z"), 10.0, hour("2026-10-25T01:00:00Z"), 50.0));

    assertThat(calendar.of(first, second, KILOWATT_HOUR, NO_SECONDS)).isCloseTo(30, within(1e-9));
    // And one that clocks leave out is none: from 01:30 to 03:30 local time is one hour.
    assertThat(
            DAILY.of(
                LocalDateTime.parse("2026-03-29T01:30:00").atZone(paris).toInstant(),
                LocalDateTime.parse("2026-03-29T03:30:00").atZone(paris).toInstant(),
                KILOWATT_HOUR,
                NO_SECONDS))
        .isCloseTo((100 + 101) / 2.0, within(1e-9));
  }

  @Test
  void energyOfAnHourThatIsNotKnownIsNotGuessed() {
    EnergyFactor calendar = new EnergyFactor.Calendar(Map.of(hour("2026-11-26T14:00:00Z"), 10.0));

    assertThat(
            calendar.of(at("2026-11-26T14:00:00Z"), at("2026-11-26T15:00:00Z"), 3.6e6, NO_SECONDS))
        .isEqualTo(10);
    assertThat(
            calendar.of(at("2026-11-26T14:59:59Z"), at("2026-11-26T15:00:01Z"), 3.6e6, NO_SECONDS))
        .isNaN();
  }

  @Test
  void secondsAreDividedAtTheHourAndTheRestIsSpreadEvenly() {
    EnergyFactor calendar =
        new EnergyFactor.Calendar(
            Map.of(hour("2026-11-26T14:00:00Z"), 3.6e6, hour("2026-11-26T15:00:00Z"), 7.2e6));

    // 40 J, then 80 J, then 10 J, and 5 J in the last half second.
    assertThat(
            calendar.of(
                at("2026-11-26T14:59:58.5Z"),
                at("2026-11-26T15:00:02Z"),
                135,
                List.of(40.0, 80.0, 10.0)))
        .isCloseTo(80 + 2 * 55, within(1e-9));
  }

  @Test
  void itIsTheIntegralOfPowerTimesFactorWhereverATimeBeginsAndEnds() {
    SplittableRandom random = new SplittableRandom(11);
    for (int trial = 0; trial < 50; trial++) {
      Map<Long, Double> numbers = new HashMap<>();
      long first = hour("2026-11-26T14:00:00Z");
      for (int i = 0; i < 4; i++) {
        numbers.put(first + i, random.nextDouble(500));
      }
      long from = first * 3600_000 + random.nextLong(3600_000);
      int seconds = random.nextInt(1, 2 * 3600);
      long rest = random.nextLong(1, 1000);
      List<Double> watts =
          DoubleStream.generate(() -> random.nextDouble(200)).limit(seconds).boxed().toList();
      double last = random.nextDouble(100);
      double brute = 0;
      // Each second lies in one hour, or in two.
      for (int second = 0; second <= seconds; second++) {
        long start = from + 1000L * second;
        long length = second < seconds ? 1000 : rest;
        double joules = second < seconds ? watts.get(second) : last;
        long border = (start / 3600_000 + 1) * 3600_000;
        double before = Math.min(1, (border - start) / (double) length);
        brute += joules * before * numbers.get(start / 3600_000);
        brute += joules * (1 - before) * (before < 1 ? numbers.get(border / 3600_000) : 0);
      }
      double joules = watts.stream().mapToDouble(Double::doubleValue).sum() + last;
      assertThat(
              new EnergyFactor.Calendar(numbers)
                  .of(
                      Instant.ofEpochMilli(from),
                      Instant.ofEpochMilli(from + 1000L * seconds + rest),
                      joules,
                      watts))
          .isCloseTo(brute / 3.6e6, within(1e-9 * brute / 3.6e6 + 1e-12));
    }
  }

  @Test
  void aDayHas24Hours() {
    assertThatThrownBy(() -> new EnergyFactor.Daily(Collections.nCopies(23, 1.0)))
        .hasMessage("A day has 24 hours, not 23.");
    assertThat(DAILY.inHour(-1)).isEqualTo(123);
  }
}
