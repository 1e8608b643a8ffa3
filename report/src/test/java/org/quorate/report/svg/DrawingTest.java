package org.quorate.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.quorate.report.svg.Drawing.Anchor;
import org.w3c.dom.Element;

class DrawingTest {
  private static Drawing drawing() {
    return new Drawing("id", 100, 50, "a title", "a description", "");
  }

  @Test
  void anImageSaysWhatItIs() {
    Element svg = Xml.parse(drawing().finish());
    assertThat(svg.getAttribute("role")).isEqualTo("img");
    assertThat(svg.getAttribute("aria-labelledby")).isEqualTo("id-t id-d");
    assertThat(svg.getAttribute("viewBox")).isEqualTo("0 0 100 50");
    assertThat(Xml.first(svg, "title").getTextContent()).isEqualTo("a title");
    assertThat(Xml.first(svg, "desc").getTextContent()).isEqualTo("a description");
  }

  @Test
  void openGroupsAreClosedAtTheEnd() {
    Drawing drawing = drawing();
    drawing.mark(2, 1, "hover").group("inner");
    Element svg = Xml.parse(drawing.finish());
    assertThat(Xml.first(svg, "g").getAttribute("class")).isEqualTo("m h2 s1");
  }

  @Test
  void textCannotBreakOut() {
    String hostile = "</text><script>alert(1)</script>\u0000\u001b & \"' \ud800";
    Drawing drawing = new Drawing("id", 10, 10, hostile, hostile, "");
    drawing.mark(0, 0, hostile).text(1, 1, Anchor.MIDDLE, "l", hostile);
    Element svg = Xml.parse(drawing.finish());
    assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    assertThat(Xml.first(svg, "text").getTextContent())
        .isEqualTo("</text><script>alert(1)</script>\ufffd\ufffd & \"' \ufffd");
  }

  @Test
  void coordinatesThatAreNotFiniteAreRefused() {
    assertThatThrownBy(() -> drawing().line(0, Double.NaN, 1, 1, ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> drawing().rectangle(0, 0, Double.POSITIVE_INFINITY, 1, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void coordinatesAreWrittenInTenths() {
    assertThat(Coordinate.text(0)).isEqualTo("0");
    assertThat(Coordinate.text(-0.04)).isEqualTo("0");
    assertThat(Coordinate.text(12)).isEqualTo("12");
    assertThat(Coordinate.text(0.349)).isEqualTo(".3");
    assertThat(Coordinate.text(-0.75)).isEqualTo("-.7");
    assertThat(Coordinate.text(-12.35)).isEqualTo("-12.3");
    assertThat(Coordinate.text(1234.56)).isEqualTo("1234.6");
  }

  @Test
  void everyMarkerIsAShape() {
    for (Marker marker : Marker.values()) {
      assertThat(marker.at(5, 5, 3).toString()).startsWith("M");
      Xml.parse(drawing().marker(marker, 5, 5, 3).finish());
    }
    assertThat(Marker.values())
        .as("a study of deferral has seven ways of writing")
        .hasSizeGreaterThanOrEqualTo(7)
        .extracting(marker -> marker.at(5, 5, 3).toString())
        .doesNotHaveDuplicates();
    assertThat(Marker.of(Marker.values().length)).isEqualTo(Marker.CIRCLE);
  }

  @Test
  void anEmptyPathIsNotWritten() {
    assertThat(drawing().path(new PathData(), "line").finish()).doesNotContain("<path");
  }
}
