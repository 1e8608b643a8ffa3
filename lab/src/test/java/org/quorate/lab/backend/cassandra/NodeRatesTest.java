package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.core.rest.NodeCount;

class NodeRatesTest {
  private static final long SECOND = 1_000_000_000L;

  private final NodeRates rates = new NodeRates(Duration.ofSeconds(4));

  @Test
  void aRateIsTheMeanOverTheWindowByTheTimesAtWhichTheNodeWasAsked() {
    rates.add(0, counts("a", 100, 0));
    rates.add(2 * SECOND, counts("a", 200, 2 * SECOND));
    assertThat(rates.perSecond()).as("not seen for long enough").isEmpty();
    rates.add(4 * SECOND, counts("a", 300, 5 * SECOND));
    assertThat(rates.perSecond()).isEqualTo(Map.of("a", 40.0));
    rates.add(6 * SECOND, counts("a", 800, 6 * SECOND));
    assertThat(rates.perSecond()).as("from 2 to 6 s").isEqualTo(Map.of("a", 150.0));
  }

  @Test
  void aNodeThatIsSilentOrCountsFromZeroHasNone() {
    rates.add(0, Map.of("a", new NodeCount(9, 0), "b", new NodeCount(9, 0)));
    rates.add(4 * SECOND, counts("b", 3, 4 * SECOND));
    assertThat(rates.perSecond()).isEmpty();
    rates.add(8 * SECOND, Map.of("a", count(20, 8), "b", count(23, 8)));
    assertThat(rates.perSecond()).as("a was silent at 4 s").isEqualTo(Map.of("b", 5.0));
  }

  private static Map<String, NodeCount> counts(String node, long operations, long atNanos) {
    return Map.of(node, new NodeCount(operations, atNanos));
  }

  private static NodeCount count(long operations, long second) {
    return new NodeCount(operations, second * SECOND);
  }
}
