package org.quorate.study.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.Part;

/**
 * Reads the {@code figures} section. A figure may be about levels that the study has at another
 * scale only; it then has no cells, and is not drawn. Used by one thread at a time.
 */
final class FigureReader {
  private final Map<String, List<String>> factors;
  private final List<Part> parts;
  private final Selections known;
  private final boolean narrow;

  /**
   * @param factors of the study, with their levels at the chosen scale
   * @param narrow whether cells of the study are left out, so that a figure may have none
   */
  FigureReader(
      Map<String, List<String>> factors, List<Part> parts, Selections known, boolean narrow) {
    this.factors = factors;
    this.parts = parts;
    this.known = known;
    this.narrow = narrow;
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
    Section section =
        item.section("title", "measure", "x", "series", "where", "relative-to", "claims");
    Entry series = section.find("series");
    Entry where = section.find("where");
    Entry relative = section.find("relative-to");
    Measure measure = section.required("measure").value().as(Selections::measure);
    Map<String, List<String>> selected = where == null ? Map.of() : known.levels(where);
    Figure figure =
        new Figure(
            section.required("title").value().text(),
            measure,
            known.factor(section.required("x").value()),
            series == null ? null : known.factor(series.value()),
            selected,
            relative == null ? Map.of() : known.single(relative),
            new ClaimReader(known).read(section.find("claims"), measure, selected));
    if (figure.x().equals(figure.series())) {
      throw item.refuse("x and series are the same factor; take another, or leave series out.");
    }
    requireOneCellPerPoint(item, figure);
    if (relative != null && !narrow) {
      requireReference(relative, figure);
    }
    return figure;
  }

  /** A ratio to cells that the study does not have at any scale would never be drawn. */
  private void requireReference(Entry relative, Figure figure) throws StudyFileException {
    List<Cell> all = parts.stream().flatMap(part -> part.cells().stream()).toList();
    List<Cell> shown = figure.cells(parts);
    if (!shown.isEmpty()
        && figure.relativeTo().entrySet().stream().allMatch(this::isOfThisScale)
        && shown.stream()
            .noneMatch(cell -> figure.reference(cell).filter(all::contains).isPresent())) {
      throw relative.refuse(
          "no cell of the figure has a partner with these levels; name levels of factors that its"
              + " cells vary.");
    }
  }

  private boolean isOfThisScale(Map.Entry<String, String> level) {
    return factors.getOrDefault(level.getKey(), List.of()).contains(level.getValue());
  }

  /** Two cells on one point would be drawn over each other. */
  private void requireOneCellPerPoint(Entry item, Figure figure) throws StudyFileException {
    List<Cell> cells = figure.cells(parts);
    ExpectationReader.requireCell(item, !cells.isEmpty() || narrow || isOfAnotherScale(figure));
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

  private boolean isOfAnotherScale(Figure figure) {
    return figure.where().entrySet().stream()
        .filter(each -> !each.getKey().equals(Figure.PART))
        .anyMatch(
            each -> !factors.getOrDefault(each.getKey(), List.of()).containsAll(each.getValue()));
  }
}
