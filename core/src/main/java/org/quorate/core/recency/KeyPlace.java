package org.quorate.core.recency;

/**
 * Where a key stands among all, in one number: its class by how often this process reads and writes
 * it, and a draw that stays the same for an epoch, by which some keys of a class are told from the
 * others. Places are below {@link #COUNT}; those of one class follow each other. Stateless.
 */
public final class KeyPlace {
  /** How many classes there are; a greater number is of keys that are asked for more often. */
  public static final int CLASSES = 16;

  /** How many draws there are; all are equally likely. */
  public static final int DRAWS = 256;

  /** How many places there are; they are numbered from 0. */
  public static final int COUNT = CLASSES * DRAWS;

  /**
   * The place of a key of which nothing is known: every raise of a class holds for it. It counts as
   * one of the hottest, and has the first draw of these.
   */
  public static final int UNKNOWN = (CLASSES - 1) * DRAWS;

  private KeyPlace() {}

  /**
   * The place of a class and a draw.
   *
   * @param keyClass 0 to {@link #CLASSES} - 1
   * @param draw 0 to {@link #DRAWS} - 1
   */
  public static int of(int keyClass, int draw) {
    return keyClass * DRAWS + draw;
  }

  /** The class of a place. */
  public static int keyClass(int place) {
    return place / DRAWS;
  }

  /** The draw of a place. */
  public static int draw(int place) {
    return place % DRAWS;
  }
}
