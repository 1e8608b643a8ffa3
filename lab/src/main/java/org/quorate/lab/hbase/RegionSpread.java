package org.quorate.lab.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.thread.DaemonThreads;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningNode;

/**
 * Spreads all regions of a cluster, those of HBase's own tables among them, over some of its
 * servers and takes them off the others. Some are moved at the same time, but not all, since every
 * region is away for a moment. Used by one thread.
 *
 * <p>What counts is what servers say that they serve, looked at anew until it is as it should be: a
 * move that failed, or ended elsewhere, is simply asked for again, until patience ends.
 *
 * @param patience after which regions are not spread any more
 */
record RegionSpread(RegionControl control, Duration patience) {
  /** Moves under way at once. */
  private static final int AT_ONCE = 4;

  private static final long BETWEEN_LOOKS_MILLIS = 50;

  /** As long as it may take to break off a request. */
  private static final Duration BROKEN_OFF_WITHIN = Duration.ofSeconds(10);

  /** Counts moves. */
  interface MoveCounter {
    /** A move was asked for, and did what it should or not. */
    void moved(boolean done);
  }

  /**
   * Moves as few regions as possible so that servers hold equally many of every table, and others
   * none; returns when servers say so and no region is on its way.
   *
   * @param awake the servers that shall hold regions, at least one
   * @param asked servers that may hold some now: those of {@code awake} and others, all running
   * @throws EngineException when it is not so after the patience, with the last reason
   */
  void over(List<RunningNode> awake, List<RunningNode> asked, MoveCounter counter)
      throws EngineException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      String reason;
      try {
        // First, so that what was on its way then is served by somebody when servers are asked.
        Optional<String> away = control.inTransition();
        Map<String, RunningNode> moves = moves(awake, asked);
        if (moves.isEmpty() && away.isEmpty()) {
          return;
        }
        reason = perform(moves, counter);
        if (reason == null) {
          reason = "region " + away.orElse(String.join(", ", moves.keySet())) + " is on its way";
        }
      } catch (IOException notNow) {
        InterruptedCalls.rethrow(notNow);
        reason = String.valueOf(notNow.getMessage());
      }
      if (System.nanoTime() - deadline > 0) {
        throw new EngineException(
            "The regions are not spread over "
                + names(awake)
                + " after "
                + patience.toSeconds()
                + " s ("
                + reason
                + "); see the master's log.");
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  /** Every region that is not where it shall be, with its place. */
  private Map<String, RunningNode> moves(List<RunningNode> awake, List<RunningNode> asked)
      throws IOException {
    Map<String, Map<String, RunningNode>> byTable = new TreeMap<>();
    for (RunningNode node : asked) {
      for (Map.Entry<String, String> region : control.heldBy(node).entrySet()) {
        byTable
            .computeIfAbsent(region.getValue(), table -> new TreeMap<>())
            .put(region.getKey(), node);
      }
    }
    Map<String, RunningNode> moves = new LinkedHashMap<>();
    for (Map<String, RunningNode> table : byTable.values()) {
      moves.putAll(RegionMoves.even(table, awake).moves());
    }
    return moves;
  }

  /** Why a move was not done, or null where all were. */
  private @Nullable String perform(Map<String, RunningNode> moves, MoveCounter counter)
      throws InterruptedException {
    if (moves.isEmpty()) {
      return null;
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(AT_ONCE, moves.size()), new DaemonThreads("region-move"));
    String reason = null;
    try {
      List<Future<?>> asked = new ArrayList<>();
      for (Map.Entry<String, RunningNode> move : moves.entrySet()) {
        asked.add(
            threads.submit(
                () -> {
                  control.move(move.getKey(), move.getValue());
                  return move;
                }));
      }
      for (Future<?> move : asked) {
        try {
          move.get();
          counter.moved(true);
        } catch (ExecutionException e) {
          counter.moved(false);
          reason = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
        }
      }
    } finally {
      threads.shutdownNow();
      // A move that the master hears of later would come behind the next look at where regions are.
      boolean unused = DaemonThreads.awaitEnd(threads, BROKEN_OFF_WITHIN);
    }
    return reason;
  }

  private static String names(List<RunningNode> nodes) {
    return String.join(", ", nodes.stream().map(RunningNode::name).toList());
  }
}
