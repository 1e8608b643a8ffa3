package org.quorate.lab.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.quorate.lab.process.ControlGroup;

/**
 * One process of a running cluster: a {@linkplain RunningNode node} or a {@linkplain RunningService
 * service}. Thread-safe; operations that change its state are done one after another.
 */
public interface RunningProcess {
  /** Different for every process of the cluster: {@code node1}, {@code node2}, {@code master}. */
  String name();

  /** The process of the last start, which may have ended. */
  long processId();

  NodeState state();

  /** Ends the process at once (SIGKILL) and waits until it is gone; no effect on one that is. */
  void kill() throws InterruptedException;

  /** Asks the process to end (SIGTERM), waits until it is gone, and kills it after 30 seconds. */
  void stop() throws InterruptedException;

  /**
   * Starts the process again with the data it had, ending it first if it runs, and waits until it
   * answers and all running nodes see it.
   *
   * @throws EngineException when it does not become ready
   */
  void restart() throws EngineException, InterruptedException;

  /**
   * Starts the process with the data it had, unless it runs, and does not wait until it is ready;
   * see {@link #awaitReady}.
   *
   * @param javaOptions further options of Java, for this start alone
   * @throws EngineException when it cannot be started
   */
  void begin(List<String> javaOptions) throws EngineException, InterruptedException;

  /**
   * Waits until a process that was begun answers and all running nodes see it.
   *
   * @throws EngineException when it does not become ready
   */
  void awaitReady() throws EngineException, InterruptedException;

  /**
   * Freezes the process (SIGSTOP): its connections stay open and nothing answers.
   *
   * @throws EngineException when the process does not run
   */
  void pause() throws EngineException, InterruptedException;

  /**
   * Lets a paused process go on (SIGCONT).
   *
   * @throws EngineException when the process does not run
   */
  void resume() throws EngineException, InterruptedException;

  /**
   * Processor time, user and system, that the running process has taken since its start, to one
   * hundredth of a second; what it had taken when it ended last is zero again after a restart, and
   * zero while no process runs.
   */
  Duration processorTime();

  /**
   * The control group that the process is in, for its quota: its own, or that of all processes of
   * the host that it is on. It holds the process and whatever that starts, from just before its
   * program begins; who launched it, links and load are in none. Empty where there is no quota.
   */
  Optional<ControlGroup> group();

  /** Memory of the running process that is in RAM, in bytes; 0 while no process runs. */
  long residentMemory();

  /** The file of the process's log; there as long as its cluster's logs are. */
  Path log();

  /** The last lines of the process's log, oldest first, {@code count} at most. */
  List<String> lastLogLines(int count);
}
