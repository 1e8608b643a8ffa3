package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.lab.cassandra.TokenPlan;
import org.quorate.study.plan.HostPlan;

/** Where Cassandra's NetworkTopologyStrategy puts replicas, and which hosts these are on. */
class ReplicaHostsTest {
  private static final StorePorts PORTS = StorePorts.of(7000, 9042);
  private static final int MOST_NODES = 13;

  @Test
  void withAsManyRacksAsReplicasNoHostHasTwoReplicasOfARow() {
    for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
      for (int racks = 1; racks <= Math.min(4, nodes); racks++) {
        for (int tokens : List.of(1, 4)) {
          for (int replicas = 1; replicas <= racks; replicas++) {
            for (int nodesPerHost = 1; nodesPerHost <= 4; nodesPerHost++) {
              assertThat(mostOnOneHost(spec(nodes, racks, tokens, replicas), nodesPerHost))
                  .as("%s nodes, %s racks, %s on a host", nodes, racks, nodesPerHost)
                  .isEqualTo(1);
            }
          }
        }
      }
    }
  }

  @Test
  void withOneRackNeighboursOfTheRingShareAHost() {
    assertThat(mostOnOneHost(spec(6, 1, 1, 3), 2)).isEqualTo(2);
    assertThat(mostOnOneHost(spec(6, 1, 1, 3), 3)).isEqualTo(3);
    assertThat(mostOnOneHost(spec(6, 2, 1, 3), 2)).isEqualTo(2);
  }

  @Test
  void aHostHasNodesOfOneRackAndNoMoreThanItMay() {
    for (int nodes = 2; nodes <= MOST_NODES; nodes++) {
      for (int racks = 1; racks <= Math.min(4, nodes); racks++) {
        for (int nodesPerHost = 1; nodesPerHost <= 4; nodesPerHost++) {
          ClusterSpec spec = spec(nodes, racks, 1, 1);
          HostPlan hosts = spec.hosts(nodesPerHost);
          Map<Integer, Set<String>> racksOf = new TreeMap<>();
          Map<Integer, Integer> nodesOf = new TreeMap<>();
          for (NodeAddresses node : addresses(spec)) {
            int host = hosts.host(node.index());
            racksOf
                .computeIfAbsent(host, none -> new HashSet<>())
                .add(node.dataCenter() + " " + node.rack());
            nodesOf.merge(host, 1, Integer::sum);
          }
          assertThat(racksOf.values()).allMatch(each -> each.size() == 1);
          assertThat(nodesOf.values()).allMatch(each -> each <= hosts.nodesPerHost());
          assertThat(racksOf.keySet())
              .as("every host has nodes")
              .containsExactlyElementsOf(IntStream.rangeClosed(1, hosts.hosts()).boxed().toList());
        }
      }
    }
  }

  @Test
  void hostsTakeTurnsAsRacksDo() {
    HostPlan plan = new HostPlan(List.of(new HostPlan.Racks(8, 3), new HostPlan.Racks(3, 1)), 2);
    assertThat(IntStream.rangeClosed(1, 11).map(plan::host))
        .containsExactly(1, 2, 3, 1, 2, 3, 4, 5, 6, 6, 7);
    assertThat(plan.hosts()).isEqualTo(7);
  }

  /** A second data centre has one node less, where it can. */
  private static ClusterSpec spec(int nodes, int racks, int tokens, int replicas) {
    return ClusterSpec.builder("demo", "5.0.9")
        .dataCenters(
            List.of(
                new DataCenter("dc1", nodes, racks),
                new DataCenter("dc2", Math.max(racks, nodes - 1), racks)))
        .tokensPerNode(tokens)
        .replicationFactor(replicas)
        .build();
  }

  private static List<NodeAddresses> addresses(ClusterSpec spec) {
    return AddressPlan.inBlock(spec, PORTS, 10).nodes();
  }

  /** The most replicas of any row that one host has. */
  private static int mostOnOneHost(ClusterSpec spec, int nodesPerHost) {
    List<NodeAddresses> nodes = addresses(spec);
    List<List<Long>> tokens = TokenPlan.of(spec);
    HostPlan hosts = spec.hosts(nodesPerHost);
    SortedMap<Long, NodeAddresses> ring = new TreeMap<>();
    for (NodeAddresses node : nodes) {
      tokens.get(node.index() - 1).forEach(token -> ring.put(token, node));
    }
    int most = 0;
    for (long token : ring.keySet()) {
      Map<Integer, Integer> byHost = new TreeMap<>();
      for (DataCenter center : spec.dataCenters()) {
        replicas(ring, token, center, spec.replicationFactor())
            .forEach(node -> byHost.merge(hosts.host(node.index()), 1, Integer::sum));
      }
      most = Math.max(most, byHost.values().stream().mapToInt(Integer::intValue).max().orElse(0));
    }
    return most;
  }

  /** Clockwise from a token, of racks that have none as long as there are any. */
  private static Set<NodeAddresses> replicas(
      SortedMap<Long, NodeAddresses> ring, long token, DataCenter center, int count) {
    Set<NodeAddresses> replicas = new HashSet<>();
    Set<String> racks = new HashSet<>();
    int repeats = count - center.racks();
    for (Map<Long, NodeAddresses> part : List.of(ring.tailMap(token), ring.headMap(token))) {
      for (NodeAddresses node : part.values()) {
        if (replicas.size() == count
            || !node.dataCenter().equals(center.name())
            || replicas.contains(node)) {
          continue;
        }
        if (racks.add(node.rack())) {
          replicas.add(node);
        } else if (repeats > 0) {
          repeats--;
          replicas.add(node);
        }
      }
    }
    assertThat(replicas).hasSize(count);
    return replicas;
  }
}
