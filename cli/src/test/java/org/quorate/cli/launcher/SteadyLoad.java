package org.quorate.cli.launcher;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads and writes one table at even rates, whatever becomes of them: 500 keys alike, writes and
 * reads at a level each.
 */
final class SteadyLoad implements AutoCloseable {
  private static final int KEYS = 500;

  private final CqlSession session;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final SplittableRandom random = new SplittableRandom(1);
  final AtomicLong reads = new AtomicLong();
  final AtomicLong writes = new AtomicLong();

  private SteadyLoad(CqlSession session) {
    this.session = session;
  }

  /**
   * Creates the table {@code shop.carts} with three replicas where it is missing, fills it, begins.
   */
  static SteadyLoad begin(
      InetSocketAddress node,
      int readsPerSecond,
      ConsistencyLevel readLevel,
      int writesPerSecond,
      ConsistencyLevel writeLevel) {
    CqlSession session = connect(node);
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    session.execute(
        "CREATE TABLE IF NOT EXISTS shop.carts (id int, line int, item text, PRIMARY KEY (id, line))");
    session.execute("CREATE TABLE IF NOT EXISTS shop.audit (id uuid PRIMARY KEY, what text)");
    PreparedStatement write =
        session.prepare("INSERT INTO shop.carts (id, line, item) VALUES (?, 0, ?)");
    PreparedStatement read =
        session.prepare("SELECT item FROM shop.carts WHERE id = ? AND line = 0");
    for (int id = 0; id < KEYS; id++) {
      session.execute(write.bind(id, "new").setConsistencyLevel(DefaultConsistencyLevel.ALL));
    }
    SteadyLoad load = new SteadyLoad(session);
    load.send(
        writesPerSecond,
        load.writes,
        id -> write.bind(id, "item " + id).setConsistencyLevel(writeLevel));
    load.send(readsPerSecond, load.reads, id -> read.bind(id).setConsistencyLevel(readLevel));
    return load;
  }

  /** As the user that a server with passwords creates some seconds after its start. */
  private static CqlSession connect(InetSocketAddress node) {
    return await("the first user can log in")
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(AllNodesFailedException.class)
        .until(
            () ->
                CqlSession.builder()
                    .addContactPoint(node)
                    .withLocalDatacenter("dc1")
                    .withAuthCredentials("cassandra", "cassandra")
                    .withConfigLoader(
                        DriverConfigLoader.programmaticBuilder()
                            .withDuration(
                                DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                            .build())
                    .build(),
            any -> true);
  }

  /** The session, for what a test has to prepare. */
  CqlSession session() {
    return session;
  }

  private interface Statement {
    BoundStatement on(int id);
  }

  private void send(int perSecond, AtomicLong sent, Statement statement) {
    var unused =
        thread.scheduleAtFixedRate(
            () -> {
              sent.incrementAndGet();
              session.executeAsync(statement.on(random.nextInt(KEYS)));
            },
            0,
            TimeUnit.SECONDS.toNanos(1) / perSecond,
            TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    session.close();
  }

  /** A load for trying things by hand: HOST PORT READS READ-LEVEL WRITES WRITE-LEVEL SECONDS. */
  public static void main(String[] arguments) throws InterruptedException {
    try (SteadyLoad load =
        begin(
            new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])),
            Integer.parseInt(arguments[2]),
            DefaultConsistencyLevel.valueOf(arguments[3]),
            Integer.parseInt(arguments[4]),
            DefaultConsistencyLevel.valueOf(arguments[5]))) {
      Duration time = Duration.ofSeconds(Long.parseLong(arguments[6]));
      boolean ended = load.thread.awaitTermination(time.toSeconds(), TimeUnit.SECONDS);
      System.out.println(load.reads + " reads, " + load.writes + " writes, ended " + ended);
    }
  }
}
