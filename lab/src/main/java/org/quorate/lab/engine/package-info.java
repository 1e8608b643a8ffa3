/**
 * Contracts for running real clusters on this machine, the same for every store: what a cluster is
 * to be ({@link org.quorate.lab.engine.ClusterSpec}), who starts it ({@link
 * org.quorate.lab.engine.Engine}), what can be done with it and its nodes once it runs ({@link
 * org.quorate.lab.engine.RunningCluster}, {@link org.quorate.lab.engine.RunningNode}), who carries
 * the traffic between nodes ({@link org.quorate.lab.engine.Interconnect}), and where running
 * clusters are found again ({@link org.quorate.lab.engine.ClusterRegistry}). No class here knows a
 * particular store, its configuration or its protocol; those live in a package per store.
 *
 * <p>A cluster consists of nodes, which hold the rows, and, for stores that need them, {@linkplain
 * org.quorate.lab.engine.Service services}, which hold none.
 *
 * <p>Addresses: a cluster takes a block of loopback addresses of its own. Node i listens, for
 * clients and for other nodes, on 127.B.1.i; a relayed node advertises 127.B.0.i instead to other
 * nodes. Services listen on 127.B.1.201 and following. Nothing ever listens on an address outside
 * 127.0.0.0/8.
 */
@NullMarked
package org.quorate.lab.engine;

import org.jspecify.annotations.NullMarked;
