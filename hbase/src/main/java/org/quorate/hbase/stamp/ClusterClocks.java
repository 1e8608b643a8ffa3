package org.quorate.hbase.stamp;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clocks of a cluster's region servers, from the reports that the master has of them. Asks the
 * master some twenty times a second while it measures, which takes a few seconds, and not at all in
 * between. Thread-safe.
 */
public final class ClusterClocks implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterClocks.class);
  private static final long LOOK_MILLIS = 50;
  private static final Duration MEASURE = Duration.ofSeconds(10);
  private static final long EVERY_MINUTES = 5;

  private final Connection connection;
  private final AtomicBoolean watching = new AtomicBoolean();
  private @Nullable Thread watcher;
  private volatile long shift;
  private volatile boolean closed;

  /**
   * @param connection used, and not closed
   */
  public ClusterClocks(Connection connection) {
    this.connection = connection;
  }

  /** Milliseconds to add to this machine's clock; 0 unless {@link #watch} found them. */
  public long shift() {
    return shift;
  }

  /**
   * Measures until every server's report was seen to change.
   *
   * @param atMost how long
   * @return the range that all clocks are in, empty if no report changed in that time
   * @throws IOException if the master does not answer
   */
  public Optional<ClockOffset> measure(Duration atMost) throws IOException {
    ServerClocks clocks = new ServerClocks();
    long deadline = System.nanoTime() + atMost.toNanos();
    try (Admin admin = connection.getAdmin()) {
      boolean all = false;
      while (!all && !closed && System.nanoTime() < deadline) {
        all = look(admin, clocks);
        if (!all) {
          TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while watching the clocks of servers.");
    }
    return clocks.all();
  }

  /** Keeps {@link #shift} up to date from now on, on a thread of its own. */
  public synchronized void watch() {
    if (watching.compareAndSet(false, true)) {
      Thread thread = new Thread(this::keepWatching, "quorate-server-clocks");
      thread.setDaemon(true);
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
    while (!closed) {
      try {
        measure(MEASURE).ifPresent(this::set);
      } catch (IOException | RuntimeException e) {
        if (closed) {
          return;
        }
        LOG.warn(
            "The clocks of the region servers are not known; stamps stay as they are. {}",
            e.toString());
      }
      try {
        TimeUnit.MINUTES.sleep(EVERY_MINUTES);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void set(ClockOffset offset) {
    shift = offset.estimate();
    LOG.info(
        "The clocks of the region servers are {} to {} ms ahead of this machine's.",
        offset.least(),
        offset.most());
  }

  /** Looks once, and says whether every server is known. */
  private static boolean look(Admin admin, ServerClocks clocks) throws IOException {
    long asked = System.currentTimeMillis();
    Map<ServerName, ServerMetrics> servers =
        admin
            .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
            .getLiveServerMetrics();
    long answered = System.currentTimeMillis();
    boolean all = !servers.isEmpty();
    for (Map.Entry<ServerName, ServerMetrics> server : servers.entrySet()) {
      String name = server.getKey().toString();
      clocks.looked(name, server.getValue().getReportTimestamp(), asked, answered);
      all &= clocks.offset(name).isPresent();
    }
    return all;
  }
}
