package org.quorate.power.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PerfLineTest {
  @Test
  void aLineTellsTheEnergyOfItsInterval() {
    assertThat(PerfLine.read("     1.001048308,19.63,Joules,power/energy-pkg/,2002406532,100.00,,"))
        .contains(new PerfLine(1.001048308, "energy-pkg", OptionalDouble.of(19.63), true));
  }

  @Test
  void moreColumnsBeforeTheValueDoNotMatter() {
    assertThat(PerfLine.read("1.0010,S0,1,38.25,Joules,power/energy-pkg/,1000,100.00,,"))
        .contains(new PerfLine(1.001, "energy-pkg", OptionalDouble.of(38.25), true));
  }

  @Test
  void anUnsupportedEventSaysSo() {
    assertThat(
            PerfLine.read("     1.000471659,<not supported>,Joules,power/energy-ram/,0,100.00,,"))
        .contains(new PerfLine(1.000471659, "energy-ram", OptionalDouble.empty(), false));
  }

  @Test
  void anIntervalThatWasNotCountedHasNoEnergy() {
    assertThat(PerfLine.read("     2.000471659,<not counted>,Joules,power/energy-pkg/,0,0.00,,"))
        .contains(new PerfLine(2.000471659, "energy-pkg", OptionalDouble.empty(), true));
  }

  @Test
  void countsWithoutTheUnitAreNoJoules() {
    assertThat(PerfLine.read("1.0,84312345,,power/energy-pkg/,1000,100.00,,"))
        .contains(new PerfLine(1, "energy-pkg", OptionalDouble.empty(), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# started on Sun Aug 24 12:00:00 2026",
        "     0.500508415,1008.79,msec,task-clock,1008784394,100.00,2.018,CPUs utilized",
        "event syntax error: 'power/energy-psys/'",
        "Access to performance monitoring and observability operations is limited.",
        "x,1.0,Joules,power/energy-pkg/,1,100.00,,"
      })
  void otherLinesAreNoMeasurements(String line) {
    assertThat(PerfLine.read(line)).isEmpty();
  }
}
