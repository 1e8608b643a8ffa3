package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.cassandra.jmx.CassandraBeans;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.cassandra.jmx.TopPartitions;
import org.quorate.cassandra.table.TableName;

/**
 * Has the servers' own samplers count which partitions are read, in rounds: {@value
 * #LENGTH_SECONDS} s of each minute, of {@value #MOST_TABLES} tables and {@value #MOST_NODES} nodes
 * at most, which are drawn anew in each round where there are more. A node costs a thread and a JMX
 * connection for as long as a round lasts; one that never answers keeps its thread, and is not
 * asked again. Thread-safe; never throws.
 */
final class ReadSampler implements AutoCloseable {
  static final int MOST_TABLES = 10;
  private static final int MOST_NODES = 20;
  private static final long LENGTH_SECONDS = 5;
  private static final Duration PERIOD = Duration.ofMinutes(1);

  /** How long a node may take to begin and to tell, beside that. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String READS = "ReadLatency";

  private final ManagementAccess access;
  private final Supplier<Collection<Node>> nodes;
  private final Duration length;
  private final BiConsumer<TableName, TopPartitions> found;
  private final Consumer<String> problem;
  private final Set<UUID> asked = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final ExecutorService threads;
  private CompletableFuture<?> round = CompletableFuture.completedFuture(null);
  private boolean hasBegun;
  private long begunAtNanos;

  /**
   * @param nodes of the cluster, at the time
   * @param found told after each round, for each table that some node told of
   * @param problem told sentences for people, each perhaps often
   */
  ReadSampler(
      ManagementAccess access,
      Supplier<Collection<Node>> nodes,
      BiConsumer<TableName, TopPartitions> found,
      Consumer<String> problem) {
    this(access, nodes, Duration.ofSeconds(LENGTH_SECONDS), found, problem);
  }

