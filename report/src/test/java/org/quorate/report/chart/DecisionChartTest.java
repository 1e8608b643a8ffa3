package org.quorate.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.report.svg.Xml;
import org.quorate.study.result.TimePoint;
import org.w3c.dom.Element;

class DecisionChartTest {
  private static DecisionChart.Segment segment(double start, DecisionChart.Step... steps) {
    List<TimePoint> points =
        List.of(new TimePoint(0, 10, 0, 5, 0, 1), new TimePoint(1, 20, 0, 10, 1, 1));
    return new DecisionChart.Segment(
        new Track(1, 1, "a", new Look(0, 0), start, 2, points, List.of(), "run 1"), List.of(steps));
  }

  private static DecisionChart.Step step(double second, double estimate, String level) {
    return new DecisionChart.Step(second, estimate, level, level + " from " + second);
  }

  private static Element draw(DecisionChart.Segment... segments) {
    return Xml.parse(
        new DecisionChart("decisions", "Title", "Description", "harmony", 0.2, List.of(segments))
            .draw(860, ""));
  }

  private static List<String> paths(Element svg, String name) {
    return Xml.all(svg, "path").stream()
        .filter(path -> path.getAttribute("class").equals(name))
        .map(path -> path.getAttribute("d"))
        .toList();
  }

  @Test
  void equalDecisionsAreOneLineAndAChangeIsAStep() {
    Element svg =
        draw(
            segment(
                0,
                step(-0.2, 0.1, "ONE"),
                step(0.5, 0.15, "ONE"),
                step(1, 0.4, "ALL"),
                step(1.5, 1.3, "ALL")));
    assertThat(paths(svg, "level")).hasSize(2);
    assertThat(paths(svg, "rise")).hasSize(1);
    assertThat(svg.getTextContent()).contains("tolerance 20\u00a0%").contains("ONE from -0.2");
  }

  @Test
  void levelsStandFromTheStrongestDown() {
    Element svg = draw(segment(0, step(0, 0.1, "THREE")));
    List<String> rows =
        Xml.all(svg, "text").stream()
            .map(Element::getTextContent)
            .filter(List.of("ONE", "TWO", "THREE", "QUORUM", "ALL")::contains)
            .toList();
    assertThat(rows).containsExactly("ALL", "QUORUM", "THREE", "TWO", "ONE");
  }

  @Test
  void runsLaidEndToEndHaveASeam() {
    DecisionChart.Step step = step(0, 0.1, "ONE");
    assertThat(paths(draw(segment(0, step)), "seam")).isEmpty();
    assertThat(paths(draw(segment(0, step), segment(2, step)), "seam")).hasSize(1);
  }

  @Test
  void everySecondThatWasJudgedHasAMark() {
    long counted =
        Xml.all(draw(segment(0, step(0, 0.1, "ONE"))), "title").stream()
            .filter(title -> title.getTextContent().endsWith("(counted)"))
            .count();
    assertThat(counted).isEqualTo(2);
  }
}
