package org.quorate.lab.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.local.LocalNode;
import org.quorate.lab.engine.local.Readiness;
import org.quorate.study.progress.Progress;

/**
 * Cassandra nodes are ready when each takes clients over the native protocol, each sees all others
 * alive, and all know the whole ring and have one schema.
 */
final class CassandraReadiness implements Readiness {
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(2);
  private static final Duration VIEW_PATIENCE = Duration.ofSeconds(10);
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
    Map<LocalNode, String> reasons = new HashMap<>();
    long deadline = System.nanoTime() + patience.toNanos();
    while (!waiting.isEmpty()) {
      for (LocalNode node : List.copyOf(waiting)) {
        if (!node.isAlive()) {
          throw StartFailure.ended(node);
        }
        @Nullable String reason = missing(node, addresses);
        if (reason == null) {
          waiting.remove(node);
        } else {
          reasons.put(node, reason);
        }
      }
      task.advance(starting.stream().filter(node -> !waiting.contains(node)).count());
      if (!waiting.isEmpty()) {
        LocalNode next = waiting.get(0);
        String reason = reasons.getOrDefault(next, "");
        task.detail(next.name() + ": " + reason);
        if (System.nanoTime() > deadline) {
          throw new EngineException(
              next.name()
                  + " is not ready after "
                  + patience.toSeconds()
                  + " s: "
                  + reason
                  + "; its log may say why.",
              next.lastLogLines(SHOWN_LINES),
              null);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLISECONDS);
      }
    }
  }

  private @Nullable String missing(LocalNode node, Set<String> addresses)
      throws InterruptedException {
    if (!ClientProbe.answers(node.clientAddress(), PROBE_PATIENCE)) {
      return "it takes no clients yet";
    }
    // A node that hangs never answers, and JMX knows no timeout.
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try (Management management = Management.connect(node.managementPort())) {
                return management.view().missing(addresses, ringTokens).orElse("");
              } catch (IOException failure) {
                return "it cannot be asked about its cluster yet";
              }
            });
    try {
      String reason = answer.get(VIEW_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return reason.isEmpty() ? null : reason;
    } catch (ExecutionException | TimeoutException failure) {
      return "it does not answer about its cluster";
    }
  }
}
