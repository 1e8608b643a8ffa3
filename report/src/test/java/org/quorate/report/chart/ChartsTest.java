package org.quorate.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.report.ChartFiles;
import org.quorate.report.page.Page;
import org.quorate.report.sample.Samples;
import org.quorate.report.svg.Xml;
import org.quorate.study.result.TimePoint;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StudySummary;
import org.w3c.dom.Element;

class ChartsTest {
  private static final Pattern POINT = Pattern.compile("[ML](-?[0-9.]+),(-?[0-9.]+)");

  static Stream<String> samples() {
    return Samples.names();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyChartAtEveryWidthIsWellFormedHasMarksAndStaysInside(String name) {
    StudySummary study = Samples.of(name);
    for (Chart chart : Page.charts(study)) {
      for (double width : new double[] {280, 360, 430, 860, 1400}) {
        String as = name + " " + chart.name() + " " + width;
        Element svg = Xml.parse(chart.draw(width, ""));
        assertThat(marks(svg)).as(as).isPositive();
        assertInside(svg, as);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void chartsHaveNamesOfTheirOwn(String name) {
    Set<String> names = new HashSet<>();
    for (Chart chart : Page.charts(Samples.of(name))) {
      assertThat(names.add(chart.name())).as(chart.name()).isTrue();
      assertThat(chart.name()).matches("[a-z0-9-]+");
      assertThat(chart.title()).isNotBlank();
      assertThat(chart.description()).isNotBlank();
    }
  }

  @Test
  void chartsAreWrittenAsFilesThatStandAlone(@TempDir Path folder) throws IOException {
    List<Path> files = ChartFiles.write(Samples.demo(), folder.resolve("charts"));
    assertThat(files).hasSizeGreaterThan(10).allMatch(Files::exists);
    String text = Files.readString(files.get(0));
    assertThat(Xml.first(Xml.parse(text), "style").getTextContent()).contains("--h0");
    assertThat(text).doesNotContain("href").doesNotContain("url(");
  }

  @Test
  void aDistributionEndsWhereThereAreTooFewOperations() {
    List<Long> nanos = CellSummary.CHART_QUANTILES.stream().map(q -> 1_000_000L).toList();
    assertThat(new NinesChart.Series("a", new Look(0, 0), nanos, 100).supported()).isEqualTo(9);
    assertThat(new NinesChart.Series("a", new Look(0, 0), nanos, 10_000).supported())
        .isEqualTo(CellSummary.CHART_QUANTILES.size());
    assertThat(new NinesChart.Series("a", new Look(0, 0), nanos, 1).supported()).isEqualTo(1);
  }

  @Test
  void theLastPartOfASecondCountsByItsLength() {
    List<TimePoint> points =
        List.of(
            new TimePoint(0, 100, 0, 50, 5, 1),
            new TimePoint(1, 50, 2, 25, 0, 1),
            new TimePoint(2, 9, 0, 0, 0, 1));
    Track track = new Track(1, 1, "a", new Look(0, 0), 0, 2.1, points, List.of(), "");
    List<Track.Bin> bins = track.bins(1);
    assertThat(bins).hasSize(2);
    assertThat(bins.get(0)).isEqualTo(new Track.Bin(0, 1, 100, 0, 0.1));
    assertThat(bins.get(1)).isEqualTo(new Track.Bin(1, 2, 50, 2, 0));

    Track half = new Track(1, 1, "a", new Look(0, 0), 0, 1.5, points.subList(0, 2), List.of(), "");
    assertThat(half.bins(1).get(1).okPerSecond()).isEqualTo(100);
  }

  @Test
  void longStudiesPutSecondsTogether() {
    List<Track> tracks =
        Stream.generate(() -> new Track(1, 1, "a", new Look(0, 0), 0, 60, List.of(), List.of(), ""))
            .limit(100)
            .toList();
    assertThat(Track.binSeconds(tracks, 6000)).isEqualTo(1);
    assertThat(Track.binSeconds(tracks, 500)).isEqualTo(12);
    assertThat(Track.binSeconds(tracks, 50)).isGreaterThanOrEqualTo(60);
  }

  private static long marks(Element svg) {
    return Xml.all(svg, "g").stream()
        .filter(group -> group.getAttribute("class").startsWith("m "))
        .count();
  }

  private static void assertInside(Element svg, String as) {
    String[] box = svg.getAttribute("viewBox").split(" ", -1);
    double width = Double.parseDouble(box[2]);
    double height = Double.parseDouble(box[3]);
    for (Element path : Xml.all(svg, "path")) {
      Matcher matcher = POINT.matcher(path.getAttribute("d"));
      while (matcher.find()) {
        inside(matcher.group(1), width, as);
        inside(matcher.group(2), height, as);
      }
    }
    for (String name : List.of("rect", "text")) {
      for (Element element : Xml.all(svg, name)) {
        inside(element.getAttribute("x"), width, as);
        inside(element.getAttribute("y"), height, as);
      }
    }
    for (Element circle : Xml.all(svg, "circle")) {
      inside(circle.getAttribute("cx"), width, as);
      inside(circle.getAttribute("cy"), height, as);
    }
  }

  private static void inside(String coordinate, double most, String as) {
    assertThat(Double.parseDouble(coordinate)).as(as).isBetween(-1.0, most + 1);
  }
}
