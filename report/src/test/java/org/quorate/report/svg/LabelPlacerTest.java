package org.quorate.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.quorate.report.svg.Drawing.Anchor;

class LabelPlacerTest {
  private static final String TEXT = "QUORUM";
  private static final double SIZE = 12;

  @Test
  void placesRightOfThePointWhereThereIsRoom() {
    LabelPlacer.Place place =
        new LabelPlacer(0, 0, 200, 100).place(50, 50, 10, TEXT, SIZE).orElseThrow();
    assertThat(place.x()).isEqualTo(60);
    assertThat(place.anchor()).isEqualTo(Anchor.START);
  }

  @Test
  void placesLeftAtTheRightEdge() {
    LabelPlacer.Place place =
        new LabelPlacer(0, 0, 200, 100).place(190, 50, 10, TEXT, SIZE).orElseThrow();
    assertThat(place.anchor()).isEqualTo(Anchor.END);
  }

  @Test
  void leavesTheLabelOutWhereThereIsNoRoom() {
    assertThat(new LabelPlacer(0, 0, 20, 20).place(10, 10, 5, TEXT, SIZE)).isEmpty();
  }

  @Test
  void labelsNeverOverlap() {
    Random random = new Random(4);
    LabelPlacer placer = new LabelPlacer(0, 0, 400, 300);
    double width = TextWidth.of(TEXT, SIZE);
    List<double[]> boxes = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      placer
          .place(random.nextDouble() * 400, random.nextDouble() * 300, 8, TEXT, SIZE)
          .ifPresent(
              place -> {
                double left =
                    switch (place.anchor()) {
                      case START -> place.x();
                      case MIDDLE -> place.x() - width / 2;
                      case END -> place.x() - width;
                    };
                boxes.add(new double[] {left, place.y() - 8, left + width, place.y()});
              });
    }
    assertThat(boxes).hasSizeGreaterThan(20);
    for (int i = 0; i < boxes.size(); i++) {
      for (int j = 0; j < i; j++) {
        double[] a = boxes.get(i);
        double[] b = boxes.get(j);
        assertThat(a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]).isFalse();
      }
    }
  }

  @Test
  void aTextIsCutToItsRoom() {
    assertThat(TextWidth.fit("short", 12, 100)).isEqualTo("short");
    String cut = TextWidth.fit("a rather long name of a cell", 12, 80);
    assertThat(cut).endsWith("\u2026").startsWith("a ra");
    assertThat(TextWidth.of(cut, 12)).isLessThanOrEqualTo(80);
    assertThat(TextWidth.fit("\ud83d\ude00\ud83d\ude00\ud83d\ude00", 12, 25))
        .doesNotContain("\ud83d\u2026");
  }
}
