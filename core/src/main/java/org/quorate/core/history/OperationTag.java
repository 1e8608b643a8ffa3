package org.quorate.core.history;

import org.quorate.core.level.Level;

/**
 * The small properties of one operation packed into one {@code long}: type, outcome, level, group
 * and client. A group is the run, or the file, that an operation came from, between 0 and {@link
 * #MAX_GROUP}. Stateless and thread-safe.
 */
public final class OperationTag {
  /** The largest group. */
  public static final int MAX_GROUP = 0xFFFF;

  private static final int OUTCOME_SHIFT = 1;
  private static final int LEVEL_SHIFT = 3;
  private static final int GROUP_SHIFT = 16;
  private static final int CLIENT_SHIFT = 32;
  private static final OperationType[] TYPES = OperationType.values();
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final Level[] LEVELS = Level.values();

  private OperationTag() {}

  /** Packs the properties of an operation of group 0. */
  // Ordinals live in memory only and are never stored.
  @SuppressWarnings("EnumOrdinal")
  public static long of(OperationType type, Outcome outcome, Level level, int client) {
    return type.ordinal()
        | ((long) outcome.ordinal() << OUTCOME_SHIFT)
        | ((long) level.ordinal() << LEVEL_SHIFT)
        | ((long) client << CLIENT_SHIFT);
  }

  /**
   * The same operation in another group.
   *
   * @throws IllegalArgumentException if the group is not between 0 and {@link #MAX_GROUP}
   */
  public static long withGroup(long tag, int group) {
    if (group < 0 || group > MAX_GROUP) {
      throw new IllegalArgumentException(
          "A group is between 0 and " + MAX_GROUP + ", but this one is " + group + ".");
    }
    return (tag & ~((long) MAX_GROUP << GROUP_SHIFT)) | ((long) group << GROUP_SHIFT);
  }

  /** Whether the operation is a write. */
  public static boolean isWrite(long tag) {
    return (tag & 1) != 0;
  }

  /** Whether the operation's outcome is {@link Outcome#OK}. */
  public static boolean isOk(long tag) {
    return outcomeOrdinal(tag) == 0;
  }

  /** The operation's type. */
  public static OperationType type(long tag) {
    return TYPES[(int) tag & 1];
  }

  /** The operation's outcome. */
  public static Outcome outcome(long tag) {
    return OUTCOMES[outcomeOrdinal(tag)];
  }

  /** The operation's level. */
  public static Level level(long tag) {
    return LEVELS[levelOrdinal(tag)];
  }

  /** The position of the operation's level in {@link Level}. */
  public static int levelOrdinal(long tag) {
    return (int) (tag >>> LEVEL_SHIFT) & 0x3F;
  }

  /** The operation's group, between 0 and {@link #MAX_GROUP}. */
  public static int group(long tag) {
    return (int) (tag >>> GROUP_SHIFT) & MAX_GROUP;
  }

  /** The client that sent the operation. */
  public static int client(long tag) {
    return (int) (tag >> CLIENT_SHIFT);
  }

  static int outcomeOrdinal(long tag) {
    return (int) (tag >>> OUTCOME_SHIFT) & 3;
  }
}
