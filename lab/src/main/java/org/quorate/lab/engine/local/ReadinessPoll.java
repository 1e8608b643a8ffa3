package org.quorate.lab.engine.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.study.progress.Progress;

/**
 * Asks processes, again and again, what they still miss, until none misses anything. Each is asked
 * on a thread of its own, for one that hangs may never answer. Thread-safe.
 */
public final class ReadinessPoll {
  private static final Duration PATIENCE_PER_ANSWER = Duration.ofSeconds(15);
  private static final long PAUSE_MILLISECONDS = 200;
  private static final int READ_LINES = 200;
  private static final int SHOWN_LINES = 20;

  private final Duration patience;
  private final Function<List<String>, String> fault;

  /** Finds out how far a process is. */
  @FunctionalInterface
  public interface Question {
    /** What the process still misses, to follow its name in a sentence; nothing when ready. */
    Optional<String> missing(LocalProcess process);
  }

  /**
   * @param patience how long processes may take until they are ready
   * @param fault says, from the last lines of its log, why a process ended, and what to do about it
   */
  public ReadinessPoll(Duration patience, Function<List<String>, String> fault) {
    this.patience = patience;
    this.fault = fault;
  }

  /**
   * Waits until no process misses anything.
   *
   * @param asked processes that run
   * @param counted those of them whose readiness advances the task
   * @throws EngineException when a process ends or the patience does, with the last lines of the
   *     log of the one at fault
   * @throws InterruptedException also when a process is stopped on purpose
   */
  public void await(
      List<? extends LocalProcess> asked,
      Collection<? extends LocalProcess> counted,
      Question question,
      Progress.Task task)
      throws EngineException, InterruptedException {
    List<LocalProcess> waiting = new ArrayList<>(asked);
    long deadline = System.nanoTime() + patience.toNanos();
    ExecutorService threads = Executors.newCachedThreadPool(ReadinessPoll::daemon);
    try {
      while (true) {
        Map<LocalProcess, String> reasons = ask(waiting, question, threads);
        waiting.retainAll(reasons.keySet());
        task.advance(counted.stream().filter(process -> !waiting.contains(process)).count());
        if (waiting.isEmpty()) {
          return;
        }
        LocalProcess first = waiting.get(0);
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

  /** Asks every waiting process; those that still miss something, with what it is. */
  private Map<LocalProcess, String> ask(
      List<LocalProcess> waiting, Question question, ExecutorService threads)
      throws EngineException, InterruptedException {
    Map<LocalProcess, Future<Optional<String>>> answers = new HashMap<>();
    for (LocalProcess process : waiting) {
      answers.put(process, threads.submit(() -> question.missing(process)));
    }
    Map<LocalProcess, String> reasons = new HashMap<>();
    for (LocalProcess process : waiting) {
      if (!process.isAlive()) {
        if (process.state() == NodeState.STOPPED) {
          throw new InterruptedException(
              process.name() + " was stopped while servers were starting.");
        }
        throw ended(process);
      }
      try {
        Objects.requireNonNull(answers.get(process))
            .get(PATIENCE_PER_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
            .ifPresent(reason -> reasons.put(process, reason));
      } catch (ExecutionException | TimeoutException failure) {
        reasons.put(process, "it does not answer about its cluster");
      }
    }
    return reasons;
  }

  private EngineException ended(LocalProcess process) throws InterruptedException {
    List<String> lines = process.lastLogLines(READ_LINES);
    OptionalInt exit = process.exitStatus();
    String status = exit.isPresent() ? " with status " + exit.getAsInt() : "";
    return new EngineException(
        process.name() + " ended" + status + " while it was starting: " + fault.apply(lines),
        lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()),
        null);
  }

  private EngineException late(LocalProcess process, String reason) {
    return new EngineException(
        process.name()
            + " is not ready after "
            + patience.toSeconds()
            + " s: "
            + reason
            + "; its log may say why.",
        process.lastLogLines(SHOWN_LINES),
        null);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "readiness");
    thread.setDaemon(true);
    return thread;
  }
}
