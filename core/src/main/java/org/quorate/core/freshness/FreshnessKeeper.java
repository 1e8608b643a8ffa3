package org.quorate.core.freshness;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.replica.RingShares;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.statistics.ClopperPearson;
import org.quorate.core.statistics.FayFeuer;
import org.quorate.core.statistics.Interval;

/**
 * Estimates which share of a table's writes was visible at every replica within a bound, over the
 * last hour, and the rest by cause. Each write counts once:
 *
 * <ol>
 *   <li>One of a range of the ring with a replica that was down, or behind, when it was counted was
 *       not visible in time, as far as anybody knows.
 *   <li>Of the others of a minute, V writes, L/n V were slow, where n ways to the slowest replica
 *       were measured in that minute and L of them took longer than the bound; a way is half of
 *       what waiting for all replicas added to a read, and too long where a read waited for them in
 *       vain. The sum over minutes has the interval of {@link FayFeuer}. Of a minute without a
 *       measured way it is not known.
 *   <li>Of those, N s/p were missing, where p pairs of reads looked for a write older than {@value
 *       #LONG_AFTER} bounds, of which s were lacked by the replica that the weak read came from: as
 *       one of N replicas is drawn, the chance that any lacks it is at most N times that. Pairs can
 *       only take away: that none was found widens nothing, and how many looked is told.
 * </ol>
 *
 * <p>The interval is of 95 %: where pairs found some missing, that of slow and that of missing
 * writes are of 97.5 % each and are added up; writes of which nothing is known count as visible at
 * its upper and as not visible at its lower end. It takes ways and pairs to be independent.
 *
 * <p>Pure: times are handed in, in nanoseconds of one clock. Holds {@value #MINUTES} minutes of
 * sums, whatever the load. Not thread-safe.
 */
public final class FreshnessKeeper {
  /** The longer of the two windows: the minute that is under way, and those before it. */
  public static final int MINUTES = 60;

  /** The shorter one. */
  public static final int FAST_MINUTES = 5;

  static final double CONFIDENCE = 0.95;
  static final int LONG_AFTER = 10;
  private static final int SECONDS_OF_MINUTE = 60;
  private static final long MINUTE_NANOS = TimeUnit.SECONDS.toNanos(SECONDS_OF_MINUTE);

  private final FreshnessObjective objective;
  private final @Nullable Minute[] minutes = new Minute[MINUTES];
  private final int oldBin;
  private AgedPairCounts pairsSoFar = AgedPairCounts.NONE;
  private int replicas = 1;

  /** What happened in one minute. */
  private static final class Minute {
    private final long number;
    private double down;
    private double behind;
    private double unknown;
    private double alone;

    /** Writes of which measured ways tell. */
    private double sent;

    private long ways;
    private long late;
    private double pairs;
    private double stale;

    private Minute(long number) {
      this.number = number;
    }
  }

  public FreshnessKeeper(FreshnessObjective objective) {
    this.objective = objective;
    // The first bin without younger ones.
    this.oldBin =
        Math.min(AgeBins.OLDEST, AgeBins.of(LONG_AFTER * objective.bound().toNanos() - 1) + 1);
  }

  private Minute minute(long nowNanos) {
    long number = Math.floorDiv(nowNanos, MINUTE_NANOS);
    int place = (int) Math.floorMod(number, (long) MINUTES);
    Minute minute = minutes[place];
    if (minute == null || minute.number != number) {
      minute = new Minute(number);
      minutes[place] = minute;
    }
    return minute;
  }

  /**
   * Writes were sent to the table for some time until now.
   *
   * @param perSecond writes of all clients, at least 0
   * @param seconds that they took, above 0; of more than a minute replicas are known in the last
   * @param shares of the table's ring with replicas that were not fresh in the last minute
   * @param replicationFactor replicas that are to have each write, at least 1
   * @param nowNanos when the time ended
   */
  public void written(
      double perSecond, double seconds, RingShares shares, int replicationFactor, long nowNanos) {
    double kept = Math.min(seconds, (double) MINUTES * SECONDS_OF_MINUTE);
    for (int ago = 0; ago < kept; ago += SECONDS_OF_MINUTE) {
      written(
          perSecond * Math.min(SECONDS_OF_MINUTE, kept - ago),
          ago == 0 ? shares : RingShares.UNKNOWN,
          replicationFactor,
          nowNanos - TimeUnit.SECONDS.toNanos(ago));
    }
  }

  /**
   * Writes were sent to the table.
   *
   * @param writes of all clients, at least 0
   * @param shares of the table's ring with replicas that were not fresh then
   * @param replicationFactor replicas that are to have each write, at least 1
   */
  public void written(double writes, RingShares shares, int replicationFactor, long nowNanos) {
    replicas = replicationFactor;
    Minute minute = minute(nowNanos);
    minute.down += writes * shares.down();
    minute.behind += writes * shares.behind();
    minute.unknown += writes * shares.unknown();
    double left = writes * Math.max(0, 1 - shares.down() - shares.behind() - shares.unknown());
    if (replicationFactor == 1) {
      minute.alone += left;
    } else {
      minute.sent += left;
    }
  }

