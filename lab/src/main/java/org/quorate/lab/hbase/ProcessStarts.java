package org.quorate.lab.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.quorate.hbase.thread.DaemonThreads;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningNode;

/** Starts servers again, all at the same time. Stateless. */
final class ProcessStarts {
  private ProcessStarts() {}

  /**
   * Starts the processes of servers with the data they had, and returns when all are ready.
   *
   * @throws EngineException when one does not become ready; the others are waited for all the same
   */
  static void restart(List<RunningNode> nodes) throws EngineException, InterruptedException {
    if (nodes.isEmpty()) {
      return;
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(nodes.size(), new DaemonThreads("server-start"));
    try {
      List<Future<?>> starts = new ArrayList<>();
      for (RunningNode node : nodes) {
        starts.add(
            threads.submit(
                () -> {
                  node.restart();
                  return node;
                }));
      }
      EngineException failure = null;
      for (Future<?> start : starts) {
        try {
          start.get();
        } catch (ExecutionException e) {
          failure =
              e.getCause() instanceof EngineException engine
                  ? engine
                  : new EngineException("A server cannot be started: " + e.getCause() + ".", e);
        }
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
