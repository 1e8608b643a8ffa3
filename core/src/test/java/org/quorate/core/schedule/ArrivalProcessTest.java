package org.quorate.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.testing.GoodnessOfFit;

class ArrivalProcessTest {
  private static final double ALPHA = 0.001;
  private static final long SECOND = 1_000_000_000L;

  @Test
  void constantArrivalsKeepTheirSpacing() {
    ArrivalSchedule schedule = ArrivalProcess.parse("constant 2000/s").schedule(1, 0, 1);
    for (long i = 0; i < 1000; i++) {
      assertThat(schedule.next()).isEqualTo(i * 500_000);
    }
    assertThat(schedule.rateAt(0)).isEqualTo(2000);
    assertThat(schedule.rateAt(Long.MAX_VALUE)).isEqualTo(2000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant 50/s",
        "step 5/s 3s, 0/s 2s, 80/s 20s",
        "ramp 10/s to 100/s over 20s",
        "growth 10/s to 100/s over 20s"
      })
  void theRateIsAMultipleFromEachChangeOn(String text) {
    ArrivalProcess process = ArrivalProcess.parse(text);
    List<RateChange> changes =
        List.of(change(0, 0.5), change(4, 2), change(4, 3), change(11, 1), change(30, 9));
    ArrivalSchedule changed = process.schedule(1, 0, 1, changes);
    double expected = 0;
    for (int tenth = 0; tenth < 200; tenth++) {
      long offset = tenth * SECOND / 10 + SECOND / 20;
      double factor = offset < 4 * SECOND ? 0.5 : offset < 11 * SECOND ? 3 : 1;
      assertThat(changed.rateAt(offset))
          .as("at %s ns", offset)
          .isCloseTo(factor * process.rateAt(offset), within(1e-6));
      expected += factor * process.rateAt(offset) / 10;
    }
    int arrived = 0;
    while (changed.next() < 20 * SECOND) {
      arrived++;
    }
    assertThat((double) arrived).isCloseTo(expected, within(2.0));
  }

  @Test
  void beforeItsFirstChangeARandomScheduleIsTheSame() {
    ArrivalProcess process = ArrivalProcess.parse("poisson 100/s");
    ArrivalSchedule usual = process.schedule(7, 0, 1);
    ArrivalSchedule changed = process.schedule(7, 0, 1, List.of(change(5, 2)));
    long next = usual.next();
    while (next < 5 * SECOND) {
      assertThat(changed.next()).isEqualTo(next);
      next = usual.next();
    }
    assertThat(changed.next()).isNotEqualTo(next);
  }

  @Test
  void aMultipleIsAboveZero() {
    assertThatThrownBy(() -> change(1, 0)).hasMessageContaining("a multiple above 0");
  }

  private static RateChange change(int second, double factor) {
    return new RateChange(Duration.ofSeconds(second), factor);
  }

