package org.quorate.cassandra.monitor.jmx;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.SnitchScores;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

/**
 * Reads counts over JMX, from the beans that {@link BeanReading} names. Keeps one connection to
 * each node, which is made anew after a restart.
 *
 * <p>A question takes a daemon thread until the server answers or ends, so a frozen server holds
 * one thread, of 256 at most, and is not asked again until it has answered. A refused login or
 * connection is a {@link SourceException}. Thread-safe.
 */
public final class JmxSource implements CounterSource {
  private static final int MAXIMUM_THREADS = 256;
  private static final long IDLE_SECONDS = 10;
  private static final long STACK_BYTES = 512 << 10;

  /** What hardly ever changes is asked for with one reading of so many. */
  private static final int SELDOM = 60;

  /** What every node says of every other, likewise. */
  private static final int SOMETIMES = 12;

  private final ManagementAccess access;
  private final LongSupplier clock;
  private final ConcurrentMap<UUID, Server> servers = new ConcurrentHashMap<>();
  private final ExecutorService threads;

  /** On the system's clock. */
  public JmxSource(ManagementAccess access) {
    this(access, System::nanoTime);
  }

  /**
   * @param clock nanoseconds, as {@link System#nanoTime()}
   */
  public JmxSource(ManagementAccess access, LongSupplier clock) {
    this.access = access;
    this.clock = clock;
    this.threads =
        new ThreadPoolExecutor(
            0,
            MAXIMUM_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(null, task, "quorate-jmx", STACK_BYTES);
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public String name() {
    return "jmx";
  }

  @Override
  public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
    UUID id = Objects.requireNonNull(node.getHostId());
    CompletableFuture<NodeCounts> reading = new CompletableFuture<>();
    Server server = servers.compute(id, (same, known) -> at(node, known));
    if (!server.asked.compareAndSet(false, true)) {
      return CompletableFuture.failedStage(
          new IOException("An earlier question to the node is still open."));
    }
    try {
      threads.execute(
          () -> {
            try {
              reading.complete(server.read(id, tables, clock));
            } catch (IOException | RuntimeException e) {
              reading.completeExceptionally(explained(server, e));
            } finally {
              server.asked.set(false);
            }
          });
    } catch (RejectedExecutionException e) {
      server.asked.set(false);
      return CompletableFuture.failedStage(e);
    }
    return reading;
  }

  /** The server as known, or a new one where the node has moved to another address. */
  private Server at(Node node, @Nullable Server known) {
    ManagementConnection connection = access.connection(node);
    if (known != null && known.connection.address().equals(connection.address())) {
      return known;
    }
    if (known != null) {
      close(known);
    }
    return new Server(connection);
  }

  private static Exception explained(Server server, Exception failure) {
    String address = server.connection.address().toString();
    if (failure instanceof SecurityException) {
      return new SourceException(
          "JMX at "
              + address
              + " refuses: "
              + failure.getMessage()
              + "; give the user and password of a role that may read it, in a file or the"
              + " environment.",
          failure);
    }
    if (isRefused(failure)) {
      return new SourceException(
          "Nothing listens for JMX at "
              + address
              + "; Cassandra opens it to other machines only with LOCAL_JMX=no in"
              + " cassandra-env.sh.",
          failure);
    }
    return failure;
  }

  private static boolean isRefused(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          && String.valueOf(cause.getMessage()).contains("refused")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void forget(UUID hostId) {
    Server server = servers.remove(hostId);
    if (server != null) {
      close(server);
    }
  }

  /** Closing may block like a question, and waits for none that is open. */
  private void close(Server server) {
    try {
      threads.execute(server.connection::close);
    } catch (RejectedExecutionException busy) {
      // Ends with the process; no thread is free because that many servers do not answer.
    }
  }

  @Override
  public void close() {
    List<Server> open = new ArrayList<>(servers.values());
    servers.clear();
    open.forEach(this::close);
    threads.shutdown();
  }

  /**
   * A node's connection, whether a question to it is open, and what is not asked with each reading.
   * Used by one thread at a time.
   */
  private static final class Server {
    private final ManagementConnection connection;
    private final AtomicBoolean asked = new AtomicBoolean();
    private Set<TableName> askedOf = Set.of();
    private Set<TableName> conditionallyWritten = Set.of();
    private @Nullable SnitchScores snitch;
    private int readings;

    Server(ManagementConnection connection) {
      this.connection = connection;
    }

    NodeCounts read(UUID id, Set<TableName> tables, LongSupplier clock) throws IOException {
      return connection.ask(
          server -> {
            BeanReading beans = new BeanReading(server);
            long asked = clock.getAsLong();
            var counts = beans.tables(tables);
            long answered = clock.getAsLong();
            if (readings % SOMETIMES == 0) {
              snitch = beans.snitch();
            }
            if (readings++ % SELDOM == 0 || !askedOf.equals(tables)) {
              conditionallyWritten = beans.conditionallyWritten(tables);
              askedOf = Set.copyOf(tables);
            }
            return new NodeCounts(
                id,
                asked + (answered - asked) / 2,
                counts,
                beans.health(conditionallyWritten, snitch));
          });
    }
  }
}
