package org.quorate.power.model;

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

  /** The numbers were worked out apart, by a script over the same published results. */
  @Test
  void theModelsPredictPublishedCurvesAsWellAsTheDocumentsSay() {
    List<CurveCheck.Prediction> linear = new java.util.ArrayList<>();
    List<CurveCheck.Prediction> piecewise = new java.util.ArrayList<>();
    for (PublishedCurves.Server server : PublishedCurves.all()) {
      PowerCurve measured = server.curve();
      linear.addAll(
          CurveCheck.predictions(
              PowerCurve.linear(measured.idleWatts(), measured.busyWatts()), measured));
      piecewise.addAll(
          CurveCheck.predictions(
              new PowerCurve(
                  measured.points().stream()
                      .filter(point -> Calibration.SHARES.contains(point.utilisation()))
                      .toList()),
              measured));
    }
    assertThat(PublishedCurves.all()).hasSize(107);
    CurveCheck ofLinear = CurveCheck.of(linear);
    assertThat(ofLinear.points()).isEqualTo(107 * 9);
    assertThat(ofLinear.meanAbsoluteError()).isCloseTo(0.0922, within(0.0001));
    CurveCheck ofPiecewise = CurveCheck.of(piecewise);
    assertThat(ofPiecewise.points()).isEqualTo(107 * 7);
    assertThat(ofPiecewise.meanAbsoluteError()).isCloseTo(0.0276, within(0.0001));
  }
}
