package org.quorate.cli.study;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Paragraphs;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.Study;

/** What a study is about, for a terminal. Used once. */
final class StudyText {
  private final StudyFolder folder;
  private final String name;
  private final StudyFile file;
  private final Study study;

  /**
   * @param name by which the study was asked for
   */
  StudyText(StudyFolder folder, String name, StudyFile file) {
    this.folder = folder;
    this.name = name;
    this.file = file;
    this.study = file.study();
  }

  void write(Paragraphs text) throws CommandFailure, IOException {
    text.heading(study.title());
    if (!study.question().isEmpty()) {
      text.sentence(0, study.question());
    }
    text.blank();
    text.sentence(0, SizeText.sentence(study) + " " + SizeText.meters(study));
    parts(text);
    baselines(text);
    scales(text);
    figures(text);
    claims(text);
    if (!study.doesNotShow().isEmpty()) {
      text.blank();
      text.heading("What it does not show");
      study.doesNotShow().forEach(sentence -> text.sentence(2, sentence));
    }
  }

  private void parts(Paragraphs text) {
    for (Part part : study.parts()) {
      text.blank();
      text.heading(
          (part.name().isEmpty() ? "What varies" : "Part " + part.name())
              + " ("
              + part.cells().size()
              + (part.cells().size() == 1 ? " cell, " : " cells, ")
              + part.repetitions()
              + (part.repetitions() == 1 ? " run" : " runs")
              + " of each)");
      if (part.factors().isEmpty()) {
        text.sentence(2, "Nothing; one cell is run.");
      }
      part.factors().forEach((factor, levels) -> text.fact(factor, String.join(", ", levels)));
    }
  }

  private void baselines(Paragraphs text) {
    if (!study.baselines().isEmpty()) {
      text.blank();
      text.fact(
          "compared with",
          study.baselines().stream().map(StudyText::levels).collect(Collectors.joining("; ")));
    }
  }

  private void scales(Paragraphs text) throws CommandFailure, IOException {
    if (file.scales().isEmpty()) {
      return;
    }
    text.blank();
    text.heading("Scales");
    for (String scale : file.scales()) {
      try {
        text.fact(scale, SizeText.brief(folder.load(name, ValidateStudy.at(scale)).study()));
      } catch (StudyFileException fault) {
        text.fact(scale, "not right: " + fault.getMessage());
      }
    }
  }

  private void figures(Paragraphs text) {
    if (study.figures().isEmpty()) {
      return;
    }
    text.blank();
    text.heading("Figures");
    for (Figure figure : study.figures()) {
      String series = figure.series();
      text.sentence(2, figure.title());
      text.sentence(
          4,
          figure.measure().text()
              + " over "
              + figure.x()
              + (series == null ? "" : ", a line for each " + series)
              + (figure.isRelative() ? ", as ratios to " + levels(figure.relativeTo()) : "")
              + (figure.where().isEmpty() ? "" : ", where " + choices(figure.where())));
      figure.claims().forEach(claim -> claim(text, 4, claim));
    }
  }

  private void claims(Paragraphs text) {
    if (!study.claims().isEmpty()) {
      text.blank();
      text.heading("What others say");
      study.claims().forEach(claim -> claim(text, 2, claim));
    }
  }

  private static void claim(Paragraphs text, int indent, Claim claim) {
    text.sentence(indent, "\u201c" + claim.text() + "\u201d (" + claim.source() + ")");
    ClaimedChange change = claim.expects();
    if (change != null) {
      text.sentence(
          indent + 2,
          change.measure().text()
              + " of "
              + levels(change.of())
              + " against "
              + levels(change.against())
              + ": "
              + change.change().text());
    }
  }

  private static String levels(Map<String, String> levels) {
    return levels.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String choices(Map<String, List<String>> where) {
    return where.entrySet().stream()
        .map(each -> each.getKey() + " is " + String.join(" or ", each.getValue()))
        .collect(Collectors.joining(", "));
  }
}
