package org.quorate.lab.engine;

import java.net.InetSocketAddress;
import java.util.OptionalInt;

/** One node of a running cluster, which holds a share of the rows. */
public interface RunningNode extends RunningProcess {
  /** Counts from 1 over all data centres. */
  int index();

  /** The only one, {@code dc1}, in clusters of stores that have no data centres. */
  String dataCenter();

  /** The only one, {@code rack1}, in clusters of stores that have no racks. */
  String rack();

  /** Where clients connect. */
  InetSocketAddress clientAddress();

  /** Where the node listens for other nodes. */
  InetSocketAddress storageAddress();

  /** Where other nodes are told to connect: the relay's address, or the storage address. */
  InetSocketAddress advertisedStorageAddress();

  /** The number of the host that the node is on; empty where hosts have no quota to share. */
  OptionalInt host();

  /**
   * Moves the node to another host, running as it is: its process shares that host's quota from now
   * on, and is started there. Where it is, is known to this handle of the cluster alone.
   *
   * @param host number of a host whose own nodes are of the node's rack, so that no host gets two
   *     replicas of a row
   * @throws EngineException when there is no such host, or the kernel refuses; then the node is
   *     taken to be where it was, to be moved there again
   */
  void moveTo(int host) throws EngineException, InterruptedException;

  /** The port of JMX on 127.0.0.1, at which nothing listens where a store has no need of it. */
  int managementPort();
}
