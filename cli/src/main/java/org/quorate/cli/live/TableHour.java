package org.quorate.cli.live;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.Wilson;

/** The last hour of one table. Not thread-safe; of a bounded size. */
final class TableHour {
  /** Minutes that are kept, beside the one that goes on. */
  static final int MINUTES = 60;

  static final double CONFIDENCE = 0.95;

  private final Deque<TableMinute> minutes = new ArrayDeque<>();
  private long since;
  private TableReport latest;
  private ReadLevels levels;
  private boolean hasPropagation;
  private boolean hasKeys;
  private @Nullable Level weak;
  private Instant at;
  private int readings;
  private long pairs;
  private long stale;

  /**
   * Begins with a table's first reading here; what an observer that has had others counted before
   * it belongs to no minute.
   */
  TableHour(Instant at, ClusterReport report, TableReport table) {
    this.since = minute(at);
    this.latest = table;
    this.levels = report.levels();
    this.at = at;
    this.readings = report.readings() - 1;
    if (readings > 0) {
      this.pairs = table.sampled().map(PairResult::pairs).orElse(0L);
      this.stale = table.sampled().map(PairResult::stale).orElse(0L);
    }
    add(at, at, report, table);
  }

  /** As another one is now. */
  TableHour(TableHour other) {
    this.minutes.addAll(other.minutes);
    this.since = other.since;
    this.latest = other.latest;
    this.levels = other.levels;
    this.hasPropagation = other.hasPropagation;
    this.hasKeys = other.hasKeys;
    this.weak = other.weak;
    this.at = other.at;
    this.readings = other.readings;
    this.pairs = other.pairs;
    this.stale = other.stale;
  }

  static long minute(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), 60L);
  }

  /**
   * Takes a reading of the latest interval.
   *
   * @param from when that began; whole minutes between are its own too, but for its pairs
   * @param now when it ended
   */
  final void add(Instant from, Instant now, ClusterReport report, TableReport table) {
    long minute = minute(now);
    forget(minute);
    since = Math.min(since, minute);
    TableMinute last = minutes.peekLast();
    boolean goesOn = last != null && last.minute() == minute;
    if (goesOn) {
      minutes.removeLast();
    }
    RateEstimate least = least(table).orElse(null);
    if (last != null) {
      for (long each = Math.max(minute(from), last.minute()) + 1; each < minute; each++) {
        minutes.addLast(TableMinute.empty(each).with(table, report.seconds(), least, 0, 0));
      }
    }
    TableMinute before = goesOn && last != null ? last : TableMinute.empty(minute);
    if (report.readings() <= readings) {
      pairs = 0;
      stale = 0;
    }
    long countedPairs = table.sampled().map(PairResult::pairs).orElse(pairs);
    long countedStale = table.sampled().map(PairResult::stale).orElse(stale);
    if (countedPairs < pairs || countedStale < stale) {
      pairs = 0;
      stale = 0;
    }
    long morePairs = countedPairs - pairs;
    // One whose pair is not counted yet, since both are read while it ends, is of the next reading.
    long moreStale = Math.min(morePairs, countedStale - stale);
    minutes.addLast(before.with(table, report.seconds(), least, morePairs, moreStale));
    pairs = countedPairs;
    stale += moreStale;
    readings = report.readings();
    latest = table;
    levels = report.levels();
    hasPropagation = report.propagation().isPresent();
    hasKeys = report.knowsKeys();
    weak = table.sampled().map(PairResult::weak).orElse(weak);
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
        : least(levels.get(0));
  }

  /** The lowest of the estimates at a level. */
  static Optional<RateEstimate> least(LevelEstimate level) {
    return level.estimates().stream().min(Comparator.comparingDouble(RateEstimate::raw));
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

  /** The minute of the first reading since the table is remembered here. */
  long since() {
    return since;
  }

  /** The latest reading. */
  TableReport latest() {
    return latest;
  }

  /** The levels that exist. */
  ReadLevels levels() {
    return levels;
  }

  /** Whether a propagation time was known at the latest reading. */
  boolean hasPropagation() {
    return hasPropagation;
  }

  /** Whether it is known over how many keys the traffic spreads; else all is taken to go to one. */
  boolean hasKeys() {
    return hasKeys;
  }

  /** The weaker level of the latest pairs; the weakest that exists where there were none. */
  Level weak() {
    return weak == null ? levels.weakest() : weak;
  }

  /** When the latest reading ended. */
  Instant at() {
    return at;
  }

  String name() {
    return latest.table().toString();
  }

  /** Mean of reads and writes a second over the hour; what is not known is none. */
  double traffic() {
    return mean(TableMinute::reads) + mean(TableMinute::writes);
  }

  private double mean(Function<TableMinute, TableMinute.Sum> rate) {
    double sum = minutes.stream().map(rate).mapToDouble(TableMinute.Sum::sum).sum();
    double weight = minutes.stream().map(rate).mapToDouble(TableMinute.Sum::weight).sum();
    return weight > 0 ? sum / weight : 0;
  }

  /** Pairs of the hour. */
  long pairs() {
    return minutes.stream().mapToLong(TableMinute::pairs).sum();
  }

  /** Stale ones of these. */
  long stale() {
    return minutes.stream().mapToLong(TableMinute::stale).sum();
  }

  /** Of the share of stale ones, pairs taken as independent. */
  Interval interval() {
    return Wilson.interval(stale(), pairs(), CONFIDENCE);
  }
}
