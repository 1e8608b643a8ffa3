package org.quorate.study.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How well one staleness model predicted what the oracle counted. Rates are 0 to 1.
 *
 * @param model its name
 * @param all over all checks
 * @param telling over those where {@value #FEWEST_EVENTS} stale reads or more were predicted or
 *     counted, since where next to nothing is stale any model is right; null where there are none
 * @param cells each by itself, in the order of the study
 */
public record ModelAccuracy(
    String model, Accuracy all, @Nullable Accuracy telling, List<CellAccuracy> cells) {
  /** Fewer stale reads tell next to nothing of a model. */
  public static final int FEWEST_EVENTS = 5;

  /** Cells below it are held to a factor, since points say little of them. */
  public static final double RARE = 0.01;

  /** How many times too large or small a predicted rate below {@link #RARE} may be. */
  public static final double FACTOR = 1.5;

  public ModelAccuracy {
    cells = List.copyOf(cells);
  }

  /** Cells whose counted rate is below {@link #RARE}. */
  public long rare() {
    return cells.stream().filter(ModelAccuracy::isRare).count();
  }

  /** Those of them that are predicted within {@link #FACTOR} for certain. */
  public long rareWithin() {
    return cells.stream()
        .filter(ModelAccuracy::isRare)
        .filter(c -> c.ratio().isWithin(FACTOR))
        .count();
  }

  /** Those of them that are predicted beyond {@link #FACTOR} for certain. */
  public long rareBeyond() {
    return cells.stream()
        .filter(ModelAccuracy::isRare)
        .filter(c -> c.ratio().isBeyond(FACTOR))
        .count();
  }

  private static boolean isRare(CellAccuracy cell) {
    return cell.counted() < RARE;
  }
}
