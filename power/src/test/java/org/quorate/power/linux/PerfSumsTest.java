package org.quorate.power.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.quorate.power.Reading;

final class PerfSumsTest {
  private static final Instant RECEIVED = Instant.parse("2026-05-01T10:00:01Z");
  private static final Instant BEGAN = Instant.parse("2026-05-01T10:00:00Z");

  private final PerfSums sums = new PerfSums(List.of("energy-pkg", "energy-ram"));

  private static PerfLine line(double seconds, String event, double joules) {
    return new PerfLine(
        seconds,
        event,
        Double.isNaN(joules) ? OptionalDouble.empty() : OptionalDouble.of(joules),
        true);
  }

  @Test
  void countersBeginAtZeroWhenPerfBeganAndAddIntervalsUp() {
    sums.add(line(1, "energy-pkg", 20), RECEIVED);
    sums.add(line(1, "energy-ram", 2), RECEIVED);
    Instant later = RECEIVED.plusMillis(1300);
    sums.add(line(2, "energy-pkg", 22.5), later);

    assertThat(sums.take())
        .containsExactly(
            new Reading(0, BEGAN, RECEIVED, 0),
            new Reading(1, BEGAN, RECEIVED, 0),
            new Reading(0, BEGAN.plusSeconds(1), RECEIVED, 20),
            new Reading(1, BEGAN.plusSeconds(1), RECEIVED, 2),
            new Reading(0, BEGAN.plusSeconds(2), later, 42.5));
    assertThat(sums.take()).isEmpty();
  }

  @Test
  void aCounterWithAHoleGivesNothingFromThereOn() {
    sums.add(line(1, "energy-pkg", 20), RECEIVED);
    sums.add(line(2, "energy-pkg", Double.NaN), RECEIVED.plusSeconds(1));
    sums.add(line(3, "energy-pkg", 20), RECEIVED.plusSeconds(2));

    assertThat(sums.take().stream().filter(reading -> reading.channel() == 0))
        .extracting(Reading::isMissing)
        .containsExactly(false, false, true, true);
  }

  @Test
  void readingsThatNobodyTakesAreBoundedAndNoEnergyIsLost() {
    for (int second = 1; second <= 10_000; second++) {
      sums.add(line(second, "energy-pkg", 1), RECEIVED);
    }

    List<Reading> taken = sums.take();
    assertThat(taken).hasSize(4096);
    assertThat(taken.get(taken.size() - 1).value()).isEqualTo(10_000);
  }

  @Test
  void otherEventsAreIgnored() {
    sums.add(line(1, "energy-cores", 20), RECEIVED);

    assertThat(sums.take()).isEmpty();
    assertThat(sums.isComplete()).isFalse();
  }
}
