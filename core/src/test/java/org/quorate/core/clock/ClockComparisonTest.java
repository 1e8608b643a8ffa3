package org.quorate.core.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ClockComparisonTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  /** Two clocks in simulated time: one is time itself, the other begins elsewhere and drifts. */
  private static final class Simulation {
    private final Random random;
    private final long offset;
    private final double rate;
    private long now;

    Simulation(long seed) {
      random = new Random(seed);
      offset = random.nextLong() >> 3;
      rate = (random.nextDouble() - 0.5) * 400e-6;
      now = random.nextLong() >> 3;
      begun = now;
    }

    private final long begun;

    long other(long at) {
      return at + offset + Math.round((at - begun) * rate);
    }

    long difference() {
      return other(now) - now;
    }

    /** Each way takes as long as it likes, and so does the other side. */
    ClockExchange exchange() {
      long asked = now;
      now += 1 + (long) (random.nextExponential() * MILLI);
      long heard = other(now);
      now += (long) (random.nextExponential() * MILLI / 20);
      long answered = other(now);
      now += 1 + (long) (random.nextExponential() * MILLI / 3);
      return new ClockExchange(asked, heard, answered, now);
    }

    List<ClockExchange> exchanges(int count) {
      List<ClockExchange> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(exchange());
        now += MILLI;
      }
      return all;
    }
  }

  /** A fifth of a part in a thousand of a round trip of ms is less than a microsecond. */
  @Test
  void anExchangeHoldsTheTruthWhateverTheWaysTake() {
    for (long seed = 0; seed < 5_000; seed++) {
      Simulation simulation = new Simulation(seed);
      ClockExchange exchange = simulation.exchange();
      ClockDifference proven = exchange.difference();
      assertThat(proven.errorOf(simulation.difference()))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(proven.highNanos() - proven.lowNanos() + 2_000);
      assertThat(Math.abs(proven.offsetNanos() - simulation.difference()))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(proven.boundNanos() + 2_000);
    }
  }

  @Test
  void theQuickestOfManyBoundsBestAndStillHoldsTheTruth() {
    double alone = 0;
    double quickest = 0;
    for (long seed = 0; seed < 2_000; seed++) {
      Simulation simulation = new Simulation(seed);
      List<ClockExchange> exchanges = simulation.exchanges(40);
      ClockDifference best = ClockDifference.ofQuickest(exchanges);
      alone += exchanges.get(0).difference().boundNanos();
      quickest += best.boundNanos();
      // 40 exchanges take some 100 ms, in which the clocks drift by 20 us at most.
      assertThat(Math.abs(best.offsetNanos() - simulation.difference()))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(best.boundNanos() + 40_000);
    }
    assertThat(quickest).isLessThan(alone / 3);
  }

  @Test
  void anInstantOfARunIsTranslatedWithinItsUncertaintyWhileTheClockDriftsEvenly() {
    for (long seed = 0; seed < 500; seed++) {
      Simulation simulation = new Simulation(seed);
      ClockComparison comparison =
          ClockComparison.begin(
              ClockDifference.ofQuickest(simulation.exchanges(20)), simulation.now);
      List<Long> truths = new ArrayList<>();
      List<ClockExchange> meanwhile = new ArrayList<>();
      for (int second = 0; second < 60; second++) {
        simulation.now += SECOND;
        truths.add(simulation.difference());
        meanwhile.add(simulation.exchange());
      }
      comparison =
          comparison.end(ClockDifference.ofQuickest(simulation.exchanges(20)), simulation.now);
      for (ClockExchange exchange : meanwhile) {
        comparison = comparison.with(exchange);
      }
      assertThat(comparison.contradictions()).as("seed %d", seed).isZero();
      for (long truth : truths) {
        assertThat(Math.abs(truth - comparison.offsetNanos()))
            .as("seed %d", seed)
            .isLessThanOrEqualTo(comparison.uncertaintyNanos() + 10_000);
      }
      assertThat(comparison.driftPartsPerMillion())
          .as("seed %d", seed)
          .isCloseTo(simulation.rate * 1e6, within(10.0));
    }
  }

  @Test
  void aClockThatIsSetBackAndForthMeanwhileWidensTheUncertainty() {
    ClockComparison comparison =
        ClockComparison.begin(new ClockDifference(-10, 10), 0)
            .end(new ClockDifference(-5, 15), SECOND);
    assertThat(comparison.uncertaintyNanos()).isEqualTo(15);
    ClockComparison with = comparison.with(new ClockExchange(500, 1_500, 1_500, 510));
    assertThat(with.contradictions()).isOne();
    assertThat(with.uncertaintyNanos()).isEqualTo(1_000);
    assertThat(with.offsetNanos()).isZero();
  }

  @Test
  void withoutALaterComparisonThereIsNoDrift() {
    ClockComparison comparison = ClockComparison.begin(new ClockDifference(90, 110), 7);
    assertThat(comparison.driftPartsPerMillion()).isNull();
    assertThat(comparison.offsetNanos()).isEqualTo(100);
    assertThat(comparison.uncertaintyNanos()).isEqualTo(10);
  }

  @Test
  void whatNoTwoClocksCanHaveShownIsRefused() {
    assertThatThrownBy(() -> new ClockExchange(10, 0, 0, 9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ClockExchange(0, 10, 9, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ClockDifference(1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ClockDifference.ofQuickest(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
