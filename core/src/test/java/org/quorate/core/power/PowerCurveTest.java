package org.quorate.core.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PowerCurveTest {
  @Test
  void betweenTwoPointsPowerFollowsAStraightLine() {
    PowerCurve curve = PowerCurve.linear(44, 118);
    assertThat(curve.watts(0)).isEqualTo(44);
    assertThat(curve.watts(0.5)).isCloseTo(81, within(1e-9));
    assertThat(curve.watts(1)).isEqualTo(118);
    assertThat(curve.watts(-0.1)).as("clamped").isEqualTo(44);
    assertThat(curve.watts(1.7)).as("clamped").isEqualTo(118);
  }

  @Test
  void aBentCurveFollowsItsPieces() {
    PowerCurve curve =
        new PowerCurve(
            List.of(
                new PowerCurve.Point(0, 50),
                new PowerCurve.Point(0.1, 90),
                new PowerCurve.Point(1, 180)));
    assertThat(curve.watts(0.05)).isCloseTo(70, within(1e-9));
    assertThat(curve.watts(0.1)).isCloseTo(90, within(1e-9));
    assertThat(curve.watts(0.55)).isCloseTo(135, within(1e-9));
  }

  @Test
  void aCurveMustCoverAllUtilisationsWithPower() {
    assertThatThrownBy(() -> PowerCurve.linear(0, 100)).hasMessageContaining("more than 0 W");
    assertThatThrownBy(
            () ->
                new PowerCurve(List.of(new PowerCurve.Point(0.1, 50), new PowerCurve.Point(1, 80))))
        .hasMessageContaining("0 to 1");
  }

  @Test
  void aCurveAtEvenStepsHasAPointAtEach() {
    PowerCurve curve = PowerCurve.evenly(List.of(50.0, 90.0, 180.0));
    assertThat(curve.points())
        .containsExactly(
            new PowerCurve.Point(0, 50),
            new PowerCurve.Point(0.5, 90),
            new PowerCurve.Point(1, 180));
  }

  @Test
  void theUseThatTakesSoMuchIsFoundAgain() {
    PowerCurve curve = PowerCurve.evenly(List.of(50.0, 90.0, 90.0, 180.0));
    for (double utilisation : new double[] {0, 0.1, 0.3, 0.8, 1}) {
      assertThat(curve.utilisation(curve.watts(utilisation))).isEqualTo(utilisation, within(1e-9));
    }
    assertThat(curve.utilisation(90)).as("the least of several").isEqualTo(1.0 / 3, within(1e-9));
    assertThat(curve.utilisation(10)).as("clamped").isZero();
    assertThat(curve.utilisation(200)).as("clamped").isEqualTo(1);
  }
}