  /**
   * What waiting for all replicas added to reads.
   *
   * @param roundTrips to the slowest of them
   * @param unanswered reads that waited for the slowest in vain: each counts as a way that took too
   *     long, at a bound above half of their time limit too
   */
  public void measured(DelaySample roundTrips, int unanswered, long nowNanos) {
    Minute minute = minute(nowNanos);
    minute.ways += roundTrips.size() + unanswered;
    minute.late += roundTrips.above(2 * seconds(objective.bound())) + unanswered;
  }

  /**
   * What pairs of reads have shown.
   *
   * @param sinceStart of the process; what is new is the difference to the last
   */
  public void compared(AgedPairCounts sinceStart, long nowNanos) {
    AgedPairCounts fresh = sinceStart.since(pairsSoFar);
    pairsSoFar = sinceStart;
    Minute minute = minute(nowNanos);
    for (int bin = oldBin; bin <= AgeBins.OLDEST; bin++) {
      minute.pairs += fresh.compared().count(bin);
      minute.stale += fresh.stale().count(bin);
    }
  }

  private static double seconds(Duration of) {
    return of.toNanos() / 1e9;
  }

  /** How fresh writes were until now. */
  public Freshness at(long nowNanos) {
    Window hour = new Window(nowNanos, MINUTES);
    Window fast = new Window(nowNanos, FAST_MINUTES);
    double budget = 1 - objective.share();
    return new Freshness(
        objective,
        1 - hour.lost(),
        hour.interval(),
        hour.rest(),
        hour.all == 0 ? 1 : hour.unknown / hour.all,
        hour.all,
        hour.ways,
        (long) hour.pairs,
        fast.lost() / budget,
        hour.lost() / budget);
  }

  /** Sums over the newest minutes. */
  private final class Window {
    private final long[] late = new long[MINUTES];
    private final double[] perWay = new double[MINUTES];
    private double all;
    private double down;
    private double behind;
    private double unknown;
    private double sent;
    private double slow;
    private double pairs;
    private double stale;
    private long ways;

    private Window(long nowNanos, int newest) {
      long last = Math.floorDiv(nowNanos, MINUTE_NANOS);
      for (int place = 0; place < MINUTES; place++) {
        Minute minute = minutes[place];
        if (minute != null && minute.number > last - newest && minute.number <= last) {
          add(minute, place);
        }
      }
      // A stale pair may have been told of just before it was counted.
      pairs = Math.max(pairs, stale);
    }

    private void add(Minute minute, int place) {
      all += minute.down + minute.behind + minute.unknown + minute.alone + minute.sent;
      down += minute.down;
      behind += minute.behind;
      unknown += minute.unknown;
      if (minute.ways == 0) {
        unknown += minute.sent;
      } else {
        perWay[place] = minute.sent / minute.ways;
        late[place] = minute.late;
        sent += minute.sent;
        slow += perWay[place] * minute.late;
      }
      ways += minute.ways;
      pairs += minute.pairs;
      stale += minute.stale;
    }

    private double missing() {
      return stale == 0 ? 0 : Math.min(sent - slow, sent * replicas * stale / pairs);
    }

    /** Of the writes of which it is known; NaN where that is less than half of all. */
    private double lost() {
      return isKnown() ? (down + behind + slow + missing()) / (all - unknown) : Double.NaN;
    }

    private boolean isKnown() {
      return all > 0 && unknown <= all / 2;
    }

    private Map<FreshnessCause, Double> rest() {
      double known = isKnown() ? all - unknown : Double.NaN;
      Map<FreshnessCause, Double> rest = new EnumMap<>(FreshnessCause.class);
      rest.put(FreshnessCause.DOWN, down / known);
      rest.put(FreshnessCause.BEHIND, behind / known);
      rest.put(FreshnessCause.SLOW, slow / known);
      rest.put(FreshnessCause.MISSING, missing() / known);
      return rest;
    }

    private Interval interval() {
      if (all == 0) {
        return new Interval(0, 1, CONFIDENCE);
      }
      double ofEach = stale == 0 ? CONFIDENCE : (1 + CONFIDENCE) / 2;
      Interval slowly = FayFeuer.interval(late, perWay, ofEach);
      Interval missing =
          stale == 0
              ? new Interval(0, 0, ofEach)
              : ClopperPearson.interval((long) stale, (long) pairs, ofEach);
      double fewest = slowly.low() + missing.low() * replicas * sent;
      double most = slowly.high() + missing.high() * replicas * sent;
      return new Interval(
              1 - (down + behind + unknown + Math.min(sent, most)) / all,
              1 - (down + behind + Math.min(sent, fewest)) / all,
              CONFIDENCE)
          .within(0, 1);
    }
  }
}
