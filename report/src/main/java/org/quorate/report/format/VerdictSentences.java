package org.quorate.report.format;

import java.util.List;
import java.util.Locale;
import org.quorate.study.finding.Finding;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StudySummary;

/**
 * The sentences of a verdict sorted by what a page or a terminal does with them: the first is the
 * headline; those that begin with a cell's name repeat a row of the table; those that repeat a
 * finding stand in the list of findings already; the rest are remarks that a reader must see.
 *
 * @param headline the answer, or the title of a study without one
 * @param remarks in their order
 * @param cells one sentence for a cell each
 */
public record VerdictSentences(String headline, List<String> remarks, List<String> cells) {
  public VerdictSentences {
    remarks = List.copyOf(remarks);
    cells = List.copyOf(cells);
  }

  /** Sorts a study's verdict. */
  public static VerdictSentences of(StudySummary study) {
    List<String> sentences = study.verdict();
    if (sentences.isEmpty()) {
      return new VerdictSentences(study.title(), List.of(), List.of());
    }
    List<String> rest = sentences.subList(1, sentences.size());
    return new VerdictSentences(
        sentences.get(0),
        rest.stream()
            .filter(sentence -> !ofCell(study, sentence) && !ofFinding(study, sentence))
            .toList(),
        rest.stream().filter(sentence -> ofCell(study, sentence)).toList());
  }

  private static boolean ofCell(StudySummary study, String sentence) {
    String lower = sentence.toLowerCase(Locale.ROOT);
    return study.cells().stream()
        .map(CellSummary::label)
        .anyMatch(label -> lower.startsWith(label.toLowerCase(Locale.ROOT) + ":"));
  }

  private static boolean ofFinding(StudySummary study, String sentence) {
    return study.findings().stream()
        .map(Finding::expectation)
        .anyMatch(expectation -> sentence.contains(": " + expectation + " ("));
  }
}
