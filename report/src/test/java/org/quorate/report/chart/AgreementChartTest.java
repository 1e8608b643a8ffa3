package org.quorate.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.report.svg.Xml;
import org.quorate.study.summary.Mean;
import org.w3c.dom.Element;

class AgreementChartTest {
  private static AgreementChart.Point point(double counted, double estimated) {
    return new AgreementChart.Point(
        new Mean(counted, counted, counted, 3),
        new Mean(estimated, estimated, estimated, 3),
        counted + " " + estimated);
  }

  private static Element draw(AgreementChart.Point... points) {
    return Xml.parse(
        new AgreementChart(
                "agreement",
                "Title",
                "Description",
                "counted",
                "estimated",
                List.of(new AgreementChart.Series("model", new Look(0, 0), List.of(points))))
            .draw(860, ""));
  }

  private static double[] place(Element svg, String hover) {
    for (Element group : Xml.all(svg, "g")) {
      if (!Xml.all(group, "title").isEmpty()
          && Xml.first(group, "title").getTextContent().equals(hover)) {
        Element circle = Xml.first(group, "circle");
        return new double[] {
          Double.parseDouble(circle.getAttribute("cx")),
          Double.parseDouble(circle.getAttribute("cy"))
        };
      }
    }
    throw new AssertionError("There is no point " + hover + ".");
  }

  @Test
  void anEstimateThatIsRightLiesOnTheDiagonal() {
    Element svg = draw(point(0.01, 0.01), point(0.001, 1.4));
    String diagonal =
        Xml.all(svg, "path").stream()
            .filter(path -> path.getAttribute("class").equals("diagonal"))
            .map(path -> path.getAttribute("d"))
            .findFirst()
            .orElseThrow();
    String[] ends = diagonal.substring(1).split("[L,]", -1);
    double[] end = java.util.Arrays.stream(ends).mapToDouble(Double::parseDouble).toArray();
    double[] at = place(svg, "0.01 0.01");
    double along = (at[0] - end[0]) / (end[2] - end[0]);
    assertThat(end[1] + along * (end[3] - end[1])).isCloseTo(at[1], within(0.5));
  }

  @Test
  void anEstimateOfTooMuchLiesAboveAndZeroHasItsPlace() {
    Element svg = draw(point(0.01, 0.01), point(0.01, 0.5), point(0, 0.01), point(0.01, 0));
    double[] right = place(svg, "0.01 0.01");
    assertThat(place(svg, "0.01 0.5")[1]).isLessThan(right[1]);
    assertThat(place(svg, "0.0 0.01")[0]).isLessThan(right[0]);
    assertThat(place(svg, "0.01 0.0")[1]).isGreaterThan(right[1]);
  }

  @Test
  void whatLiesAboveEverythingIsShaded() {
    assertThat(shaded(draw(point(0.01, 1.6)))).isEqualTo(2);
    assertThat(shaded(draw(point(0.01, 0.02)))).isEqualTo(0);
  }

  private static long shaded(Element svg) {
    return Xml.all(svg, "rect").stream()
        .filter(rectangle -> rectangle.getAttribute("class").equals("beyond"))
        .count();
  }
}
