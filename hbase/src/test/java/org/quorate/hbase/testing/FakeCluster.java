package org.quorate.hbase.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.overlay.RowModel;

/**
 * Region servers in memory. A row's server is named by the first letter of its key. Answers take as
 * long as a test says; an action may fail before or after it was applied. Whoever sends an action
 * for a row while another one is under way is noted.
 */
public final class FakeCluster implements WriteTarget, Routing, AutoCloseable {
  private static final int MOST_KEPT = 30;
  private static final int MOST_NOTED = 100_000;

  private final ScheduledExecutorService network =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "fake-network");
            thread.setDaemon(true);
            return thread;
          });
  private final NavigableMap<byte[], RowModel> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final List<Mutation> arrived = new ArrayList<>();
  private final List<List<Row>> requests = new ArrayList<>();
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> delays = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Void>> holds = new ConcurrentHashMap<>();
  private final AtomicInteger overtakings = new AtomicInteger();
  private final AtomicInteger outdated = new AtomicInteger();
  private final int versions;

  private volatile Function<Row, Throwable> before = action -> null;
  private volatile Function<Row, Throwable> after = action -> null;
  private volatile long delayMicros;

  public FakeCluster() {
    this(1);
  }

  /**
   * @param versions that families keep
   */
  public FakeCluster(int versions) {
    this.versions = versions;
  }

  /** Whether no write is on its way. */
  public boolean isIdle() {
    return underWay.isEmpty();
  }

  /** How long every answer takes. */
  public FakeCluster delay(long time, TimeUnit unit) {
    delayMicros = unit.toMicros(time);
    return this;
  }

  /** How long the answers of one server take. */
  public FakeCluster delayOf(String server, long time, TimeUnit unit) {
    delays.put(server, unit.toMicros(time));
    return this;
  }

  /** Nothing arrives at one server until it is released. */
  public FakeCluster hold(String server) {
    holds.put(server, new CompletableFuture<>());
    return this;
  }

  /** What was held arrives, in any order. */
  public void release(String server) {
    CompletableFuture<Void> held = holds.remove(server);
    if (held != null) {
      held.completeAsync(() -> null, network);
    }
  }

  /** What fails without being applied; null for what does not. */
  public FakeCluster failBefore(Function<Row, Throwable> failure) {
    before = failure;
    return this;
  }

  /** Everything with a cell of a family fails, as where a table has no such family. */
  public FakeCluster refuseFamily(byte[] family) {
    return failBefore(
        action ->
            hasFamily(action, family)
                ? new NoSuchColumnFamilyException(Bytes.toString(family))
                : null);
  }

  /** Whether an action has a cell of a family. */
  public static boolean hasFamily(Row action, byte[] family) {
    return mutations(action).stream().anyMatch(each -> each.getFamilyCellMap().containsKey(family));
  }

  /** What is applied and then seems to have failed; null for what does not. */
  public FakeCluster failAfter(Function<Row, Throwable> failure) {
    after = failure;
    return this;
  }

  @Override
  public List<? extends CompletableFuture<?>> send(TableName table, List<Row> actions) {
    synchronized (requests) {
      if (requests.size() < MOST_NOTED) {
        requests.add(List.copyOf(actions));
      }
    }
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (Row action : actions) {
      CompletableFuture<Void> answer = new CompletableFuture<>();
      answers.add(answer);
      String row = Bytes.toStringBinary(action.getRow());
      if (!underWay.add(row)) {
        overtakings.incrementAndGet();
      }
      String server = server(table, action.getRow());
      long delay = delays.getOrDefault(server, delayMicros);
      CompletableFuture<Void> held = holds.get(server);
      Runnable arrival = () -> arrive(action, row, answer);
      if (held != null) {
        var unused = held.thenRun(arrival);
      } else if (delay == 0) {
        network.execute(arrival);
      } else {
        var unused = network.schedule(arrival, delay, TimeUnit.MICROSECONDS);
      }
    }
    return answers;
  }

  private void arrive(Row action, String row, CompletableFuture<Void> answer) {
    Throwable failure = before.apply(action);
    if (failure == null) {
      apply(action);
      failure = after.apply(action);
    }
    underWay.remove(row);
    if (failure == null) {
      answer.complete(null);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  /** A mutation reaches its server. */
  public void apply(Row action) {
    synchronized (rows) {
      for (Mutation mutation : mutations(action)) {
        RowModel row = rows.computeIfAbsent(mutation.getRow(), key -> new RowModel(versions));
        row.apply(mutation);
        if (row.size() > MOST_KEPT) {
          row.compact();
        }
        if (arrived.size() < MOST_NOTED) {
          arrived.add(mutation);
        }
      }
    }
  }

  private static List<Mutation> mutations(Row action) {
    return action instanceof RowMutations several
        ? several.getMutations()
        : List.of((Mutation) action);
  }

  @Override
  public String server(TableName table, byte[] row) {
    return row.length == 0 ? "" : Bytes.toString(row, 0, 1);
  }

  @Override
  public void outdated(TableName table, byte[] row) {
    outdated.incrementAndGet();
  }

  /** The first requests. */
  public List<List<Row>> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /** The first mutations in the order in which they were applied. */
  public List<Mutation> arrived() {
    synchronized (rows) {
      return List.copyOf(arrived);
    }
  }

  /** How often two actions of one row were under way at a time. */
  public int overtakings() {
    return overtakings.get();
  }

  /** How often it was said that regions have moved. */
  public int saidOutdated() {
    return outdated.get();
  }

  /** Looks at the rows while nothing arrives. */
  public <T> T with(Function<NavigableMap<byte[], RowModel>, T> look) {
    synchronized (rows) {
      return look.apply(rows);
    }
  }

  @Override
  public void close() {
    network.shutdownNow();
  }
}
