package org.quorate.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Xml;
import org.quorate.study.summary.Mean;
import org.w3c.dom.Element;

class LineChartTest {
  private static LineChart chart(List<String> xs, List<Double> means, double high) {
    return chart(xs, means, high, Double.NaN);
  }

  private static LineChart chart(
      List<String> xs, List<Double> means, double high, double reference) {
    List<LineChart.Point> points =
        IntStream.range(0, xs.size())
            .mapToObj(
                i ->
                    new LineChart.Point(
                        xs.get(i), new Mean(means.get(i), means.get(i), high, 3), "point"))
            .toList();
    return new LineChart(
        "line",
        "Title",
        "Description",
        "threads",
        "rate",
        Numbers::tick,
        xs,
        List.of(new LineChart.Series("ONE", new Look(0, 0), Look.Listed.HUE, points)),
        reference);
  }

  private static List<double[]> circles(LineChart chart) {
    return Xml.all(Xml.parse(chart.draw(860, "")), "circle").stream()
        .map(
            circle ->
                new double[] {
                  Double.parseDouble(circle.getAttribute("cx")),
                  Double.parseDouble(circle.getAttribute("cy"))
                })
        .toList();
  }

  private static long lines(LineChart chart) {
    return Xml.all(Xml.parse(chart.draw(860, "")), "path").stream()
        .filter(path -> path.getAttribute("class").startsWith("line "))
        .count();
  }

  @Test
  void numbersStandWhereTheyBelong() {
    List<double[]> at = circles(chart(List.of("1", "15", "90"), List.of(2.0, 1.0, 0.0), 2));
    double length = at.get(2)[0] - at.get(0)[0];
    assertThat((at.get(1)[0] - at.get(0)[0]) / length).isCloseTo(14 / 89.0, within(0.002));
    assertThat(at.get(1)[1]).isCloseTo((at.get(0)[1] + at.get(2)[1]) / 2, within(0.2));
  }

  @Test
  void durationsAreNumbers() {
    List<double[]> at = circles(chart(List.of("5ms", "10ms", "25ms"), List.of(1.0, 1.0, 1.0), 1));
    double length = at.get(2)[0] - at.get(0)[0];
    assertThat((at.get(1)[0] - at.get(0)[0]) / length).isCloseTo(0.25, within(0.002));
  }

  @Test
  void onlyLevelsThatAreNumbersAreJoined() {
    assertThat(lines(chart(List.of("1", "15"), List.of(1.0, 2.0), 2))).isEqualTo(1);
    assertThat(lines(chart(List.of("ONE", "ALL"), List.of(1.0, 2.0), 2))).isZero();
  }

  @Test
  void aHugeIntervalDoesNotFlattenTheLine() {
    List<double[]> at = circles(chart(List.of("1", "2"), List.of(0.0, 1.0), 1000));
    assertThat(at.get(0)[1] - at.get(1)[1]).isGreaterThan(100);
  }

  @Test
  void aLineIsNamedAtItsEndOrAbove() {
    LineChart chart = chart(List.of("1", "2"), List.of(1.0, 2.0), 2);
    for (double width : new double[] {280, 860}) {
      assertThat(Xml.all(Xml.parse(chart.draw(width, "")), "text").stream())
          .extracting(Element::getTextContent)
          .containsOnlyOnce("ONE");
    }
  }

  @Test
  void ratiosHaveALineAtOneThatTheScaleReaches() {
    LineChart below = chart(List.of("1", "2"), List.of(0.2, 0.1), 0.3, 1);
    LineChart at = chart(List.of("1", "2"), List.of(1.0, 0.5), 1, 1);

    assertThat(reference(below)).isPositive().isLessThan(circles(below).get(0)[1] - 100);
    assertThat(reference(at)).isCloseTo(circles(at).get(0)[1], within(0.2));
    assertThat(chart(List.of("1", "2"), List.of(1.0, 0.5), 1).draw(860, ""))
        .doesNotContain("class=\"target\"");
  }

  /** Where the reference line stands. */
  private static double reference(LineChart chart) {
    Matcher height =
        Pattern.compile("M[-0-9.]+[ ,]([-0-9.]+)")
            .matcher(
                Xml.all(Xml.parse(chart.draw(860, "")), "path").stream()
                    .filter(path -> path.getAttribute("class").equals("target"))
                    .findFirst()
                    .orElseThrow()
                    .getAttribute("d"));
    assertThat(height.find()).isTrue();
    return Double.parseDouble(height.group(1));
  }

  @Test
  void onePointIsEnough() {
    assertThat(circles(chart(List.of("40"), List.of(0.0), 0))).isNotEmpty();
  }
}
