package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RunsNeededTest {
  /** The coefficients of variation at the end of a name. */
  private static double[] coefficients(String name) {
    return Pattern.compile("0\\.[0-9]+")
        .matcher(name)
        .results()
        .mapToDouble(number -> Double.parseDouble(number.group()))
        .toArray();
  }

  @Test
  void noncentralProbabilitiesAreScipys() {
    double[][] cases = {
      {2.0, 4, 1.0}, {2.262, 9, 3.1}, {-2.262, 9, 3.1}, {1.99, 80.5, 2.9}, {12.7, 1, 2.0}
    };
    String[] names = {
      "nct.2.0.4.1.0", "nct.2.262.9.3.1", "nct.-2.262.9.3.1", "nct.1.99.80.5.2.9", "nct.12.7.1.2.0"
    };
    for (int i = 0; i < names.length; i++) {
      assertThat(NoncentralT.cumulative(cases[i][0], cases[i][1], cases[i][2]))
          .as(names[i])
          .isCloseTo(Reference.value(names[i]), within(1e-7));
    }
  }

  @Test
  void runsInBlocksAreThoseOfScipysPower() {
    List<String> names = Reference.names("runs.paired.");
    assertThat(names).hasSize(5);
    for (String name : names) {
      double[] expected = Reference.values(name);
      RunsNeeded needed = RunsNeeded.paired(coefficients(name)[0], 0.05, 1);
      assertThat(needed.runs()).as(name).isEqualTo((int) expected[0]);
      assertThat(needed.power()).as(name).isCloseTo(expected[1], within(1e-7));
    }
  }

  @Test
  void independentRunsAreThoseOfScipysPower() {
    List<String> names = Reference.names("runs.welch.");
    assertThat(names).hasSize(5);
    for (String name : names) {
      double[] expected = Reference.values(name);
      double[] both = coefficients(name);
      RunsNeeded needed = RunsNeeded.welch(both[0], both[1], 0.05, 1);
      assertThat(needed.runs()).as(name).isEqualTo((int) expected[0]);
      assertThat(needed.power()).as(name).isCloseTo(expected[1], within(1e-7));
    }
  }

  @Test
  void aPilotsSpreadIsTakenAtItsUpperLimit() {
    for (int size : new int[] {3, 5, 10, 30}) {
      assertThat(RunsNeeded.upperLimit(1, size))
          .isCloseTo(Reference.value("browne." + size), within(1e-9));
    }
    List<Double> first = Reference.list("paired.1");
    List<Double> second = Reference.list("paired.2");
    double spread =
        PairedLogRatio.of(first, second, 0.95).logarithms().difference().standardDeviation();
    double limit = RunsNeeded.upperLimit(spread, 8);
    assertThat(RunsNeeded.fromPilot(first, second, 0.05, 1))
        .isEqualTo(RunsNeeded.paired(Math.sqrt(Math.expm1(limit * limit)), 0.05, 1));
    assertThat(RunsNeeded.fromIndependentPilot(first, second, 0.05, 1).runs())
        .isGreaterThan(RunsNeeded.fromPilot(first, second, 0.05, 1).runs());
  }

  @Test
  void withoutNoiseTwoRunsSufficeAndWithTooMuchNoNumberDoes() {
    assertThat(RunsNeeded.paired(0, 0.05, 1)).isEqualTo(new RunsNeeded(2, 1, 0.05));
    assertThat(RunsNeeded.welch(0, 0, 0.05, 1).runs()).isEqualTo(2);
    assertThatThrownBy(() -> RunsNeeded.paired(1, 1e-6, 1)).hasMessageContaining("million");
    assertThatThrownBy(() -> RunsNeeded.paired(-1, 0.05, 1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> RunsNeeded.paired(0.1, 0, 1)).hasMessageContaining("effect");
    assertThatThrownBy(() -> RunsNeeded.fromPilot(List.of(1.0), List.of(1.0), 0.05, 1))
        .hasMessageContaining("at least two");
  }

  @Test
  void aLargerFamilyNeedsMoreRuns() {
    List<Integer> runs =
        java.util.stream.IntStream.of(1, 3, 10, 30)
            .map(family -> RunsNeeded.paired(0.05, 0.05, family).runs())
            .boxed()
            .toList();
    assertThat(runs).isSorted().doesNotHaveDuplicates();
    assertThat(RunsNeeded.welch(0.05, 0.05, 0.05, 10).runs())
        .isGreaterThan(RunsNeeded.welch(0.05, 0.05, 0.05, 1).runs());
    assertThatThrownBy(() -> RunsNeeded.paired(0.05, 0.05, 0)).hasMessageContaining("family");
  }
}
