package org.quorate.cli.history;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The largest share of reads that may be stale.
 *
 * @param rate between 0 and 1
 */
record Tolerance(double rate) {
  Tolerance {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("A tolerance lies between 0 and 1, or 0 % and 100 %.");
    }
  }

  /**
   * Reads {@code 0.01} or {@code 1%}.
   *
   * @throws IllegalArgumentException when the text is neither; the message is one sentence
   */
  static Tolerance parse(String text) {
    String stripped = text.strip();
    boolean percent = stripped.endsWith("%");
    try {
      double number =
          Double.parseDouble(
              percent ? stripped.substring(0, stripped.length() - 1).strip() : stripped);
      return new Tolerance(percent ? number / 100 : number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a tolerance; write a share of the reads, as 1% or 0.01.", e);
    }
  }

  /** Whether a stale-read rate is within it; no reads at all are. */
  boolean allows(@Nullable Double staleRate) {
    return staleRate == null || staleRate <= rate;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.4g %%", rate * 100);
  }
}
