package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.power.PowerCurve;

class CurveCheckTest {
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
