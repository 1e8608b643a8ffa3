package org.quorate.core.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConsolidationTest {
  @Test
  void theNodesOfAHostThatRestsShareThoseThatStayOn() {
    Consolidation rack =
        new Consolidation(Map.of(1, List.of("a", "b"), 4, List.of("c", "d"), 7, List.of("e", "f")));

    assertThat(rack.hosts()).containsExactly(1, 4, 7);
    Map<String, Integer> two = rack.placement(rack.home(), 2);
    assertThat(two).isEqualTo(Map.of("a", 1, "b", 1, "c", 4, "d", 4, "e", 1, "f", 4));
    assertThat(rack.placement(two, 1).values()).containsOnly(1);
    assertThat(rack.placement(rack.placement(two, 1), 3)).isEqualTo(rack.home());
  }

  @Test
  void aNodeThatMovesGoesHomeWhereThereIsRoom() {
    Consolidation rack =
        new Consolidation(Map.of(1, List.of("a", "b"), 2, List.of("c", "d"), 3, List.of("e", "f")));
    Map<String, Integer> one = rack.placement(rack.home(), 1);

    assertThat(rack.placement(one, 2)).containsAllEntriesOf(Map.of("a", 1, "b", 1, "c", 2, "d", 2));
  }

  /** Seed 23; against every way to spread up to seven nodes over up to four hosts. */
  @Test
  void itTakesAsFewMovesAsAnyEvenPlacement() {
    Random random = new Random(23);
    for (int trial = 0; trial < 400; trial++) {
      int hosts = 1 + random.nextInt(4);
      Consolidation rack = rack(random, hosts, hosts + random.nextInt(8 - hosts));
      List<String> nodes = List.copyOf(rack.home().keySet());
      Map<String, Integer> now = new HashMap<>();
      nodes.forEach(node -> now.put(node, rack.hosts().get(random.nextInt(hosts))));
      for (int on = 1; on < hosts; on++) {
        List<Integer> allowed = rack.hosts().subList(0, on);
        Map<String, Integer> placed = rack.placement(now, on);
        assertThat(placed.keySet()).containsExactlyInAnyOrderElementsOf(nodes);
        assertThat(isEven(placed, allowed)).as("%s", placed).isTrue();
        assertThat(moves(now, placed))
            .as("%s from %s to %s", rack, now, placed)
            .isEqualTo(fewest(nodes, allowed, now, new HashMap<>()));
        assertThat(rack.placement(placed, on)).as("nothing is left to move").isEqualTo(placed);
      }
      assertThat(rack.placement(now, hosts)).isEqualTo(rack.home());
    }
  }

  /** Seed 24; racks of unequal size, in any state that rests and wakes of theirs can lead to. */
  @Test
  void noHostEverHasNodesOfTwoRacks() {
    Random random = new Random(24);
    for (int trial = 0; trial < 200; trial++) {
      Map<String, Integer> homes = new LinkedHashMap<>();
      Map<String, String> racks = new LinkedHashMap<>();
      int nodes = 3 + random.nextInt(12);
      for (int node = 0; node < nodes; node++) {
        homes.put("node" + node, node % 3 + 3 * random.nextInt(3));
        racks.put("node" + node, "rack" + node % 3);
      }
      List<Consolidation> all = Consolidation.ofRacks(homes, racks);
      Map<String, Integer> now = new HashMap<>(homes);
      for (int step = 0; step < 10; step++) {
        Consolidation rack = all.get(random.nextInt(all.size()));
        now.putAll(rack.placement(now, 1 + random.nextInt(rack.hosts().size())));
        Map<Integer, String> rackOfHost = new HashMap<>();
        now.forEach(
            (node, host) ->
                assertThat(rackOfHost.merge(host, racks.get(node), (one, other) -> other))
                    .as("%s", now)
                    .isEqualTo("rack" + host % 3));
      }
    }
  }

  @Test
  void refusesAHostOfTwoRacksAndWhatIsNoNumberOfHosts() {
    assertThatThrownBy(
            () -> Consolidation.ofRacks(Map.of("a", 1, "b", 1), Map.of("a", "east", "b", "west")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Host 1 has nodes of two racks");
    assertThatThrownBy(() -> new Consolidation(Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Consolidation(Map.of(1, List.of())))
        .isInstanceOf(IllegalArgumentException.class);
    Consolidation rack = new Consolidation(Map.of(1, List.of("a"), 2, List.of("b")));
    for (int on : new int[] {0, 3}) {
      assertThatThrownBy(() -> rack.placement(rack.home(), on))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Of 2 hosts");
    }
  }

  private static Consolidation rack(Random random, int hosts, int nodes) {
    Map<Integer, List<String>> homes = new HashMap<>();
    for (int node = 0; node < nodes; node++) {
      int host = node < hosts ? node : random.nextInt(hosts);
      homes.computeIfAbsent(10 * host, any -> new ArrayList<>()).add("node" + node);
    }
    return new Consolidation(homes);
  }

  private static boolean isEven(Map<String, Integer> placed, List<Integer> hosts) {
    List<Integer> counts =
        hosts.stream().map(host -> Collections.frequency(placed.values(), host)).toList();
    return counts.stream().mapToInt(Integer::intValue).sum() == placed.size()
        && Collections.max(counts) - Collections.min(counts) <= 1;
  }

  private static long moves(Map<String, Integer> from, Map<String, Integer> to) {
    return to.entrySet().stream()
        .filter(each -> !each.getValue().equals(from.get(each.getKey())))
        .count();
  }

  /** By brute force. */
  private static long fewest(
      List<String> nodes, List<Integer> hosts, Map<String, Integer> now, Map<String, Integer> to) {
    if (to.size() == nodes.size()) {
      return isEven(to, hosts) ? moves(now, to) : Long.MAX_VALUE;
    }
    String next = nodes.get(to.size());
    long fewest = Long.MAX_VALUE;
    for (int host : hosts) {
      to.put(next, host);
      fewest = Math.min(fewest, fewest(nodes, hosts, now, to));
    }
    to.remove(next);
    return fewest;
  }
}
