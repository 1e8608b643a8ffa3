package org.quorate.cli.live;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.sample.PairResult;

/** The last hour of one table. Not thread-safe; of a bounded size. */
final class TableHour {
  /** Minutes that are kept, beside the one that goes on. */
  static final int MINUTES = 60;

  private final Deque<TableMinute> minutes = new ArrayDeque<>();
  private final long since;
  private TableReport latest;
  private ClusterReport of;
  private Instant at;
  private int readings;
  private long pairs;
  private long stale;

  /**
   * Begins with a table's first reading here; what an observer that has had others counted before it
   * belongs to no minute.
   */
  TableHour(Instant at, ClusterReport report, TableReport table) {
    this.since = minute(at);
    this.latest = table;
    this.of = report;
    this.at = at;
    this.readings = report.readings() - 1;
    if (readings > 0) {
      this.pairs = table.sampled().map(PairResult::pairs).orElse(0L);
      this.stale = table.sampled().map(PairResult::stale).orElse(0L);
    }
    add(at, report, table);
  }

  static long minute(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), 60L);
  }

  /**
   * Takes a reading of the latest interval.
   *
   * @param now when it ended
   */
  final void add(Instant now, ClusterReport report, TableReport table) {
    long minute = minute(now);
    forget(minute);
    TableMinute last = minutes.peekLast();
    boolean goesOn = last != null && last.minute() == minute;
    if (goesOn) {
      minutes.removeLast();
    }
    TableMinute before = goesOn && last != null ? last : TableMinute.empty(minute);
    boolean isAnew = report.readings() <= readings;
    long formerPairs = isAnew ? 0 : pairs;
    long formerStale = isAnew ? 0 : stale;
    pairs = table.sampled().map(PairResult::pairs).orElse(0L);
    stale = table.sampled().map(PairResult::stale).orElse(0L);
    minutes.addLast(
        before.with(
            table,
            report.seconds(),
            least(table).orElse(null),
            Math.max(0, pairs - formerPairs),
            Math.max(0, stale - formerStale)));
    readings = report.readings();
    latest = table;
    of = report;
    at = now;
  }

  /** Forgets what is not of the hour that ends with a minute: also what a clock held too late. */
  void forget(long minute) {
    minutes.removeIf(each -> each.minute() < minute - MINUTES || each.minute() > minute);
  }

  /**
   * The lowest of the estimates at the weakest level, since the others are worst cases; empty where
   * no read at that level can be stale, whatever a model says.
   */
  static Optional<RateEstimate> least(TableReport table) {
    List<LevelEstimate> levels = table.levels();
    return levels.isEmpty() || levels.get(0).meetsEveryWrite()
        ? Optional.empty()
        : levels.get(0).estimates().stream().min(Comparator.comparingDouble(RateEstimate::raw));
  }

  /** Those with readings, the oldest first. */
  List<TableMinute> minutes() {
    return List.copyOf(minutes);
  }

  /**
   * The minute up to which the hour is shown: the last that has ended, so that charts are another
   * once a minute and not at each look; before the first has, the one that goes on.
   *
   * @param now the minute that goes on
   */
  long shownUntil(long now) {
    return Math.max(since, now - 1);
  }

  boolean isEmpty() {
    return minutes.isEmpty();
  }

  /** The minute of the first reading that was ever taken here. */
  long since() {
    return since;
  }

  /** The latest reading. */
  TableReport latest() {
    return latest;
  }

  /** The report that the latest reading was in. */
  ClusterReport report() {
    return of;
  }

  /** When the latest reading ended. */
  Instant at() {
    return at;
  }

  String name() {
    return latest.table().toString();
  }

  /** Reads and writes a second, at the latest reading; what is not known is none. */
  double traffic() {
    return known(latest.reads().mean()) + known(latest.writes().mean());
  }

  private static double known(double rate) {
    return Double.isNaN(rate) ? 0 : rate;
  }

  /** Pairs of the hour. */
  long pairs() {
    return minutes.stream().mapToLong(TableMinute::pairs).sum();
  }

  /** Stale ones of these. */
  long stale() {
    return minutes.stream().mapToLong(TableMinute::stale).sum();
  }
}