  /**
   * The same.
   *
   * @param length of each round
   */
  ReadSampler(
      ManagementAccess access,
      Supplier<Collection<Node>> nodes,
      Duration length,
      BiConsumer<TableName, TopPartitions> found,
      Consumer<String> problem) {
    this.access = access;
    this.nodes = nodes;
    this.length = length;
    this.found = found;
    this.problem = problem;
    this.threads =
        new ThreadPoolExecutor(
            0,
            2 * MOST_NODES,
            PATIENCE.toSeconds(),
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, "quorate-read-sampler");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Whether servers sample now, which an observer's own reads would be counted by. */
  synchronized boolean isUnderWay() {
    return !round.isDone();
  }

  /**
   * Begins a round where one is due.
   *
   * @param tables of which the first ones are sampled; none is begun where there is none
   * @param now nanoseconds of the caller's clock
   */
  synchronized void beginIfDue(List<TableName> tables, long now) {
    boolean isEarly = hasBegun && now - begunAtNanos < PERIOD.toNanos();
    if (isEarly || tables.isEmpty() || !round.isDone() || closing.getCount() == 0) {
      return;
    }
    hasBegun = true;
    begunAtNanos = now;
    List<TableName> some = List.copyOf(tables.subList(0, Math.min(MOST_TABLES, tables.size())));
    List<Answer> answers = drawn().stream().map(node -> ask(node, some)).toList();
    round =
        CompletableFuture.allOf(
                answers.stream().map(Answer::partitions).toArray(CompletableFuture<?>[]::new))
            .handle((all, failure) -> tell(answers));
  }

  private List<Node> drawn() {
    List<Node> up = new ArrayList<>();
    for (Node node : nodes.get()) {
      UUID id = node.getHostId();
      if (id != null && !KnownCluster.isDown(node) && !asked.contains(id)) {
        up.add(node);
      }
    }
    Collections.shuffle(up, new Random());
    return up.subList(0, Math.min(MOST_NODES, up.size()));
  }

  /** What a node will have told. */
  private record Answer(Node node, CompletableFuture<Map<TableName, TopPartitions>> partitions) {}

  private Answer ask(Node node, List<TableName> tables) {
    CompletableFuture<Map<TableName, TopPartitions>> answer = new CompletableFuture<>();
    UUID id = Objects.requireNonNull(node.getHostId());
    try {
      asked.add(id);
      threads.execute(
          () -> {
            try {
              answer.complete(sampled(node, tables));
            } catch (IOException | RuntimeException failure) {
              answer.completeExceptionally(failure);
            } catch (InterruptedException ended) {
              Thread.currentThread().interrupt();
              answer.completeExceptionally(ended);
            } finally {
              asked.remove(id);
            }
          });
    } catch (RejectedExecutionException busy) {
      asked.remove(id);
      answer.completeExceptionally(busy);
    }
    long patience = length.plus(PATIENCE).toMillis();
    return new Answer(node, answer.orTimeout(patience, TimeUnit.MILLISECONDS));
  }

  /** What has begun is ended, also where the observer is closed meanwhile. */
  private Map<TableName, TopPartitions> sampled(Node node, List<TableName> tables)
      throws IOException, InterruptedException {
    Map<TableName, Long> before = new LinkedHashMap<>();
    Map<TableName, TopPartitions> partitions = new HashMap<>();
    boolean closed;
    try (ManagementConnection connection = access.connection(node)) {
      try {
        var unused = connection.ask(server -> begin(server, tables, before));
        closed = closing.await(length.toNanos(), TimeUnit.NANOSECONDS);
      } finally {
        if (!before.isEmpty()) {
          partitions.putAll(connection.ask(server -> finished(server, before)));
        }
      }
    }
    return closed ? Map.of() : partitions;
  }

  /**
   * @param before takes the reads that the tables' replica had executed, of each whose sampling has
   *     begun, also where the next one's cannot
   * @return these
   */
  private Map<TableName, Long> begin(
      MBeanServerConnection server, List<TableName> tables, Map<TableName, Long> before)
      throws JMException, IOException {
    List<String> scheduled = TopPartitions.scheduled(server);
    if (!scheduled.isEmpty()) {
      problem.accept(
          "Some node samples reads by a schedule ("
              + String.join(", ", scheduled)
              + "; nodetool profileload), so it was not asked which partitions are read most.");
      return before;
    }
    for (TableName table : tables) {
      try {
        long reads = reads(server, table);
        if (TopPartitions.begin(server, table.keyspace(), table.table(), length.plus(PATIENCE))) {
          before.put(table, reads);
        } else {
          problem.accept(
              "Somebody else samples the reads of " + table + " at some node, so it was left out.");
        }
      } catch (JMException absent) {
        problem.accept(notTold(table, absent));
      }
    }
    return before;
  }

  private Map<TableName, TopPartitions> finished(
      MBeanServerConnection server, Map<TableName, Long> before) throws IOException {
    Map<TableName, TopPartitions> partitions = new HashMap<>();
    for (Map.Entry<TableName, Long> each : before.entrySet()) {
      TableName table = each.getKey();
      try {
        partitions.put(
            table,
            TopPartitions.finish(
                server, table.keyspace(), table.table(), reads(server, table) - each.getValue()));
      } catch (JMException dropped) {
        problem.accept(notTold(table, dropped));
      }
    }
    return partitions;
  }

  private static String notTold(TableName table, JMException failure) {
    return "Some node does not tell which partitions of "
        + table
        + " are read most: "
        + Failures.sentence(failure);
  }

  private static long reads(MBeanServerConnection server, TableName table)
      throws JMException, IOException {
    Long count =
        CassandraBeans.count(server, CassandraBeans.table(table.keyspace(), table.table(), READS));
    return count == null ? 0 : count;
  }

  private @Nullable Void tell(List<Answer> answers) {
    Map<TableName, TopPartitions> sums = new HashMap<>();
    for (Answer answer : answers) {
      var unused =
          answer
              .partitions()
              .whenComplete(
                  (partitions, failure) -> {
                    if (partitions != null) {
                      partitions.forEach(
                          (table, top) -> sums.merge(table, top, TopPartitions::plus));
                    } else if (closing.getCount() > 0) {
                      problem.accept(sentence(answer.node(), failure));
                    }
                  });
    }
    sums.forEach(found);
    return null;
  }

  private static String sentence(Node node, Throwable failure) {
    Throwable cause = Failures.cause(failure);
    return "Which partitions are read most is not known of node "
        + NodeHost.of(node)
        + ", so rows are not drawn as often as they are read there: "
        + (cause instanceof SecurityException
            ? "the JMX login may not call operations, as it may with readwrite in jmxremote.access"
                + " ("
                + cause.getMessage()
                + ")."
            : Failures.sentence(cause));
  }

  /** Has the servers end what they sample, and waits for that, a few seconds at most. */
  @Override
  public void close() {
    closing.countDown();
    threads.shutdown();
    try {
      var unused = threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
