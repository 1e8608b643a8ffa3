package org.quorate.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.UserProvider;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection that flushes take: the application's, or one of its own that is opened when it is
 * first asked for, and closed with this. Thread-safe; nothing waits for a lock.
 */
final class FlushConnection implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(FlushConnection.class);

  /** As long as for what earlier processes left: an application is to start, or to be told. */
  private static final Duration MOST_WAIT = Duration.ofMinutes(1);

  private final Opening opening;
  private final boolean given;
  private final Duration mostWait;

  /** Guarded by this. */
  private @Nullable CompletableFuture<AsyncConnection> opened;

  private boolean closed;

  /** Begins to open one. */
  interface Opening {
    CompletableFuture<AsyncConnection> begin() throws IOException;
  }

  FlushConnection(Opening opening, Duration mostWait) {
    this(opening, false, mostWait);
  }

  private FlushConnection(Opening opening, boolean given, Duration mostWait) {
    this.opening = opening;
    this.given = given;
    this.mostWait = mostWait;
  }

  /** One of its own with the configuration and the user of another. */
  static FlushConnection beside(Connection connection) {
    return beside(connection, ConnectionFactory::createAsyncConnection);
  }

  /**
   * The same.
   *
   * @param client begins to open one for somebody
   */
  static FlushConnection beside(
      Connection connection,
      BiFunction<Configuration, User, CompletableFuture<AsyncConnection>> client) {
    return new FlushConnection(
        () -> client.apply(connection.getConfiguration(), user(connection)), MOST_WAIT);
  }

  /** The application's, which is not closed. */
  static FlushConnection of(AsyncConnection connection) {
    return new FlushConnection(
        () -> CompletableFuture.completedFuture(connection), true, MOST_WAIT);
  }

  /**
   * The connection. One that has not come in time is waited for again by the next call.
   *
   * @throws IOException if there is none within a minute, or this is closed and would open one
   */
  AsyncConnection get() throws IOException {
    CompletableFuture<AsyncConnection> awaited = opened();
    try {
      return awaited.get(mostWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while connecting to HBase.");
    } catch (TimeoutException e) {
      throw none(" within " + Durations.format(mostWait), e);
    } catch (ExecutionException e) {
      forget(awaited);
      throw none("", e.getCause());
    }
  }

  private static IOException none(String within, @Nullable Throwable cause) {
    return new IOException(
        "There is no asynchronous connection to HBase"
            + within
            + "; see whether ZooKeeper and the master answer.",
        cause);
  }

  private synchronized CompletableFuture<AsyncConnection> opened() throws IOException {
    if (closed && !given) {
      throw new IOException("Deferral is closed; no connection is opened any more.");
    }
    CompletableFuture<AsyncConnection> known = opened;
    if (known == null) {
      known = opening.begin();
      opened = known;
    }
    return known;
  }

  private synchronized void forget(CompletableFuture<AsyncConnection> failed) {
    if (opened == failed) {
      opened = null;
    }
  }

  /** Closes what was opened here; what comes only later is closed then. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    CompletableFuture<AsyncConnection> own = given ? null : opened;
    AsyncConnection there = own == null || own.isCompletedExceptionally() ? null : own.getNow(null);
    if (there != null) {
      there.close();
    } else if (own != null) {
      CompletableFuture<Void> unused = own.thenAccept(FlushConnection::closeUnused);
    }
  }

  private static void closeUnused(AsyncConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      LOG.debug("A connection that nobody waits for any more could not be closed.", e);
    }
  }

  /** As whom a connection asks: its own user where it says so, else the one who runs this. */
  static User user(Connection connection) throws IOException {
    if (connection instanceof ClusterConnection cluster) {
      try {
        return cluster.getUser();
      } catch (NoSuchMethodError olderClient) {
        LOG.debug("The client does not say whose its connections are.");
      }
    }
    return UserProvider.instantiate(connection.getConfiguration()).getCurrent();
  }
}