  @Test
  void aRateThatDividesNoSecondDoesNotDrift() {
    ArrivalSchedule schedule = ArrivalProcess.parse("constant 3/s").schedule(1, 0, 1);
    long last = 0;
    for (long i = 0; i <= 3_000_000; i++) {
      last = schedule.next();
    }
    assertThat(last).isEqualTo(1_000_000 * SECOND);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "constant 1000/s for 20s | 20000",
        "constant 0.1/s for 30s | 3",
        "constant 3/s for 1s | 3",
        "constant 0.5/s for 1s | 1",
        "step 500/s 10s, 1000/s 10s | 15000",
        "step 100/s 1s, 0/s 5s, 100/s 1s | 200",
        "step 0.1/s 3s, 0.7/s 1s, 0.3/s 100s | 31",
        "ramp 0/s to 100/s over 10s | 500",
        "ramp 100/s to 0/s over 10s | 500",
        "ramp 10/s to 2000/s over 60s | 60300",
        "ramp 50/s to 50/s over 2s | 100",
        "growth 10/s to 2000/s over 40s | 15024",
        "growth 2000/s to 10/s over 40s | 15024",
        "growth 50/s to 50/s over 2s | 100",
      })
  void countsAreExactWhateverTheLanes(String text, int count) {
    ArrivalProcess process = ArrivalProcess.parse(text);
    assertThat(process.expectedArrivals(process.endNanos())).isCloseTo(count, within(0.5 + 1e-9));
    List<Long> whole = arrivals(process, 1, 1);
    assertThat(whole).hasSize(count).isSorted();
    assertThat(whole.get(count - 1)).isLessThan(process.endNanos());
    for (int lanes : new int[] {2, 3, 7}) {
      assertThat(arrivals(process, 1, lanes)).isEqualTo(whole);
    }
  }

  @Test
  void stepsAreToldInTheirOrder() {
    assertThat(ArrivalProcess.parse("poisson step 500/s 10s, 0/s 5s, 500/s 1m").steps())
        .containsExactly(
            new ArrivalProcess.Step(500, Duration.ofSeconds(10)),
            new ArrivalProcess.Step(0, Duration.ofSeconds(5)),
            new ArrivalProcess.Step(500, Duration.ofMinutes(1)));
    assertThat(ArrivalProcess.parse("poisson 500/s").steps()).isEmpty();
    assertThat(ArrivalProcess.parse("ramp 1/s to 9/s over 1m").steps()).isEmpty();
  }

  @Test
  void stepsBeginAtTheirTime() {
    ArrivalSchedule schedule =
        ArrivalProcess.parse("step 2/s 1s, 0/s 10s, 4/s 1s").schedule(1, 0, 1);
    assertThat(List.of(schedule.next(), schedule.next(), schedule.next(), schedule.next()))
        .containsExactly(0L, SECOND / 2, 11 * SECOND, 11 * SECOND + SECOND / 4);
    assertThat(schedule.rateAt(0)).isEqualTo(2);
    assertThat(schedule.rateAt(SECOND)).isZero();
    assertThat(schedule.rateAt(11 * SECOND)).isEqualTo(4);
    assertThat(schedule.rateAt(12 * SECOND)).isZero();
  }

  /** Arrival k of a ramp from a to b over d is where its integral reaches k. */
  @Test
  void rampArrivalsAreWhereTheIntegralIsWhole() {
    ArrivalProcess process = ArrivalProcess.parse("ramp 10/s to 2000/s over 60s");
    ArrivalSchedule schedule = process.schedule(1, 0, 1);
    double slope = (2000 - 10) / 60.0;
    double largestError = 0;
    for (int k = 0; k < 60_300; k++) {
      long offset = schedule.next();
      double t = offset / 1e9;
      largestError = Math.max(largestError, Math.abs(10 * t + slope / 2 * t * t - k));
      largestError = Math.max(largestError, Math.abs(process.expectedArrivals(offset) - k));
    }
    assertThat(largestError).isLessThan(2e-6);
    assertThat(schedule.next()).isEqualTo(Long.MAX_VALUE);
    assertThat(process.rateAt(30 * SECOND)).isCloseTo(1005, within(1e-9));
    assertThat(schedule.rateAt(60 * SECOND)).isZero();
  }

  /** From a to b over d: the integral until t is a d / ln(b/a) ((b/a)^(t/d) - 1). */
  @ParameterizedTest
  @CsvSource({"10, 2000, 40", "2000, 10, 40"})
  void growthArrivalsAreWhereTheIntegralIsWhole(double from, double to, double seconds) {
    ArrivalProcess process =
        ArrivalProcess.growth(from, to, Duration.ofSeconds((long) seconds), false);
    ArrivalSchedule schedule = process.schedule(1, 0, 1);
    double largestError = 0;
    for (int k = 0; k < 15_024; k++) {
      long offset = schedule.next();
      double factor = Math.pow(to / from, offset / 1e9 / seconds);
      double integral = from * seconds / Math.log(to / from) * (factor - 1);
      largestError = Math.max(largestError, Math.abs(integral - k));
      largestError = Math.max(largestError, Math.abs(process.expectedArrivals(offset) - k));
    }
    assertThat(largestError).isLessThan(2e-6);
    assertThat(schedule.next()).isEqualTo(Long.MAX_VALUE);
    assertThat(process.rateAt(20 * SECOND)).isCloseTo(Math.sqrt(from * to), within(1e-9));
    assertThat(schedule.rateAt(40 * SECOND)).isZero();
  }

  /** 100,000 gaps for each number of lanes, seed 1. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void poissonGapsAreExponential(int lanes) {
    ArrivalProcess process = ArrivalProcess.parse("poisson 2000/s for 50s");
    List<Long> arrivals = arrivals(process, 1, lanes);
    double[] gaps = new double[arrivals.size()];
    long before = 0;
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (arrivals.get(i) - before) / 1e9;
      before = arrivals.get(i);
    }
    assertThat(GoodnessOfFit.kolmogorovSmirnov(gaps, gap -> -Math.expm1(-2000 * gap)))
        .isGreaterThan(ALPHA);
    assertThat(gaps.length).isCloseTo(100_000, within(1000));
  }

  /** Given their number, the arrivals of a Poisson process are independent draws from its rate. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "poisson ramp 10/s to 2000/s over 60s",
        "poisson step 500/s 10s, 0/s 5s, 1000/s 10s",
        "poisson ramp 2000/s to 0/s over 20s",
        "poisson growth 2/s to 2000/s over 30s",
      })
  void poissonArrivalsFollowTheRate(String text) {
    ArrivalProcess process = ArrivalProcess.parse(text);
    double whole = process.expectedArrivals(process.endNanos());
    double[] times = arrivals(process, 2, 2).stream().mapToDouble(Long::doubleValue).toArray();
    assertThat(times.length).isCloseTo((int) whole, within((int) (4 * Math.sqrt(whole))));
    assertThat(
            GoodnessOfFit.kolmogorovSmirnov(
                times, time -> process.expectedArrivals((long) time) / whole))
        .isGreaterThan(ALPHA);
  }

  @Test
  void aSeedAndALaneGiveTheirArrivalsAgain() {
    ArrivalProcess process = ArrivalProcess.parse("poisson 100/s for 10s");
    assertThat(arrivals(process, 5, 2)).isEqualTo(arrivals(process, 5, 2));
    assertThat(arrivals(process, 5, 2)).isNotEqualTo(arrivals(process, 6, 2));
    assertThat(process.schedule(5, 0, 2).next()).isNotEqualTo(process.schedule(5, 1, 2).next());
  }

  @Test
  void anEndedScheduleStaysEnded() {
    ArrivalSchedule schedule = ArrivalProcess.parse("poisson 1/s for 1ms").schedule(1, 0, 1);
    for (int i = 0; i < 10; i++) {
      schedule.next();
    }
    assertThat(schedule.next()).isEqualTo(Long.MAX_VALUE);
    assertThat(schedule.next()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anEndlessScheduleHasNoEnd() {
    assertThat(ArrivalProcess.constant(5, true, null).endNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(ArrivalProcess.constant(5, false, Duration.ofSeconds(2)).endNanos())
        .isEqualTo(2 * SECOND);
  }

  @Test
  void refusesLanesThatDoNotExist() {
    ArrivalProcess process = ArrivalProcess.parse("constant 1/s");
    assertThatThrownBy(() -> process.schedule(1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Long> arrivals(ArrivalProcess process, long seed, int lanes) {
    List<Long> arrivals = new ArrayList<>();
    boolean neverDecreasing = true;
    for (int lane = 0; lane < lanes; lane++) {
      ArrivalSchedule schedule = process.schedule(seed, lane, lanes);
      long before = 0;
      for (long next = schedule.next(); next != Long.MAX_VALUE; next = schedule.next()) {
        neverDecreasing &= next >= before;
        arrivals.add(next);
        before = next;
      }
    }
    assertThat(neverDecreasing).isTrue();
    Collections.sort(arrivals);
    return arrivals;
  }
}
