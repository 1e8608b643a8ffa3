package org.quorate.core.control.budget;

/**
 * What was spent in each of the newest parts of a window. Holds {@value ErrorBudget#PARTS} parts,
 * 10 KB, whatever the load. A part that is told of after a newer one is added to the newest, so
 * that on a clock that goes back time stands still. Not thread-safe.
 */
final class SpentParts {
  private final double[] reads = new double[ErrorBudget.PARTS];
  private final double[] expected = new double[ErrorBudget.PARTS];
  private final double[] shown = new double[ErrorBudget.PARTS];
  private final double[] variance = new double[ErrorBudget.PARTS];
  private boolean hasBegun;
  private long first;
  private long newest;

  /**
   * Adds to a part.
   *
   * @param part its number; it begins when the one before ends
   */
  void add(Spending spent, long part) {
    if (!hasBegun) {
      hasBegun = true;
      first = part;
      newest = part;
    }
    long passed = Math.min(ErrorBudget.PARTS, part - newest);
    for (long ago = 0; ago < passed; ago++) {
      int place = place(part - ago);
      reads[place] = 0;
      expected[place] = 0;
      shown[place] = 0;
      variance[place] = 0;
    }
    newest = Math.max(newest, part);
    int place = place(newest);
    reads[place] += spent.reads();
    expected[place] += spent.expected();
    shown[place] += spent.shown();
    variance[place] += spent.variance();
  }

  private static int place(long part) {
    return (int) Math.floorMod(part, (long) ErrorBudget.PARTS);
  }

  /** How many of the parts have begun, from 1 to all, since the first was told of. */
  int begun() {
    return (int) Math.min(ErrorBudget.PARTS, newest - first + 1);
  }

  /**
   * The sum of the newest parts, with the one that is under way.
   *
   * @param parts 1 to all
   */
  Spending newest(int parts) {
    Spending sum = Spending.NONE;
    for (int ago = 0; ago < parts; ago++) {
      int place = place(newest - ago);
      sum = sum.plus(new Spending(reads[place], expected[place], shown[place], variance[place]));
    }
    return sum;
  }

  /** Reads of a part, so many before the newest. */
  double reads(int ago) {
    return reads[place(newest - ago)];
  }

  /** What was expected to be stale of them. */
  double expected(int ago) {
    return expected[place(newest - ago)];
  }
}
