package org.quorate.lab.backend.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestRatesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final List<String> BOTH = List.of("one", "two");

  private final RequestRates rates = new RequestRates(Duration.ofSeconds(2));

  @Test
  void ratesAreKnownOnceTheWindowHasPassed() {
    assertThat(rates.perSecond(BOTH)).isEmpty();
    rates.add(0, counts(100, 50), 0);
    assertThat(rates.perSecond(BOTH)).isEmpty();
    rates.add(SECOND, counts(130, 60), 0);
    assertThat(rates.perSecond(BOTH)).isEmpty();
    rates.add(2 * SECOND, counts(140, 90), 0);
    assertThat(rates.perSecond(BOTH)).contains(List.of(20.0, 20.0));
  }

  @Test
  void theWindowMovesOn() {
    rates.add(0, counts(0, 0), 0);
    rates.add(SECOND, counts(1000, 0), 0);
    rates.add(2 * SECOND, counts(1000, 10), 0);
    rates.add(3 * SECOND, counts(1000, 20), 0);

    assertThat(rates.perSecond(BOTH)).contains(List.of(0.0, 10.0));
  }

  @Test
  void aLateLookIsReckonedWithAtItsTime() {
    rates.add(0, counts(0, 0), 0);
    rates.add(4 * SECOND, counts(400, 40), 0);

    assertThat(rates.perSecond(BOTH)).contains(List.of(100.0, 10.0));
  }

  @Test
  void aRegionThatHasMovedCountsFromZeroWhereItIsNow() {
    rates.add(0, Map.of("one", Map.of("a", 500L, "b", 900L), "two", Map.of()), 0);
    rates.add(2 * SECOND, Map.of("one", Map.of("a", 540L), "two", Map.of("b", 60L)), 0);

    assertThat(rates.perSecond(BOTH)).contains(List.of(20.0, 30.0));
  }

  @Test
  void aRegionThatWasOpenedAgainOnTheSameServerCountsFromZero() {
    rates.add(0, Map.of("one", Map.of("a", 500L)), 0);
    rates.add(2 * SECOND, Map.of("one", Map.of("a", 40L)), 0);

    assertThat(rates.perSecond(List.of("one"))).contains(List.of(20.0));
  }

  @Test
  void aServerWithoutRegionsServesNothing() {
    rates.add(0, Map.of("one", Map.of("a", 0L)), 0);
    rates.add(2 * SECOND, Map.of("one", Map.of("a", 40L)), 0);

    assertThat(rates.perSecond(BOTH)).contains(List.of(20.0, 0.0));
  }

  @Test
  void afterAChangeAWindowPassesAnew() {
    rates.add(0, counts(0, 0), 0);
    rates.add(2 * SECOND, counts(10, 10), 0);
    rates.clear();

    assertThat(rates.perSecond(BOTH)).isEmpty();
    rates.add(3 * SECOND, counts(10, 10), 0);
    rates.add(5 * SECOND, counts(20, 30), 0);
    assertThat(rates.perSecond(BOTH)).contains(List.of(5.0, 10.0));
  }

  @Test
  void whatMeasuresIsNoLoad() {
    rates.add(0, counts(100, 100), 1000);
    rates.add(2 * SECOND, counts(160, 120), 1040);

    assertThat(rates.perSecond(BOTH)).contains(List.of(15.0, 5.0));
  }

  @Test
  void ratesAreNotBelowZero() {
    rates.add(0, counts(100, 100), 0);
    rates.add(2 * SECOND, counts(110, 100), 11);

    assertThat(rates.perSecond(BOTH)).contains(List.of(0.0, 0.0));
  }

  private static Map<String, Map<String, Long>> counts(long one, long two) {
    return Map.of("one", Map.of("a", one), "two", Map.of("b", two));
  }
}
