package org.quorate.lab.engine;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One node of a running cluster. Thread-safe; operations that change the node's state are done one
 * after another.
 */
public interface RunningNode {
  /** {@code node1}, {@code node2}, ... */
  String name();

  /** Counts from 1 over all data centres. */
  int index();

  String dataCenter();

  String rack();

  /** Where clients connect. */
  InetSocketAddress clientAddress();

  /** Where the node listens for other nodes. */
  InetSocketAddress storageAddress();

  /** Where other nodes are told to connect: the relay's address, or the storage address. */
  InetSocketAddress advertisedStorageAddress();

  /** The port of JMX on 127.0.0.1. */
  int managementPort();

  /** The process of the last start, which may have ended. */
  long processId();

  NodeState state();

  /** Ends the process at once (SIGKILL) and waits until it is gone; no effect on one that is. */
  void kill() throws InterruptedException;

  /** Asks the process to end (SIGTERM), waits until it is gone, and kills it after 30 seconds. */
  void stop() throws InterruptedException;

  /**
   * Starts the node again with the data it had, ending it first if it runs, and waits until it
   * answers clients and all running nodes see it.
   *
   * @throws EngineException when it does not become ready
   */
  void restart() throws EngineException, InterruptedException;

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

  /** Memory of the running process that is in RAM, in bytes; 0 while no process runs. */
  long residentMemory();

  /** The file of the node's log; there as long as its cluster's logs are. */
  Path log();

  /** The last lines of the node's log, oldest first, {@code count} at most. */
  List<String> lastLogLines(int count);
}
