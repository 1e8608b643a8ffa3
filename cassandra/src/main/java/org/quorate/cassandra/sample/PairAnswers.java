package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.quorate.cassandra.access.Failures;

/** What the answers of a pair tell beside which of them is stale. Stateless. */
final class PairAnswers {
  /** A part of what a pair took, so that what a pause does to its times is no clock. */
  private static final int LEAST_LEAD = 10;

  /** What is dated further ahead than this was not dated by a clock, but by who wrote it. */
  private static final Duration MOST_LEAD = Duration.ofHours(1);

  /** What was written a moment ago may differ at a third replica, and is repaired, unseen here. */
  static boolean areAlike(PairFinding found, long ageMicros, long[] took) {
    boolean isOld =
        ageMicros == PairTally.NO_AGE
            || TimeUnit.MICROSECONDS.toNanos(ageMicros) > Math.max(took[0], took[1]);
    return found == PairFinding.SAME && isOld;
  }

  static boolean areClocksApart(SliceAnswer weak, SliceAnswer strong, long sentAt, long[] took) {
    long lead = Math.max(took[0], took[1]) / LEAST_LEAD;
    long last = sentAt + TimeUnit.NANOSECONDS.toMicros(MOST_LEAD.toNanos());
    return weak.newestUntil(last) > sentAt + TimeUnit.NANOSECONDS.toMicros(took[0] + lead)
        || strong.newestUntil(last) > sentAt + TimeUnit.NANOSECONDS.toMicros(took[1] + lead);
  }

  /** Where a replica is known to be down the servers say so at once, and nothing is hidden. */
  static boolean isLost(Throwable failure) {
    Throwable cause = Failures.cause(failure);
    return cause instanceof ReadTimeoutException
        || cause instanceof ReadFailureException
        || cause instanceof DriverTimeoutException;
  }

  /** Why a table has no pairs, for people. */
  static String notAllowed(PairedReads.Levels pair, Duration triedAgainAfter) {
    return "The servers do not allow reads at "
        + pair.weak()
        + " or at "
        + pair.strong()
        + " (guardrail read_consistency_levels_disallowed), so the table's reads are compared with"
        + " none; one pair is tried again every "
        + triedAgainAfter.toMinutes()
        + " minutes.";
  }

  private PairAnswers() {}
}
