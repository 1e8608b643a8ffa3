package org.quorate.lab.engine;

import java.net.InetSocketAddress;

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

  /** The port of JMX on 127.0.0.1, at which nothing listens where a store has no need of it. */
  int managementPort();
}
