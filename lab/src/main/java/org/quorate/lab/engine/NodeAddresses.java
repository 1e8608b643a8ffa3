package org.quorate.lab.engine;

import java.net.InetSocketAddress;

/**
 * Where one node is reached.
 *
 * @param index the node's number, from 1
 * @param client where clients connect: a port of the node's own, or where other nodes connect
 * @param storage where the node listens for other nodes
 * @param advertisedStorage where other nodes are told to connect; equals {@code storage} unless the
 *     cluster is relayed
 * @param managementPort the port of JMX on 127.0.0.1, for stores that have one
 */
public record NodeAddresses(
    int index,
    String name,
    String dataCenter,
    String rack,
    InetSocketAddress client,
    InetSocketAddress storage,
    InetSocketAddress advertisedStorage,
    int managementPort) {}
