package org.quorate.lab.counter;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.process.ProcessStatistics;

/**
 * Reads the counts of a cluster's servers for one table over JMX, all servers at once, over
 * connections that stay open. A reading takes some ten milliseconds and as much of each server's
 * processor time.
 *
 * <p>A server that is down or frozen is absent from a snapshot and holds it up for the patience at
 * most; while a question to a frozen server is still open, it is not asked another. Used by one
 * thread at a time.
 */
public final class ServerCounters implements CounterReader {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<Server> servers;
  private final Duration patience;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "server-counters");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param keyspace the table's keyspace as the server keeps it, without quotes
   * @param table the table's name, likewise
   * @param patience how long a snapshot waits for a server
   */
  public ServerCounters(
      List<CountedServer> servers, String keyspace, String table, Duration patience) {
    this.servers =
        servers.stream()
            .map(
                server ->
                    new Server(server, new ServerReader(server.connection(), keyspace, table)))
            .toList();
    this.patience = patience;
  }

  /** Counters of a cluster on this machine, with a patience of 5 s. */
  public static ServerCounters of(RunningCluster cluster, String keyspace, String table) {
    return new ServerCounters(
        cluster.nodes().stream().map(CountedServer::of).toList(), keyspace, table, PATIENCE);
  }

  @Override
  public CounterSnapshot read() throws InterruptedException {
    List<@Nullable ProcessStatistics> processes = new ArrayList<>();
    for (Server server : servers) {
      processes.add(server.process());
    }
    for (Server server : servers) {
      server.ask(threads);
    }
    long deadline = System.nanoTime() + patience.toNanos();
    List<CounterSnapshot.Node> nodes = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      Server server = servers.get(i);
      nodes.add(
          new CounterSnapshot.Node(
              server.counted.name(),
              server.answer(threads, deadline),
              processes.get(i),
              server.counted.isHere()));
    }
    return new CounterSnapshot(nodes);
  }

  @Override
  public void close() {
    for (Server server : servers) {
      if (!server.isAsked()) {
        threads.execute(server.reader::close);
      }
    }
    threads.shutdown();
  }

  /** One server and the question to it that may still be open. */
  private static final class Server {
    private final CountedServer counted;
    private final ServerReader reader;
    private @Nullable Future<ServerReading> question;
    private boolean current;

    Server(CountedServer counted, ServerReader reader) {
      this.counted = counted;
      this.reader = reader;
    }

    @Nullable ProcessStatistics process() {
      LongSupplier processId = counted.processId();
      return processId == null
          ? null
          : ProcessStatistics.read(processId.getAsLong())
              .filter(process -> !process.ended())
              .orElse(null);
    }

    void ask(ExecutorService threads) {
      if (!isAsked()) {
        question = threads.submit(reader::read);
        current = true;
      } else {
        current = false;
      }
    }

    @Nullable ServerReading answer(ExecutorService threads, long deadline)
        throws InterruptedException {
      ServerReading reading = await(deadline);
      if (current || isAsked()) {
        return reading;
      }
      // That was the answer to an earlier snapshot's question: the server was frozen and is not
      // now.
      ask(threads);
      return await(deadline);
    }

    private @Nullable ServerReading await(long deadline) throws InterruptedException {
      Future<ServerReading> asked = question;
      if (asked == null) {
        return null;
      }
      try {
        return asked.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException frozen) {
        return null;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException) {
          return null;
        }
        throw new IllegalStateException(e.getCause());
      }
    }

    boolean isAsked() {
      return question != null && !question.isDone();
    }
  }
}
