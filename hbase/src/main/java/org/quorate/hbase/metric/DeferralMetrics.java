package org.quorate.hbase.metric;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What deferral did since it was opened.
 *
 * @param accepted writes whose call has returned
 * @param acknowledged of these, by a server
 * @param failed of these, given up
 * @param pendingWrites accepted, neither acknowledged nor given up
 * @param pendingBytes what these take in memory, and what waits to be handed back
 * @param oldestPending how long the oldest of these waits, whether or not anybody answers
 * @param overdue pending writes that have missed the bound already, and are in no miss below yet
 * @param flushes requests' worth of writes sent to one server at a time, by what started them
 * @param flushedWrites writes in them; with {@code flushes} it gives the mean size
 * @param retriedRows rows that were sent again after a failure that may pass
 * @param waitsForRoom calls that had to wait until something was acknowledged
 * @param refusals calls that were refused because nothing more could be kept
 * @param droppedNotices what listeners were not told of, since they did not keep up
 * @param delay microseconds from acceptance until acknowledgement of every acknowledged write; a
 *     copy
 * @param misses of the bound by cause
 * @param latestMisses the last of them, oldest first, at most a thousand
 * @param longestWait seconds that a write may wait for others now: 35 % of the bound, or less, down
 *     to 25 %, where flushes were slow of late; 0 where deferral is off
 */
public record DeferralMetrics(
    long accepted,
    long acknowledged,
    long failed,
    long pendingWrites,
    long pendingBytes,
    Duration oldestPending,
    long overdue,
    Map<FlushReason, Long> flushes,
    long flushedWrites,
    long retriedRows,
    long waitsForRoom,
    long refusals,
    long droppedNotices,
    Histogram delay,
    Map<MissCause, Long> misses,
    List<MissedBound> latestMisses,
    double longestWait) {
  /** Writes that were acknowledged too late, or given up. */
  public long missed() {
    return misses.values().stream().mapToLong(Long::longValue).sum();
  }
}
