package org.quorate.study.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.text.Suggestions;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Figure;

/**
 * Reads which cells a figure or a claim is about. Used by one thread at a time.
 *
 * @param factors of the study, with their levels at any of its scales
 * @param parts names of the study's parts
 */
record Selections(Map<String, List<String>> factors, List<String> parts) {
  /** The measure of this name. */
  static Measure measure(String text) {
    return Measure.named(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + text
                        + "\" is no measure; choose among "
                        + String.join(", ", Measure.names())
                        + "."
                        + Suggestions.didYouMean(text, Measure.names())));
  }

  /** Factors with one level or several; {@code part} names parts. */
  Map<String, List<String>> levels(Entry entry) throws StudyFileException {
    Map<String, List<String>> where = new LinkedHashMap<>();
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      List<String> levels = new ArrayList<>();
      for (Value level : each.getValue().values()) {
        if (each.getKey().equals(Figure.PART)) {
          requirePart(level);
        } else {
          requireLevel(each.getKey(), level);
        }
        levels.add(level.text());
      }
      where.put(each.getKey(), levels);
    }
    return where;
  }

  /** Factors with one level each. */
  Map<String, String> single(Entry entry) throws StudyFileException {
    Map<String, String> levels = new LinkedHashMap<>();
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      Value level = each.getValue().value();
      requireLevel(each.getKey(), level);
      levels.put(each.getKey(), level.text());
    }
    if (levels.isEmpty()) {
      throw entry.refuse("it names no factor; write one with its level, such as {policy: ONE}.");
    }
    return levels;
  }

  /** A factor that the study varies. */
  String factor(Value factor) throws StudyFileException {
    ExpectationReader.requireFactor(factors, factor.text(), factor);
    return factor.text();
  }

  /** Refuses a level that the study has at no scale. */
  void requireLevel(String factor, Value level) throws StudyFileException {
    ExpectationReader.requireLevel(factors, factor, level);
  }

  private void requirePart(Value name) throws StudyFileException {
    List<String> names = parts.stream().filter(each -> !each.isEmpty()).toList();
    if (!names.contains(name.text())) {
      throw name.refuse(
          "\""
              + name.text()
              + "\" is not a part of this study; it has "
              + (names.isEmpty() ? "none" : String.join(", ", names))
              + "."
              + Suggestions.didYouMean(name.text(), names));
    }
  }
}
