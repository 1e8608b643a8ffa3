package org.quorate.hbase.stamp;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clocks of a cluster's region servers, from the reports that the master has of them. Asks the
 * master some twenty times a second while it measures, which takes a few seconds, and not at all in
 * between. A question that is not answered within the time of a measurement is given up: the client
 * of HBase may wait for minutes all the same, so questions have a thread of their own, and none is
 * asked while the last one still waits. Thread-safe.
 */
public final class ClusterClocks implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterClocks.class);
  private static final long LOOK_MILLIS = 50;
  private static final Duration MEASURE = Duration.ofSeconds(10);
  private static final Duration EVERY = Duration.ofMinutes(5);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final Connection connection;
  private final Duration measure;
  private final Duration every;
  private final Duration afterFailure;
  private final LongSupplier own;

  /** One thread, which ends when nothing is asked for a while. */
  private final ExecutorService questions =
      DaemonThreads.pool(1, IDLE, new DaemonThreads("quorate-server-clocks-questions"));

  private @Nullable Thread watcher;
  private volatile long shift;
  private volatile boolean closed;

  /**
   * An answer of the master.
   *
   * @param asked when, by this machine's clock in milliseconds
   * @param answered when it came
   */
  private record Answer(long asked, long answered, Map<ServerName, ServerMetrics> servers) {}

  /**
   * @param connection used, and not closed
   * @param own this machine's clock, in milliseconds
   */
  public ClusterClocks(Connection connection, LongSupplier own) {
    this(connection, MEASURE, EVERY, AFTER_FAILURE, own);
  }

  /**
   * @param measure how long reports are watched at most
   * @param every how long a measurement counts
   * @param afterFailure how soon one that failed is made again
   * @param own this machine's clock, in milliseconds
   */
  ClusterClocks(
      Connection connection,
      Duration measure,
      Duration every,
      Duration afterFailure,
      LongSupplier own) {
    this.connection = connection;
    this.measure = measure;
    this.every = every;
    this.afterFailure = afterFailure;
    this.own = own;
  }

  /** Milliseconds to add to this machine's clock; 0 before {@link #learn} found them. */
  public long shift() {
    return shift;
  }

  /**
   * Measures until every server's report was seen to change.
   *
   * @param atMost how long
   * @return the range that all clocks are in, empty if no report changed in that time
   * @throws IOException if the master does not answer, also not at all in that time
   */
  public Optional<ClockOffset> measure(Duration atMost) throws IOException {
    ServerClocks clocks = new ServerClocks();
    long left = atMost.toNanos();
    long deadline = System.nanoTime() + left;
    boolean answered = false;
    try (Admin admin = connection.getAdmin()) {
      boolean all = false;
      while (!all && !closed && left > 0) {
        all = note(answer(admin, left), clocks);
        answered = true;
        if (!all) {
          TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        left = deadline - System.nanoTime();
      }
    } catch (TimeoutException e) {
      // What it said before counts, as it does where a question is answered just in time.
      if (!answered) {
        throw new IOException(
            "The master has not answered within " + Durations.format(atMost) + ".", e);
      }
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while watching the clocks of servers.");
    }
    return clocks.all();
  }

  /**
   * Measures {@link #shift}, which takes until every server has reported, usually some seconds, and
   * ten at most.
   *
   * @throws IOException if it is not known then
   */
  public void learn() throws IOException {
    Optional<ClockOffset> offset;
    try {
      offset = measure(measure);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          "The clocks of the region servers are not known, since the master does not answer ("
              + e.getMessage()
              + "); see why, or set stamp.clock to own.",
          e);
    }
    set(
        offset.orElseThrow(
            () ->
                new IOException(
                    "The clocks of the region servers are not known, since none has reported to"
                        + " the master within "
                        + measure.toSeconds()
                        + " s; see hbase.regionserver.msginterval, or set stamp.clock to own.")));
  }

  /**
   * Keeps {@link #shift} up to date from now on, on a thread of its own; what was learned counts
   * until it is measured again.
   */
  public synchronized void watch() {
    if (watcher == null) {
      Thread thread = new DaemonThreads("quorate-server-clocks").newThread(this::keepWatching);
      thread.start();
      watcher = thread;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (watcher != null) {
      watcher.interrupt();
    }
  }

  private void keepWatching() {
    boolean measured = true;
    while (!closed) {
      try {
        TimeUnit.NANOSECONDS.sleep((measured ? every : afterFailure).toNanos());
      } catch (InterruptedException e) {
        return;
      }
      measured = measuredAgain(measured);
    }
  }

  /**
   * Says whether it worked; of failures that follow each other only the first is in the log.
   *
   * @param before whether it did the last time
   */
  private boolean measuredAgain(boolean before) {
    try {
      learn();
      return true;
    } catch (IOException | RuntimeException e) {
      if (before && !closed) {
        LOG.warn("Stamps go on by the clocks as they were. {}", e.getMessage());
      }
      return false;
    }
  }

  private void set(ClockOffset offset) {
    shift = offset.estimate();
    LOG.info(
        "The clocks of the region servers are {} to {} ms ahead of this machine's.",
        offset.least(),
        offset.most());
  }

  private Answer answer(Admin admin, long nanos)
      throws ExecutionException, InterruptedException, TimeoutException {
    Future<Answer> question = questions.submit(() -> ask(admin));
    try {
      return question.get(nanos, TimeUnit.NANOSECONDS);
    } finally {
      // Does nothing where there is an answer.
      boolean unused = question.cancel(true);
    }
  }

  private Answer ask(Admin admin) throws IOException {
    long asked = own.getAsLong();
    Map<ServerName, ServerMetrics> servers =
        admin
            .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
            .getLiveServerMetrics();
    return new Answer(asked, own.getAsLong(), servers);
  }

  /** Says whether every server is known. */
  private static boolean note(Answer answer, ServerClocks clocks) {
    boolean all = !answer.servers.isEmpty();
    for (Map.Entry<ServerName, ServerMetrics> server : answer.servers.entrySet()) {
      String name = server.getKey().toString();
      clocks.looked(name, server.getValue().getReportTimestamp(), answer.asked, answer.answered);
      all &= clocks.offset(name).isPresent();
    }
    return all;
  }

  /** What a question ended with, for whoever asked it. */
  private static IOException failure(@Nullable Throwable thrown) {
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof IOException failure ? failure : new IOException(thrown);
  }
}
