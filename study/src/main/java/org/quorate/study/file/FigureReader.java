package org.quorate.study.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.text.Suggestions;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.FigureMeasure;
import org.quorate.study.plan.Part;

/** Reads the {@code figures} section. Used by one thread at a time. */
final class FigureReader {
  private final Map<String, List<String>> factors;
  private final List<Part> parts;

  /**
   * @param factors of the study, with their levels
   */
  FigureReader(Map<String, List<String>> factors, List<Part> parts) {
    this.factors = factors;
    this.parts = parts;
  }

  List<Figure> read(Section study) throws StudyFileException {
    Entry entry = study.find("figures");
    List<Figure> figures = new ArrayList<>();
    if (entry != null) {
      for (Entry item : entry.mappings()) {
        figures.add(figure(item));
      }
    }
    return figures;
  }

  private Figure figure(Entry item) throws StudyFileException {
    Section section = item.section("title", "measure", "x", "series", "where", "claims");
    Entry series = section.find("series");
    Figure figure =
        new Figure(
            section.required("title").value().text(),
            section.required("measure").value().as(FigureReader::measure),
            factor(section.required("x").value()),
            series == null ? null : factor(series.value()),
            where(section.find("where")),
            claims(section.find("claims")));
    if (figure.x().equals(figure.series())) {
      throw item.refuse("x and series are the same factor; take another, or leave series out.");
    }
    requireOneCellPerPoint(item, figure);
    return figure;
  }

  private static FigureMeasure measure(String text) {
    return FigureMeasure.named(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + text
                        + "\" is no measure; choose among "
                        + String.join(", ", FigureMeasure.names())
                        + "."
                        + Suggestions.didYouMean(text, FigureMeasure.names())));
  }

  private String factor(Value factor) throws StudyFileException {
    ExpectationReader.requireFactor(factors, factor.text(), factor);
    return factor.text();
  }

  private Map<String, List<String>> where(@Nullable Entry entry) throws StudyFileException {
    Map<String, List<String>> where = new LinkedHashMap<>();
    if (entry == null) {
      return where;
    }
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      List<String> levels = new ArrayList<>();
      for (Value level : each.getValue().values()) {
        if (each.getKey().equals(Figure.PART)) {
          requirePart(level);
        } else {
          ExpectationReader.requireLevel(factors, each.getKey(), level);
        }
        levels.add(level.text());
      }
      where.put(each.getKey(), levels);
    }
    return where;
  }

  private void requirePart(Value name) throws StudyFileException {
    List<String> names = parts.stream().map(Part::name).filter(each -> !each.isEmpty()).toList();
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

  static List<Claim> claims(@Nullable Entry entry) throws StudyFileException {
    List<Claim> claims = new ArrayList<>();
    if (entry != null) {
      for (Entry item : entry.mappings()) {
        Section claim = item.section("text", "source");
        claims.add(
            new Claim(
                claim.required("text").value().text(), claim.required("source").value().text()));
      }
    }
    return claims;
  }

  /** Two cells on one point would be drawn over each other. */
  private void requireOneCellPerPoint(Entry item, Figure figure) throws StudyFileException {
    List<Cell> cells = figure.cells(parts);
    ExpectationReader.requireCell(item, !cells.isEmpty());
    Map<List<String>, Cell> points = new HashMap<>();
    for (Cell cell : cells) {
      Cell other = points.put(List.of(figure.series(cell), figure.x(cell)), cell);
      if (other != null) {
        throw item.refuse(
            "two cells of this figure have the same place ("
                + other.label()
                + " and "
                + cell.label()
                + "); say by where which of them is meant.");
      }
    }
  }
}
