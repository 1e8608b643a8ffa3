package org.quorate.cli.launcher;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.OperationTag;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.JudgedReads;
import org.quorate.core.oracle.Oracle;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.LoadStream;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.load.history.TaggedLane;
import org.quorate.load.store.Store;
import org.quorate.load.store.VersionClock;

/**
 * A load on one table, of which every operation is kept in memory and judged by the oracle: what
 * its reads of any time found is known exactly. Used by one thread.
 */
final class JudgedLoad implements AutoCloseable {
  private static final int MOST_UNDER_WAY = 4_000;
  private static final int FILLING_CLIENTS = 32;
  private static final Duration DRAIN = Duration.ofSeconds(20);

  /** It ends when it is told to. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Workload workload;
  private final KeySequence keys;
  private final List<Store> sessions;
  private final VersionClock versions = SystemTime.versions();
  private final OperationLog log = new OperationLog();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private volatile boolean over;
  private @Nullable Future<LoadOutcome> driven;

  /**
   * Reads of some time.
   *
   * @param reads that succeeded
   * @param stale of these
   * @param nanos how long each took, sorted
   */
  record Reads(long reads, long stale, List<Long> nanos) {
    double staleRate() {
      return (double) stale / reads;
    }

    /** NaN without reads. */
    double p99Millis() {
      return nanos.isEmpty()
          ? Double.NaN
          : nanos.get(Math.min(nanos.size() - 1, (int) (0.99 * nanos.size()))) / 1e6;
    }
  }

  JudgedLoad(Workload workload, List<Store> sessions) {
    this.workload = workload;
    this.keys = workload.keySequence();
    this.sessions = List.copyOf(sessions);
  }

  /** Writes all rows, to all replicas. */
  void fill(long seed) throws InterruptedException {
    LoadOutcome outcome =
        drive(
            1,
            new LoadPlan(
                1,
                lane -> {
                  LoadStream rows = workload.load(seed, lane, 1);
                  return rows::next;
                },
                new LoadPlan.Closed(FILLING_CLIENTS, 0),
                Levels.fixed(Level.ALL, Level.ALL),
                key -> {},
                LONGEST,
                DRAIN,
                LoadPlan.PATIENCE,
                lane -> new Lane()));
    long written = outcome.kinds().values().stream().mapToLong(LoadOutcome.Kind::ok).sum();
    if (written != workload.insertCount()) {
      throw new IllegalStateException(
          "Of " + workload.insertCount() + " rows " + written + " could be written.");
    }
  }

  /** Begins to send: reads at ONE, through each session alike. */
  void begin(double perSecond, Level writeLevel, long seed) {
    ArrivalProcess arrivals = ArrivalProcess.constant(perSecond, true, null);
    int lanes = sessions.size();
    LoadPlan plan =
        new LoadPlan(
            lanes,
            lane -> {
              OperationStream operations = workload.stream(seed, lane, keys);
              return () -> over ? null : operations.next();
            },
            new LoadPlan.Open(lane -> arrivals.schedule(seed, lane, lanes), MOST_UNDER_WAY),
            Levels.fixed(Level.ONE, writeLevel),
            keys::acknowledge,
            LONGEST,
            DRAIN,
            LoadPlan.PATIENCE,
            lane -> new Lane());
    driven = thread.submit(() -> drive(lanes, plan));
  }

  private LoadOutcome drive(int lanes, LoadPlan plan) throws InterruptedException {
    return new LoadDriver(lane -> sessions.get(lanes == 1 ? 0 : lane), versions, new SystemTime())
        .drive(plan, second -> {});
  }

  /** Of all lanes together. */
  private final class Lane extends TaggedLane {
    @Override
    protected void add(long key, long version, long invokeNanos, long completeNanos, long tag) {
      synchronized (log) {
        log.add(key, version, invokeNanos, completeNanos, tag);
      }
    }
  }

  /** Ends the sending, and waits for the last answers. */
  void end() throws InterruptedException {
    over = true;
    Future<LoadOutcome> running = driven;
    if (running != null) {
      try {
        var unused = running.get(LoadPlan.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException failed) {
        throw new IllegalStateException("The load failed: " + failed, failed);
      }
    }
  }

  /** Reads that ended until now, whatever their outcome, as coordinators count them. */
  long endedReads() {
    synchronized (log) {
      return IntStream.range(0, log.size()).filter(i -> !OperationTag.isWrite(log.tag(i))).count();
    }
  }

  /** What the reads found that were sent between two instants; once the load has ended. */
  Reads between(long from, long to) {
    long[] counts = new long[2];
    synchronized (log) {
      new Oracle(
              0,
              List.of(),
              new JudgedReads() {
                @Override
                public void read(long tag, long invoked, long sinceWrite, boolean stale) {
                  if (invoked - from >= 0 && invoked - to < 0) {
                    counts[0]++;
                    counts[1] += stale ? 1 : 0;
                  }
                }

                @Override
                public void keyEnds() {}
              })
          .add(log);
      List<Long> nanos =
          IntStream.range(0, log.size())
              .filter(i -> !OperationTag.isWrite(log.tag(i)) && OperationTag.isOk(log.tag(i)))
              .filter(i -> log.invokeNanos(i) - from >= 0 && log.invokeNanos(i) - to < 0)
              .mapToLong(i -> log.completeNanos(i) - log.invokeNanos(i))
              .sorted()
              .boxed()
              .toList();
      return new Reads(counts[0], counts[1], nanos);
    }
  }

  @Override
  public void close() {
    over = true;
    thread.shutdownNow();
  }
}
