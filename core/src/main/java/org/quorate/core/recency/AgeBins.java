package org.quorate.core.recency;

/**
 * How ages of writes are counted: in bins that grow with the age, eight in each doubling, so that a
 * bin is at most an eighth wider than the ages in it. Ages below 1,024 ns, of writes under way
 * among them, are bin 0; from 550 s they are all in the last bin but one; the last is of reads of
 * rows that this process never wrote. The binning of HdrHistogram, with three bits. Stateless.
 */
public final class AgeBins {
  private static final int BITS_WITHIN_DOUBLING = 3;
  private static final int WITHIN_DOUBLING = 1 << BITS_WITHIN_DOUBLING;
  private static final int FIRST_DOUBLING = 10;
  private static final int LAST_DOUBLING = 38;

  /** The bin of ages of 550 s and more. */
  public static final int OLDEST = (LAST_DOUBLING - FIRST_DOUBLING + 1) * WITHIN_DOUBLING + 1;

  /** The bin of rows that this process never wrote. */
  public static final int NEVER = OLDEST + 1;

  /** How many bins there are; they are numbered from 0. */
  public static final int COUNT = NEVER + 1;

  /**
   * How many groups of bins there are, each as wide as a doubling of the age, and the last of
   * {@link #NEVER} alone; they are numbered from 0.
   */
  public static final int DOUBLINGS = (NEVER - 1) / WITHIN_DOUBLING + 2;

  private AgeBins() {}

  /**
   * The bin of an age.
   *
   * @param nanosSinceOwnWrite at least 0, or {@link RecentWrites#NEVER_WRITTEN}
   */
  public static int of(long nanosSinceOwnWrite) {
    if (nanosSinceOwnWrite < 0) {
      return NEVER;
    }
    int doubling = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanosSinceOwnWrite);
    if (doubling < FIRST_DOUBLING) {
      return 0;
    }
    if (doubling > LAST_DOUBLING) {
      return OLDEST;
    }
    int within =
        (int) (nanosSinceOwnWrite >>> (doubling - BITS_WITHIN_DOUBLING)) & (WITHIN_DOUBLING - 1);
    return (doubling - FIRST_DOUBLING) * WITHIN_DOUBLING + within + 1;
  }

  /**
   * The group that a bin is in.
   *
   * @param bin 0 to {@link #NEVER}
   */
  public static int doubling(int bin) {
    return bin == NEVER ? DOUBLINGS - 1 : bin / WITHIN_DOUBLING;
  }

  /**
   * The first bin of the next group.
   *
   * @param bin 0 to {@link #NEVER}, the first of its group
   * @return up to {@link #COUNT}
   */
  public static int nextDoubling(int bin) {
    return bin == NEVER ? COUNT : Math.min(NEVER, bin + WITHIN_DOUBLING);
  }

  /**
   * The least age of a bin.
   *
   * @param bin 0 to {@link #OLDEST}
   * @return nanoseconds, from 0
   * @throws IllegalArgumentException if no ages are in that bin
   */
  public static long fromNanos(int bin) {
    if (bin < 0 || bin > OLDEST) {
      throw new IllegalArgumentException("No ages are in bin " + bin + ".");
    }
    if (bin == 0) {
      return 0;
    }
    int doubling = (bin - 1) / WITHIN_DOUBLING;
    long eighths = (long) WITHIN_DOUBLING + (bin - 1) % WITHIN_DOUBLING;
    return eighths << (doubling + FIRST_DOUBLING - BITS_WITHIN_DOUBLING);
  }
}
