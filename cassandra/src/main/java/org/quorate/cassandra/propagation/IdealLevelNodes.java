package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All nodes whose ideal level was set, asked at once on threads of their own: one for each node,
 * since management blocks for as long as a server is frozen. Thread-safe.
 */
final class IdealLevelNodes {
  /** How long one node may take to answer. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(IdealLevelNodes.class);

  private final Function<Node, IdealLevelNode> management;
  private final String withoutPrevious;
  private final Map<Node, IdealLevelNode> nodes = new ConcurrentHashMap<>();
  private final AtomicInteger threads = new AtomicInteger();
  private final ExecutorService executor;
  private volatile boolean ended;

  /**
   * @param management how a node is reached, called once for each
   * @param withoutPrevious the level that is left where there was none before
   */
  IdealLevelNodes(Function<Node, IdealLevelNode> management, String withoutPrevious) {
    this.management = management;
    this.withoutPrevious = withoutPrevious;
    this.executor =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "quorate-ideal-level-" + threads.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * What nodes together had since they were asked before.
   *
   * @param totals of those that answered
   * @param answered how many did
   * @param failures why the others did not
   */
  record Advance(WriteTotals totals, int answered, List<Throwable> failures) {
    static final Advance NONE = new Advance(WriteTotals.NONE, 0, List.of());

    Advance {
      failures = List.copyOf(failures);
    }

    /** The same of further nodes. */
    Advance and(Advance other) {
      List<Throwable> both = new ArrayList<>(failures);
      both.addAll(other.failures);
      return new Advance(totals.plus(other.totals), answered + other.answered, both);
    }

    /** Later writes of the same nodes. */
    Advance then(Advance later) {
      return new Advance(totals.plus(later.totals), later.answered, later.failures);
    }
  }

  /** Asks each, setting its level where it has another one. Never fails before {@link #restore}. */
  CompletableFuture<Advance> advance(Collection<Node> asked) {
    CompletableFuture<Advance> sum = CompletableFuture.completedFuture(Advance.NONE);
    for (Node node : asked) {
      sum = sum.thenCombine(advance(node), Advance::and);
    }
    return sum;
  }

  private CompletableFuture<Advance> advance(Node node) {
    if (ended) {
      return CompletableFuture.completedFuture(Advance.NONE);
    }
    IdealLevelNode managed = nodes.computeIfAbsent(node, management);
    return answer(managed::advance)
        .handle(
            (totals, failure) ->
                failure == null
                    ? new Advance(totals, 1, List.of())
                    : new Advance(WriteTotals.NONE, 0, List.of(Failures.cause(failure))));
  }

  /**
   * Forgets those that are no members of the cluster any more. Each gets its level back where it
   * still answers, and nothing is told of one that does not, since it may be gone for good.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for what has left.
  void retain(Collection<Node> members) {
    if (ended) {
      return;
    }
    for (Node node : List.copyOf(nodes.keySet())) {
      IdealLevelNode left = members.contains(node) ? null : nodes.remove(node);
      if (left != null) {
        answer(left::restore);
      }
    }
  }

  /** Completes after that time. */
  CompletableFuture<Advance> after(Duration time) {
    return CompletableFuture.supplyAsync(
        () -> Advance.NONE,
        CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS, executor));
  }

  /** Something that may block, and throw what it likes. */
  private interface Blocking<T> {
    T call() throws Exception;
  }

  private <T> CompletableFuture<T> answer(Blocking<T> question) {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return question.call();
              } catch (Exception failure) {
                throw new CompletionException(failure);
              }
            },
            executor)
        .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Gives every node its level back, waiting a few seconds for those that do not answer, and
   * changes none afterwards. Tells of each that could not be left as it was.
   */
  void restore() {
    ended = true;
    List<CompletableFuture<?>> pending = new ArrayList<>();
    nodes.forEach(
        (node, managed) ->
            pending.add(
                answer(managed::restore)
                    .handle(
                        (left, failure) -> {
                          report(node, left, failure);
                          return node;
                        })));
    pending.forEach(CompletableFuture::join);
    executor.shutdown();
  }

  private void report(Node node, IdealLevelNode.@Nullable Left left, @Nullable Throwable failure) {
    if (failure != null) {
      LOG.warn(
          "The ideal consistency level of {} could not be set back from {}: {}",
          node.getEndPoint(),
          IdealLevelNode.IDEAL,
          Failures.cause(failure).toString());
    } else if (left == IdealLevelNode.Left.WITH_IDEAL) {
      LOG.warn(
          "{} had the ideal consistency level {} already when it was asked first, and keeps it; if"
              + " that is from a program that measured propagation times and was killed, set it"
              + " back by setIdealConsistencyLevel of org.apache.cassandra.db:type=StorageProxy, or"
              + " restart the server.",
          node.getEndPoint(),
          IdealLevelNode.IDEAL);
    } else if (left == IdealLevelNode.Left.WITH_ANOTHER) {
      LOG.info(
          "{} had no ideal consistency level, and cannot be given none again before it is"
              + " restarted; it is left at {}.",
          node.getEndPoint(),
          withoutPrevious);
    }
  }
}
