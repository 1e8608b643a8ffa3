package org.quorate.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contrast by WCAG 2.2: 4.5 for text, 3 for marks of charts. */
class PaletteTest {
  private static final String LIGHT = ":root {";
  private static final String DARK = ":root[data-theme=\"dark\"] {";

  private static Map<String, Integer> palette(String selector) {
    String style = Page.chartStyle();
    int start = style.indexOf(selector);
    String block = style.substring(start, style.indexOf('}', start));
    Map<String, Integer> colours = new HashMap<>();
    Matcher matcher = Pattern.compile("--([a-z0-9]+): #([0-9a-f]{6})").matcher(block);
    while (matcher.find()) {
      colours.put(matcher.group(1), Integer.parseInt(matcher.group(2), 16));
    }
    return colours;
  }

  private static double contrast(Map<String, Integer> palette, String one, String other) {
    double a = luminance(palette.getOrDefault(one, 0));
    double b = luminance(palette.getOrDefault(other, 0));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(int colour) {
    return 0.2126 * linear(colour >> 16 & 255)
        + 0.7152 * linear(colour >> 8 & 255)
        + 0.0722 * linear(colour & 255);
  }

  private static double linear(int channel) {
    double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }

  @ParameterizedTest
  @ValueSource(strings = {LIGHT, DARK})
  void textCanBeReadOnEveryBackground(String selector) {
    Map<String, Integer> palette = palette(selector);
    for (String text : List.of("ink", "soft", "accent", "good", "bad", "doubt")) {
      for (String background : List.of("paper", "card", "band")) {
        assertThat(contrast(palette, text, background))
            .as("%s on %s", text, background)
            .isGreaterThanOrEqualTo(4.5);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {LIGHT, DARK})
  void marksCanBeSeenOnEveryBackground(String selector) {
    Map<String, Integer> palette = palette(selector);
    for (int hue = 0; hue < 8; hue++) {
      for (String background : List.of("card", "band")) {
        assertThat(contrast(palette, "h" + hue, background))
            .as("h%s on %s", hue, background)
            .isGreaterThanOrEqualTo(3);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {LIGHT, DARK})
  void theColoursOfTheCommonLevelsDifferForEveryEye(String selector) {
    Map<String, Integer> palette = palette(selector);
    List<String> common = List.of("h0", "h1", "h2");
    for (Vision vision : Vision.ALL) {
      for (String one : common) {
        for (String other : common) {
          if (!one.equals(other)) {
            assertThat(
                    vision.distance(palette.getOrDefault(one, 0), palette.getOrDefault(other, 0)))
                .as("%s %s for %s", one, other, vision.name())
                .isGreaterThan(20);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {":root:not([data-theme=\"light\"]) {"})
  void theDarkPaletteIsTheSameHoweverItIsChosen(String selector) {
    assertThat(palette(selector)).isEqualTo(palette(DARK)).hasSizeGreaterThan(20);
  }
}
