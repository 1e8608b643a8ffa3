package org.quorate.hbase.metric;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts while writes go by, and tells listeners. Thread-safe; counting takes no lock. */
public final class DeferralTally {
  private static final Logger LOG = LoggerFactory.getLogger(DeferralTally.class);
  private static final int MOST_MISSES = 1000;
  private static final int DIGITS = 3;

  /** What listeners have heard of is in their hands; so is how long that takes. */
  private static final long MOST_TELLING_SECONDS = 10;

  /** One thread, which ends when nothing comes for a while. */
  private final ExecutorService own = DaemonThreads.pool(1, Duration.ofSeconds(1), this::newThread);

  private volatile @Nullable Thread ownThread;
  private final List<Notices> listeners = new ArrayList<>();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder flushedWrites = new LongAdder();
  private final LongAdder retriedRows = new LongAdder();
  private final LongAdder waitsForRoom = new LongAdder();
  private final LongAdder refusals = new LongAdder();
  private final LongAdder droppedNotices = new LongAdder();
  private final Map<FlushReason, LongAdder> flushes = new EnumMap<>(FlushReason.class);
  private final Map<MissCause, LongAdder> misses = new EnumMap<>(MissCause.class);
  private final Recorder recentDelay = new Recorder(DIGITS);
  private final Histogram delay = new Histogram(DIGITS);
  private final Deque<MissedBound> latestMisses = new ArrayDeque<>();

  /**
   * @param told who hears of writes, each on the executor that it came with, or on one thread here
   */
  public DeferralTally(List<Listening> told) {
    for (Listening each : told) {
      listeners.add(new Notices(each.listener(), each.executor().orElse(own), droppedNotices));
    }
    for (FlushReason reason : FlushReason.values()) {
      flushes.put(reason, new LongAdder());
    }
    for (MissCause cause : MissCause.values()) {
      misses.put(cause, new LongAdder());
    }
  }

  /** A call of the application is about to return. */
  public void accepted() {
    accepted.increment();
  }

  /** A server has a write; both instants are of one clock, in nanoseconds. */
  public void acknowledged(
      TableName table, Mutation mutation, long acceptedAt, long acknowledgedAt) {
    acknowledged.increment();
    recentDelay.recordValue(
        Math.max(0, TimeUnit.NANOSECONDS.toMicros(acknowledgedAt - acceptedAt)));
    tell(listener -> listener.acknowledged(table, mutation, acceptedAt, acknowledgedAt));
  }

  /** A write was acknowledged too late, or given up. */
  public void missed(MissedBound miss) {
    count(misses, miss.cause());
    synchronized (latestMisses) {
      if (latestMisses.size() == MOST_MISSES) {
        latestMisses.removeFirst();
      }
      latestMisses.addLast(miss);
    }
    tell(listener -> listener.missed(miss));
  }

  /** The bound begins to be missed, or is kept again. */
  public void bound(BoundEvent event) {
    if (event.kept()) {
      LOG.info("{}", event.sentence());
    } else {
      LOG.warn("{}", event.sentence());
    }
    tell(listener -> listener.bound(event));
  }

  /** A write was given up. */
  public void failed(TableName table, Mutation mutation, Throwable reason) {
    failed.increment();
    tell(listener -> listener.failed(table, mutation, reason));
  }

  /** A flush was sent to one server. */
  public void flushed(FlushReason reason, long writes) {
    count(flushes, reason);
    flushedWrites.add(writes);
  }

  /** A row was sent again. */
  public void retried() {
    retriedRows.increment();
  }

  /** A call had to wait for room. */
  public void waitedForRoom() {
    waitsForRoom.increment();
  }

  /** A call was refused for want of room. */
  public void refused() {
    refusals.increment();
  }

  /** Whether the current thread is that of deferral's own on which listeners are told. */
  public boolean isHere() {
    return Thread.currentThread() == ownThread;
  }

  /**
   * Ends the thread of deferral's own on which listeners are told, when they were, or in time; one
   * that closes is not waited for.
   */
  public void close() {
    own.shutdown();
    try {
      if (!isHere() && !own.awaitTermination(MOST_TELLING_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn(
            "A listener of deferred writes has not returned for {} s, and is not waited for.",
            MOST_TELLING_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Thread newThread(Runnable task) {
    Thread made = new DaemonThreads("quorate-deferral-listener").newThread(task);
    ownThread = made;
    return made;
  }

  /** What there is to say now; of what is pending, others know. */
  public DeferralMetrics metrics(
      long pendingBytes, Duration oldestPending, long overdue, double longestWait) {
    Histogram copy;
    synchronized (delay) {
      delay.add(recentDelay.getIntervalHistogram());
      copy = delay.copy();
    }
    List<MissedBound> latest;
    synchronized (latestMisses) {
      latest = new ArrayList<>(latestMisses);
    }
    // In this order, so that what is pending is never negative.
    long done = acknowledged.sum();
    long givenUp = failed.sum();
    long all = accepted.sum();
    return new DeferralMetrics(
        all,
        done,
        givenUp,
        Math.max(0, all - done - givenUp),
        pendingBytes,
        oldestPending,
        overdue,
        sums(flushes),
        flushedWrites.sum(),
        retriedRows.sum(),
        waitsForRoom.sum(),
        refusals.sum(),
        droppedNotices.sum(),
        copy,
        sums(misses),
        List.copyOf(latest),
        longestWait);
  }

  private static <K extends Enum<K>> void count(Map<K, LongAdder> counters, K key) {
    LongAdder counter = counters.get(key);
    if (counter != null) {
      counter.increment();
    }
  }

  private static <K extends Enum<K>> Map<K, Long> sums(Map<K, LongAdder> counters) {
    Map<K, Long> sums = new LinkedHashMap<>();
    counters.forEach((key, counter) -> sums.put(key, counter.sum()));
    return Collections.unmodifiableMap(sums);
  }

  private void tell(Consumer<DeferralListener> notice) {
    for (Notices each : listeners) {
      each.tell(notice);
    }
  }
}
