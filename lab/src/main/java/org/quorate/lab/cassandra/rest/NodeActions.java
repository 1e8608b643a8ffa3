package org.quorate.lab.cassandra.rest;

import java.util.Map;
import java.util.Set;
import org.quorate.lab.engine.EngineException;

/**
 * What can be done to the nodes of a cluster, by their names, on the way to rest and back. Every
 * action may be done again although it was done before, and ends when it is done.
 */
interface NodeActions {
  /** Whether the node has a process, ready or not. */
  boolean isRunning(String node);

  /** Closes the connections of clients, and accepts no more (disablebinary). */
  void refuseClients(String node) throws EngineException, InterruptedException;

  /** Writes all that is in memory to disk, and leaves the others (drain). */
  void drain(String node) throws EngineException, InterruptedException;

  /** Nodes that this one has hints for in its files. */
  Set<String> keptHints(String node) throws EngineException;

  void stop(String node) throws InterruptedException;

  /** Starts the process without clients, unless it runs. */
  void begin(String node) throws EngineException, InterruptedException;

  /** Waits until all others that are up have the node for up too. */
  void awaitSeen(String node) throws EngineException, InterruptedException;

  /** Waits until the others that are up have nothing left for these nodes. */
  void awaitHints(Set<String> nodes) throws EngineException, InterruptedException;

  /** Compares all that the node has with the others that are up, and evens out what differs. */
  void repair(String node) throws EngineException, InterruptedException;

  /** Accepts clients, and waits until the node is as ready as after any start. */
  void admitClients(String node) throws EngineException, InterruptedException;

  /** The processes of all nodes but these that have one, by name, as {@code id@start}. */
  Map<String, String> processes(Set<String> except);
}
