package org.quorate.cassandra.publication;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.KeyRanges;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;

/**
 * What is published of one table, version {@value #FORMAT}: the part of a {@link Decision} that
 * holds for a client which knows nothing of the publisher's own requests. Of a decision such a
 * client
 *
 * <ul>
 *   <li>takes over the level of all reads, and the ranges of the ring in which reads are raised;
 *   <li>cannot take over levels by class of keys, or a mix of levels drawn by key, since it does
 *       not know how often the publisher asks for a key: the strongest of them is published for all
 *       reads;
 *   <li>cannot take over what is raised because the publisher has just written it, since it does
 *       not know what that is: the level of these reads is published for all of them, too. Where
 *       each client reads only rows that it writes itself the window is published instead, and
 *       stands for the client's own writes.
 * </ul>
 *
 * <p>So had the publisher's own reads been sent as published, no more of them would be stale than
 * the decision takes for it. A client that reads its own writes sooner than the publisher does has
 * other reads than that; for these the window is at least as long as a write was measured to take.
 *
 * <p>The safe level needs at least as many replicas as each of the others, so that a word that is
 * not followed any more weakens nothing. Where the level is the same, nothing is decided or
 * everything is raised, so that clients read at their own safe level, too. Immutable; pure.
 *
 * @param level of reads that nothing raises
 * @param safeLevel of reads where the word does not count any more, and within the window
 * @param windowMillis how long after a client's own write its reads of that key are raised, 0 to
 *     {@value #LONGEST_WINDOW}
 * @param raised ranges, {@code after:last} joined by commas; empty for none, {@value #ALL} for all
 * @param raisedLevel of reads in these
 * @param dataCenter whose clients may follow it; empty where all may
 * @param reason for people: up to {@value #LONGEST_REASON} characters in one line
 */
public record LevelWord(
    Level level,
    Level safeLevel,
    int windowMillis,
    String raised,
    Level raisedLevel,
    String dataCenter,
    String reason) {
  /** Version of the schema. */
  public static final int FORMAT = 1;

  /** In place of ranges: the whole ring. */
  static final String ALL = "*";

  /** In milliseconds. */
  static final int LONGEST_WINDOW = 600_000;

  /** In characters, each a byte. */
  static final int LONGEST_RAISED = 64 << 10;

  static final int LONGEST_REASON = 500;

  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final double MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);

  /** Reasons may have names in them that others have chosen. */
  public LevelWord {
    reason = oneLine(reason);
  }

  /**
   * Nothing is decided of the table: clients read at their own safe level, or at this one where it
   * is stronger.
   *
   * @param own level that reads of the publisher have
   */
  public static LevelWord undecided(Level own, ReadLevels levels, String reason) {
    return new LevelWord(own, own, 0, "", own, dataCenter(levels), reason);
  }

  /**
   * What holds of a decision for others.
   *
   * @param safe the strongest level that reads of the publisher ever have
   * @param levels of the table
   * @param seconds that a write takes to all replicas, at most; 0 where that says nothing of it
   * @param areRowsShared whether clients read rows that another one may just have written
   */
  public static LevelWord of(
      Decision decided, Level safe, ReadLevels levels, double seconds, boolean areRowsShared) {
    double window =
        Math.max(
            areRowsShared ? 0 : decided.windowNanos() / NANOS_PER_MILLI,
            seconds * MILLIS_PER_SECOND);
    Level level = decided.level();
    for (Raise raise : decided.raises()) {
      if (raise instanceof Raise.OfClass
          || (areRowsShared && raise instanceof Raise.RecentlyWritten)) {
        level = stronger(level, raise.level(), levels);
      }
    }
    if (window > LONGEST_WINDOW) {
      level = stronger(level, safe, levels);
    }
    Level raisedLevel = level;
    List<KeyRange> ranges = new ArrayList<>();
    for (Raise raise : decided.raises()) {
      if (raise instanceof Raise.TokenRange range
          && levels.replicas(range.level()) > levels.replicas(level)) {
        ranges.add(range.range());
        raisedLevel = stronger(raisedLevel, range.level(), levels);
      }
    }
    Level safeLevel = stronger(raisedLevel, safe, levels);
    boolean isRaisedWithin =
        window <= LONGEST_WINDOW && level != safeLevel && !levels.meetsEveryWrite(level);
    return new LevelWord(
        level,
        safeLevel,
        isRaisedWithin ? (int) Math.ceil(window) : 0,
        text(ranges),
        raisedLevel,
        dataCenter(levels),
        level == decided.level()
            ? decided.reason()
            : "Clients that do not know the publisher's own requests read at "
                + level
                + ". "
                + decided.reason());
  }

  /** The first where both need as many replicas. */
  private static Level stronger(Level one, Level other, ReadLevels levels) {
    return levels.replicas(other) > levels.replicas(one) ? other : one;
  }

  /** Levels, ranges, and the level at which writes are, hold for clients of the same one. */
  private static String dataCenter(ReadLevels levels) {
    return levels.replication().replicasByDataCenter().size() == 1 ? "" : levels.localDataCenter();
  }

  /** As few ranges as say the same; those that go through the ring's end are cut there. */
  static String text(Collection<KeyRange> ranges) {
    List<KeyRange> united = KeyRanges.union(ranges);
    if (united.stream().anyMatch(range -> range.after() == range.last())) {
      return ALL;
    }
    String text =
        united.stream()
            .map(range -> range.after() + ":" + range.last())
            .collect(Collectors.joining(","));
    return text.length() > LONGEST_RAISED ? ALL : text;
  }

  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(LONGEST_REASON)
        .map(each -> isShown(each) ? each : ' ')
        .forEach(line::appendCodePoint);
    return line.toString();
  }

  private static boolean isShown(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** The same where a range of the ring is none of the numbers that clients compute. */
  public LevelWord withoutTokens() {
    return raised.isEmpty()
        ? this
        : new LevelWord(level, safeLevel, windowMillis, ALL, raisedLevel, dataCenter, reason);
  }

  /** The last one, of a publisher whose session is closed: nothing is decided any more. */
  public LevelWord last() {
    return new LevelWord(
        safeLevel,
        safeLevel,
        0,
        "",
        safeLevel,
        dataCenter,
        "The publisher has closed its session.");
  }

  /** Whether another word asks the same of readers, for whatever reason. */
  public boolean asksTheSameAs(LevelWord other) {
    return new LevelWord(
            other.level,
            other.safeLevel,
            other.windowMillis,
            other.raised,
            other.raisedLevel,
            other.dataCenter,
            reason)
        .equals(this);
  }
}
