package org.quorate.core.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that an unknown one most resembles. Stateless. */
public final class Suggestions {
  /** Longer words are not compared: the cost grows with the product of the lengths. */
  private static final int LONGEST = 100;

  private Suggestions() {}

  /**
   * The word nearest to {@code unknown} by the number of single-letter changes (a letter put in,
   * left out, replaced, or swapped with its neighbour), upper and lower case being equal. Among
   * equally near words the first counts.
   *
   * @return empty if every word differs in more than a third of the letters, or in more than 4
   */
  public static Optional<String> nearest(String unknown, Collection<String> words) {
    if (unknown.isEmpty() || unknown.length() > LONGEST) {
      return Optional.empty();
    }
    String wanted = unknown.toLowerCase(Locale.ROOT);
    String best = null;
    int fewest = Math.min(4, Math.max(1, unknown.length() / 3)) + 1;
    for (String word : words) {
      if (word.length() > LONGEST) {
        continue;
      }
      int changes = distance(wanted, word.toLowerCase(Locale.ROOT));
      if (changes < fewest) {
        fewest = changes;
        best = word;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * A sentence for the end of an error message: {@code " Did you mean recordcount?"} with its
   * leading space, or nothing where no word is near.
   */
  public static String didYouMean(String unknown, Collection<String> words) {
    return nearest(unknown, words).map(word -> " Did you mean " + word + "?").orElse("");
  }

  /** The Damerau-Levenshtein distance in its restricted form (optimal string alignment). */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
