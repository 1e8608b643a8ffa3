package org.quorate.lab.link.relay;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.LinkReport;
import org.quorate.study.result.Latencies;

/**
 * Counts what one link delivered. {@link #delivered} is called by the relay's thread alone and
 * neither waits nor allocates; the rest is for any thread.
 */
final class LinkStatistics implements ChunkQueue.Deliveries {
  /** Delays are told apart from here on; half a microsecond is finer than any wait. */
  private static final long FINEST_NANOS = 1_000;

  /** What a cut held longer than this counts as this long. */
  private static final long LONGEST_NANOS = DelayDistribution.LONGEST.toNanos();

  private static final int DIGITS = 3;

  private final SingleWriterRecorder recorder =
      new SingleWriterRecorder(FINEST_NANOS, LONGEST_NANOS, DIGITS);
  private final AtomicLong bytes = new AtomicLong();
  private final Histogram sinceReset = new Histogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);
  private Histogram interval = recorder.getIntervalHistogram();
  private long bytesAtReset;

  @Override
  public void delivered(int count, long delayNanos) {
    recorder.recordValue(Math.min(delayNanos, LONGEST_NANOS));
    // Last, so that whoever sees the bytes sees their delay too.
    bytes.lazySet(bytes.getPlain() + count);
  }

  synchronized LinkReport report(int from, int to, String configured) {
    long delivered = bytes.get();
    collect();
    return new LinkReport(
        from,
        to,
        configured,
        delivered - bytesAtReset,
        sinceReset.getTotalCount(),
        summary(sinceReset));
  }

  synchronized void reset() {
    collect();
    sinceReset.reset();
    bytesAtReset = bytes.get();
  }

  private void collect() {
    interval = recorder.getIntervalHistogram(interval);
    sinceReset.add(interval);
  }

  private static Latencies summary(Histogram nanoseconds) {
    if (nanoseconds.getTotalCount() == 0) {
      return Latencies.NONE;
    }
    return new Latencies(
        nanoseconds.getTotalCount(),
        nanoseconds.getMean(),
        nanoseconds.getValueAtPercentile(50),
        nanoseconds.getValueAtPercentile(90),
        nanoseconds.getValueAtPercentile(95),
        nanoseconds.getValueAtPercentile(99),
        nanoseconds.getValueAtPercentile(99.9),
        nanoseconds.getMaxValue());
  }
}
