package org.quorate.cassandra.sample;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.recency.ReplicaPairs.StaleReplica;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedTails.Tails;
import org.quorate.core.statistics.Wilson;

/**
 * What pairs of reads of one table have shown so far. A rate here is sampled and judged by the
 * timestamps of writes, not by the completion of writes as an oracle would; clocks of clients that
 * are apart shift reads between {@code stale} and {@code underWay}.
 *
 * @param weak the weaker level
 * @param strong the level compared with
 * @param pairs in which both reads succeeded
 * @param stale of these, the weaker read lacked a cell of a row, or had it older, that the other
 *     had and that had been written before the pair was sent
 * @param underWay of these, what it lacked was written while the pair was under way, which is
 *     allowed
 * @param newer of these, the weaker read returned the newer version
 * @param undecided of these, what differed has no date: the weaker read had something that the
 *     other had not, so that it may have been deleted or have expired before or since
 * @param tooLong pairs of slices with more rows than are compared; not among {@code pairs}
 * @param failed pairs of which a read failed; not among {@code pairs}
 * @param rate stale over pairs with Wilson's 95 % interval; 0 to 1 while there are none
 * @param weakMillis mean time of the weaker read, milliseconds; NaN while there are none
 * @param strongMillis mean time of the other
 * @param ownMillis mean time of the application's own reads beside which pairs were sent
 * @param oldestStaleMillis the longest time, over the stale pairs, since the newest write that the
 *     other read returned, by the writers' clocks; NaN while none was stale or has a date
 * @param fresh of the pairs, those of rows that had been written less than a second before
 * @param savedMillis by how much the weaker read was faster on average, milliseconds; the 95 %
 *     interval of the mean of the pairs' differences, by the normal distribution; empty below 10
 *     pairs
 * @param tails the 99th percentiles of the times of both reads, the weaker one's first, and by how
 *     much that is the shorter; empty while there are too few pairs
 * @param staleReplica one whose weaker reads were stale more often than those of the others, not by
 *     chance; known where one replica answers a weaker read
 */
public record PairResult(
    Level weak,
    Level strong,
    long pairs,
    long stale,
    long underWay,
    long newer,
    long undecided,
    long tooLong,
    long failed,
    Interval rate,
    double weakMillis,
    double strongMillis,
    double ownMillis,
    double oldestStaleMillis,
    long fresh,
    Optional<Interval> savedMillis,
    Optional<Tails> tails,
    Optional<StaleReplica> staleReplica) {
  private static final double CONFIDENCE = 0.95;

  /**
   * These pairs and others of the same levels; how much time is saved is not known of both
   * together.
   */
  public PairResult plus(PairResult others) {
    long all = pairs + others.pairs;
    return new PairResult(
        weak,
        strong,
        all,
        stale + others.stale,
        underWay + others.underWay,
        newer + others.newer,
        undecided + others.undecided,
        tooLong + others.tooLong,
        failed + others.failed,
        Wilson.interval(stale + others.stale, all, CONFIDENCE),
        mean(weakMillis, others.weakMillis, others.pairs),
        mean(strongMillis, others.strongMillis, others.pairs),
        Double.NaN,
        Double.isNaN(oldestStaleMillis)
            ? others.oldestStaleMillis
            : Math.max(
                oldestStaleMillis,
                Double.isNaN(others.oldestStaleMillis) ? 0 : others.oldestStaleMillis),
        fresh + others.fresh,
        Optional.empty(),
        Optional.empty(),
        staleReplica.or(() -> others.staleReplica));
  }

  private double mean(double mine, double others, long otherPairs) {
    return pairs == 0
        ? others
        : otherPairs == 0 ? mine : (pairs * mine + otherPairs * others) / (pairs + otherPairs);
  }

  /** What was found, for people; one sentence, and another where a replica may lack writes. */
  public String sentence() {
    return pairs == 0
        ? "No pair of reads has ended yet."
        : String.format(
                Locale.ROOT,
                "Of %,d reads that were sampled, %,d would have been stale at %s (%s %%, 95 %%"
                    + " interval %s to %s %%), which took %s ms on average, instead of %s ms at %s.",
                pairs,
                stale,
                weak,
                percent((double) stale / pairs),
                percent(rate.low()),
                percent(rate.high()),
                twoDigits(weakMillis),
                twoDigits(strongMillis),
                strong)
            + staleReplica.map(PairResult::sentence).orElse("");
  }

  private static String sentence(StaleReplica one) {
    return String.format(
        Locale.ROOT,
        " By way of %s %,d of %,d were stale, by way of the others %,d of %,d, which is not chance:"
            + " it lacks or lacked writes, or has a popular row that the others have not.",
        one.replica(),
        one.stale(),
        one.pairs(),
        one.othersStale(),
        one.othersPairs());
  }

  private static String percent(double rate) {
    return rate == 0 ? "0" : twoDigits(100 * rate);
  }

  private static String twoDigits(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(2)).toPlainString();
  }
}
