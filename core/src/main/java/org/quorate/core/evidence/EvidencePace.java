package org.quorate.core.evidence;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.staleness.DelaySample;

/**
 * How often a process tells others what it knows of a table, and hears of them: as seldom as it
 * reads little, so that this costs about a twentieth of what its reads do, but for news and for who
 * reads hardly anything. Who hears a value knows by its reads how soon the next one is due.
 * Stateless.
 */
public final class EvidencePace {
  /** How many times a value is told while it is trusted, so that one may be lost. */
  public static final int TIMES_OF_TRUST = 3;

  /** Of rounds without news, one in so many is told at least. */
  public static final int MOST_ROUNDS = 4;

  /** To tell and to hear once is four requests of replicas or so: as many as 5 % of 80 reads. */
  private static final double READS_OF_A_ROUND = 80;

  /** Reads count for half after 30 s, so that their sum is that of so many seconds. */
  private static final double SECONDS_OF_READS = 30 / Math.log(2);

  /** So much more of anything is news. */
  private static final double MORE = 1.5;

  private static final double NEW_PAIR = 0.5;

  /** So many reads more may be by chance. */
  private static final double FEW_READS = 5;

  private EvidencePace() {}

  /**
   * In how many rounds a value without news is told once.
   *
   * @param reads of the process, of late
   * @param trusted for how long a value is trusted of a process that reads much
   * @return 1 to {@value #MOST_ROUNDS}
   */
  public static int rounds(AgeCounts reads, Duration trusted) {
    double seconds = trusted.toNanos() / 1e9 / TIMES_OF_TRUST;
    double ofRound = reads.total() * seconds / SECONDS_OF_READS;
    return (int) Math.ceil(Math.min(MOST_ROUNDS, Math.max(1, READS_OF_A_ROUND / ofRound)));
  }

  /**
   * Whether a value has what should not wait: another stale pair, a replica that is behind or no
   * longer is, other terms, classes of keys, the first pair time, half as many reads or round trips
   * more, or ones that are half as long again or were.
   *
   * @param told the last one of the process
   */
  public static boolean isNews(ProcessEvidence value, ProcessEvidence told) {
    return value.terms() != told.terms()
        || isMore(value.reads().total() - FEW_READS, told.reads().total())
        || value.pairs().stale().total() > told.pairs().stale().total() + NEW_PAIR
        || value.between().stale() > told.between().stale() + NEW_PAIR
        || (told.pairTimes().isEmpty() && !value.pairTimes().isEmpty())
        || Double.isNaN(value.othersWrites()) != Double.isNaN(told.othersWrites())
        || isNews(value.roundTrips().slowest(), told.roundTrips().slowest())
        || !replicas(value).equals(replicas(told));
  }

  private static Set<UUID> replicas(ProcessEvidence value) {
    return value.behind().stream().map(ReplicaBehind::replica).collect(Collectors.toSet());
  }

  private static boolean isNews(DelaySample now, DelaySample told) {
    return isMore(now.size(), told.size())
        || (now.size() > 0 && isOther(now.quantile(0.5), told.quantile(0.5)));
  }

  private static boolean isOther(double now, double told) {
    return isMore(now, told) || isMore(told, now);
  }

  private static boolean isMore(double now, double told) {
    return now > MORE * told;
  }
}
