package org.quorate.study.prediction;

import java.util.List;
import org.quorate.study.StudyException;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Study;

/**
 * A level of a factor whose cells are predicted, not fitted to.
 *
 * @param factor of the study
 * @param level one of its levels, as the study file has it
 */
public record HoldOut(String factor, String level) {
  /**
   * Reads {@code FACTOR=LEVEL}.
   *
   * @throws StudyException if the text is of another form, the study has no such factor or level,
   *     or models know nothing of the factor
   */
  public static HoldOut parse(String text, Study study) throws StudyException {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new StudyException(
          "\"" + text + "\" names no level of a factor; write FACTOR=LEVEL, such as nodes=6.");
    }
    HoldOut holdOut =
        new HoldOut(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
    List<String> levels = study.factors().get(holdOut.factor);
    if (levels == null) {
      throw new StudyException(
          "The study has no factor \""
              + holdOut.factor
              + "\" to hold a level out of; "
              + (study.factors().isEmpty()
                  ? "it has none at all, so choose another study."
                  : "it has: " + String.join(", ", study.factors().keySet()) + "."));
    }
    if (!levels.contains(holdOut.level)) {
      throw new StudyException(
          "The study's factor "
              + holdOut.factor
              + " has no level \""
              + holdOut.level
              + "\" to hold out; it has: "
              + String.join(", ", levels)
              + ".");
    }
    if (!CellFeatures.FACTORS.contains(holdOut.factor)) {
      throw new StudyException(
          "Models know nothing of the factor "
              + holdOut.factor
              + ", so that none of its levels can be predicted from the others; hold out levels of "
              + String.join(", ", CellFeatures.FACTORS)
              + ".");
    }
    return holdOut;
  }

  /** Whether a cell has the level. */
  boolean holds(Cell cell) {
    return level.equals(cell.levels().get(factor));
  }

  /** As a command line has it. */
  @Override
  public String toString() {
    return factor + "=" + level;
  }
}
