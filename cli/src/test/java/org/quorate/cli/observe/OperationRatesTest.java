package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each of the tables has 812 reads and 203 writes a second; one reading was incomplete. */
final class OperationRatesTest {
  private final OperationRates rates = new OperationRates();

  @Test
  void keyspacesAreAddedUpAllTogetherAndByDataCentre() {
    rates.add(Reports.full(1), true, Map.of());
    rates.begin();
    rates.add(Reports.full(1), true, Map.of("dc1", 700.0, "dc2", 300.0));
    rates.add(Reports.full(2), true, Map.of("dc1", 1.0, "dc2", Double.NaN));
    assertThat(rates.all()).isCloseTo(3 * 1015, within(1e-9));
    assertThat(rates.of("dc1")).isEqualTo(701);
    assertThat(rates.of("dc2")).isNaN();
    assertThat(rates.of("dc3")).isNaN();
  }

  @Test
  void ofAnIncompleteReadingTheWholeIsNotKnown() {
    rates.begin();
    rates.add(Reports.full(1), true, Map.of("dc1", 700.0));
    assertThat(rates.all()).isNaN();
    assertThat(rates.of("dc1")).isEqualTo(700);
    rates.begin();
    rates.add(Reports.full(1), true, Map.of("dc1", 700.0));
    assertThat(rates.all()).isCloseTo(1015, within(1e-9));
  }

  @Test
  void whereAKeyspaceIsNotKnownNothingIs() {
    rates.begin();
    rates.add(Reports.full(1), true, Map.of("dc1", 700.0));
    rates.addUnknown();
    assertThat(rates.all()).isNaN();
    assertThat(rates.of("dc1")).isNaN();
    rates.begin();
    rates.add(Reports.full(1), false, Map.of("dc1", 700.0));
    assertThat(rates.all()).isNaN();
    assertThat(rates.of("dc1")).isNaN();
  }
}
