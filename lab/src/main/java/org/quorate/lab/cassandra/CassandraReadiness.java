package org.quorate.lab.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.local.LocalNode;
import org.quorate.lab.engine.local.Readiness;
import org.quorate.study.progress.Progress;

/**
 * Cassandra nodes are ready when each takes clients over the native protocol, each sees all others
 * alive, and all know the whole ring and have one schema.
 */
final class CassandraReadiness implements Readiness {
  private static final Duration PATIENCE_PER_PROBE = Duration.ofSeconds(2);
  private static final Duration PATIENCE_PER_ANSWER = Duration.ofSeconds(15);
  private static final long PAUSE_MILLISECONDS = 200;
  private static final int SHOWN_LINES = 20;

  private final int ringTokens;
  private final Duration patience;

  /**
   * @param ringTokens the number of tokens of all nodes together
   * @param patience how long nodes may take until they are ready
   */
  CassandraReadiness(int ringTokens, Duration patience) {
    this.ringTokens = ringTokens;
    this.patience = patience;
  }

  @Override
  public void await(List<LocalNode> starting, List<LocalNode> running, Progress.Task task)
      throws EngineException, InterruptedException {
    List<LocalNode> all = Stream.concat(starting.stream(), running.stream()).toList();
    Set<String> addresses =
        all.stream()
            .map(node -> node.advertisedStorageAddress().getAddress().getHostAddress())
            .collect(Collectors.toSet());
    List<LocalNode> waiting = new ArrayList<>(all);
    long deadline = System.nanoTime() + patience.toNanos();
    // A node that hangs never answers, and JMX knows no timeout: each is asked on its own thread.
    ExecutorService threads = Executors.newCachedThreadPool(CassandraReadiness::daemon);
    try {
      while (true) {
        Map<LocalNode, String> reasons = ask(waiting, addresses, threads);
        waiting.retainAll(reasons.keySet());
        task.advance(starting.stream().filter(node -> !waiting.contains(node)).count());
        if (waiting.isEmpty()) {
          return;
        }
        LocalNode first = waiting.get(0);
        String reason = reasons.getOrDefault(first, "");
        task.detail(first.name() + ": " + reason);
        if (System.nanoTime() > deadline) {
          throw late(first, reason);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLISECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Asks every waiting node; those that still miss something, with what it is. */
  private Map<LocalNode, String> ask(
      List<LocalNode> waiting, Set<String> addresses, ExecutorService threads)
      throws EngineException, InterruptedException {
    Map<LocalNode, Future<Optional<String>>> answers = new HashMap<>();
    for (LocalNode node : waiting) {
      answers.put(node, threads.submit(() -> missing(node, addresses)));
    }
    Map<LocalNode, String> reasons = new HashMap<>();
    for (LocalNode node : waiting) {
      if (!node.isAlive()) {
        if (node.state() == NodeState.STOPPED) {
          throw new InterruptedException(node.name() + " was stopped while it was starting.");
        }
        throw StartFailure.ended(node);
      }
      try {
        Objects.requireNonNull(answers.get(node))
            .get(PATIENCE_PER_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
            .ifPresent(reason -> reasons.put(node, reason));
      } catch (ExecutionException | TimeoutException failure) {
        reasons.put(node, "it does not answer about its cluster");
      }
    }
    return reasons;
  }

  private Optional<String> missing(LocalNode node, Set<String> addresses) {
    if (!ClientProbe.answers(node.clientAddress(), PATIENCE_PER_PROBE)) {
      return Optional.of("it takes no clients yet");
    }
    try (Management management = Management.connect(node.managementPort())) {
      return management.missing(addresses, ringTokens);
    } catch (IOException failure) {
      return Optional.of("it cannot be asked about its cluster yet");
    }
  }

  private EngineException late(LocalNode node, String reason) {
    return new EngineException(
        node.name()
            + " is not ready after "
            + patience.toSeconds()
            + " s: "
            + reason
            + "; its log may say why.",
        node.lastLogLines(SHOWN_LINES),
        null);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "readiness");
    thread.setDaemon(true);
    return thread;
  }
}
