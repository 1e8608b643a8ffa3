package org.quorate.cassandra.sample;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Compares the two answers of a pair cell by cell.
 *
 * <p>A cell that the stronger answer has, and the weaker one lacks or has older, makes the weaker
 * one stale if it was written before the pair was sent. A deletion leaves no date: what only the
 * weaker answer has, and was written before the pair, was deleted or has expired at a time that
 * nobody knows, so the pair is undecided. Where the number of rows is limited, a row counts as
 * missing only if it comes before the last row of the answer that lacks it; what comes after may
 * have been pushed out by newer rows.
 *
 * <p>Of what a pair shows, stale counts first, then undecided, under way and newer: so the share of
 * stale reads lies between that of stale pairs and that of stale and undecided ones.
 *
 * <p>One instance for one pair; used by one thread.
 */
final class SliceJudge {
  private final long sentAt;
  private boolean stale;
  private boolean undecided;
  private boolean underWay;
  private boolean newer;

  private SliceJudge(long sentAt) {
    this.sentAt = sentAt;
  }

  /**
   * What a pair says.
   *
   * @param sentAt when the pair was sent, microseconds of the wall clock
   * @param order that of the answers
   * @param limited whether the query limits the number of its rows, to a number that is not known
   *     here
   */
  static PairFinding judge(
      SliceAnswer weak,
      SliceAnswer strong,
      long sentAt,
      Comparator<List<ByteBuffer>> order,
      boolean limited) {
    SliceJudge judge = new SliceJudge(sentAt);
    judge.statics(weak, strong);
    Predicate<List<ByteBuffer>> inWeak = window(weak, strong, order, limited);
    for (Map.Entry<List<ByteBuffer>, Cells> row : strong.rows().entrySet()) {
      Cells other = weak.rows().get(row.getKey());
      if (other != null) {
        judge.compare(other, row.getValue());
      } else if (inWeak.test(row.getKey())) {
        judge.missing(row.getValue());
      }
    }
    Predicate<List<ByteBuffer>> inStrong = window(strong, weak, order, limited);
    for (Map.Entry<List<ByteBuffer>, Cells> row : weak.rows().entrySet()) {
      if (!strong.rows().containsKey(row.getKey()) && inStrong.test(row.getKey())) {
        judge.extra(row.getValue());
      }
    }
    return judge.finding();
  }

  /**
   * Which rows an answer would have if they were there: all, unless it may have been cut off behind
   * its last one. By a limit it was not where the other answer is longer.
   */
  private static Predicate<List<ByteBuffer>> window(
      SliceAnswer answer, SliceAnswer other, Comparator<List<ByteBuffer>> order, boolean limited) {
    if (!answer.more() && (!limited || answer.rows().size() < other.rows().size())) {
      return key -> true;
    }
    List<ByteBuffer> last = answer.lastKey();
    return key -> last != null && order.compare(key, last) < 0;
  }

  /**
   * Static cells are seen beside a row only, so an answer without any row tells nothing of them.
   */
  private void statics(SliceAnswer weak, SliceAnswer strong) {
    if (weak.statics() != null && strong.statics() != null) {
      compare(weak.statics(), strong.statics());
    } else if (strong.statics() != null && strong.staticsAlone() && weak.isEmpty()) {
      missing(strong.statics());
    } else if (weak.statics() != null && weak.staticsAlone() && strong.isEmpty()) {
      extra(weak.statics());
    }
  }

  /** Cells of a row that only the stronger answer has. */
  private void missing(Cells strong) {
    for (int cell = 0; cell < strong.size(); cell++) {
      if (strong.has(cell)) {
        lacking(strong, cell, false);
      }
    }
    // A row without cells has a key only, whose time of writing cannot be read.
    undecided |= !strong.hasAny();
  }

  /** Cells of a row that only the weaker answer has. */
  private void extra(Cells weak) {
    for (int cell = 0; cell < weak.size(); cell++) {
      if (weak.has(cell)) {
        surplus(weak, cell);
      }
    }
    undecided |= !weak.hasAny();
  }

  private void compare(Cells weak, Cells strong) {
    boolean ahead = false;
    for (int cell = 0; cell < weak.size(); cell++) {
      // Where nothing is, NONE, the smallest number, stands.
      ahead |= weak.writtenAt(cell) > Math.max(strong.writtenAt(cell), floor(strong, cell));
    }
    for (int cell = 0; cell < weak.size(); cell++) {
      if (weak.has(cell) && strong.has(cell)) {
        dated(weak.writtenAt(cell), strong.writtenAt(cell));
      } else if (strong.has(cell)) {
        lacking(strong, cell, ahead);
      } else if (weak.has(cell)) {
        surplus(weak, cell);
      }
    }
  }

  /** A cell that only the weaker answer has shows it ahead if it was written since. */
  private long floor(Cells strong, int cell) {
    return strong.has(cell) ? Cells.NONE : sentAt;
  }

  private void dated(long weak, long strong) {
    if (weak > strong) {
      newer = true;
    } else if (strong > sentAt) {
      underWay |= weak < strong;
    } else {
      stale |= weak < strong;
    }
  }

  /**
   * A cell that the weaker answer lacks.
   *
   * @param ahead whether the weaker answer has a newer write of the row, which may have deleted it
   */
  private void lacking(Cells strong, int cell, boolean ahead) {
    if (strong.writtenAt(cell) > sentAt) {
      underWay = true;
    } else if (ahead || strong.isExpiring(cell)) {
      undecided = true;
    } else {
      stale = true;
    }
  }

  /** A cell that the stronger answer lacks. */
  private void surplus(Cells weak, int cell) {
    if (weak.writtenAt(cell) > sentAt) {
      newer = true;
    } else {
      undecided = true;
    }
  }

  private PairFinding finding() {
    if (stale) {
      return PairFinding.STALE;
    }
    if (undecided) {
      return PairFinding.UNDECIDED;
    }
    if (underWay) {
      return PairFinding.UNDER_WAY;
    }
    return newer ? PairFinding.NEWER : PairFinding.SAME;
  }
}
