package org.quorate.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TimeChartTest {
  @Test
  void whatIsTooSmallForAScaleIsDrawn() {
    TimeChart.Span span = new TimeChart.Span(0, 60, 0, 1, Set.of(), String::valueOf);
    TimeChart.Point point = new TimeChart.Point(0.5, 1e-310, 1e-311, 1e-309, "");
    TimeChart chart =
        new TimeChart(
            "c", "t", "d", "a", String::valueOf, 1, span, List.of(point), List.of(), List.of());
    assertThat(chart.draw(360, "")).contains("<svg");
  }

  @Test
  void aLineIsNotDrawnOverStepsWithoutAValue() {
    assertThat(strokes(1, 0, 1, 2)).isEqualTo(1);
    assertThat(strokes(1, 0, 1, 3, 4)).isEqualTo(2);
    assertThat(strokes(2, 0, 2, 4)).isEqualTo(1);
  }

  /** How many pieces the line has. */
  private static int strokes(double step, double... times) {
    TimeChart.Span span = new TimeChart.Span(0, 10, 0, step, Set.of(), String::valueOf);
    List<TimeChart.Point> curve =
        Arrays.stream(times)
            .mapToObj(time -> new TimeChart.Point(time, 1, Double.NaN, Double.NaN, ""))
            .toList();
    String drawn =
        new TimeChart("c", "t", "d", "a", String::valueOf, 1, span, curve, List.of(), List.of())
            .draw(360, "");
    String line = drawn.replaceAll("(?s).*<path d=\"([^\"]*)\" class=\"line\".*", "$1");
    return (int) line.chars().filter(each -> each == 'M').count();
  }
}
