package org.quorate.core.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;

final class RestCheckTest {
  private static final Map<String, Integer> THREE_AND_THREE = Map.of("always", 3, "gear", 3);
  private static final Ring GEARED = Ring.of(THREE_AND_THREE, 3);
  private static final Set<String> GEAR = Set.of("node4", "node5", "node6");

  @Test
  void aWholeGearDataCentreMayRestWhileClientsKeepToTheirOwnAtLocalQuorum() {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_QUORUM, Level.LOCAL_QUORUM);
    assertThat(decide(GEARED.withClients("node1", 7), shop, GEAR))
        .isEqualTo(
            new MayRest(Duration.ofMinutes(162 - 5), "the hint window of node1, 3h", List.of()));
  }

  @Test
  void noneMayRestWhereThreeReplicasAreReadAtQuorumAndOneMoreMayFail() {
    Ring ring = Ring.of(Map.of("dc1", 6), 3);
    RestKeyspace shop = ring.keyspace(Map.of("dc1", 3), Level.QUORUM, Level.QUORUM);
    for (RestNode node : ring.nodes()) {
      assertThat(reason(decide(ring, shop, Set.of(node.name()))))
          .isEqualTo(
              "Keyspace shop is written at QUORUM, for which 2 replicas must answer, but with "
                  + node.name()
                  + " at rest only 2 would be awake, and 1 more may fail; let them stay awake, or"
                  + " use a weaker level or more replicas.");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Level.class,
      names = {"ALL", "EACH_QUORUM", "QUORUM"})
  void aGearDataCentreStaysWhereWritesWantItsReplicas(Level write) {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, write, Level.LOCAL_QUORUM);
    assertThat(reason(decide(GEARED.withClients("node1", 1), shop, GEAR)))
        .contains("shop is written at " + write);
  }

  @Test
  void aDataCentreThatClientsUseIsNeverLeftWithoutANode() {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_QUORUM, Level.LOCAL_QUORUM);
    assertThat(reason(decide(GEARED.withClients("node5", 2), shop, GEAR)))
        .isEqualTo(
            "Clients use data centre gear (connections: 2 at node5), of which no node would be"
                + " awake; move them to another data centre first.");
    RestTerms declared = new RestTerms(1, Duration.ZERO, Set.of("gear"));
    assertThat(
            reason(
                RestCheck.decide(new RestSituation(GEARED.nodes(), List.of(shop), declared), GEAR)))
        .startsWith("Clients use data centre gear, of which no node would be awake;");
  }

  @Test
  void nodesThatRestAlreadyCountAsResting() {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_QUORUM, Level.LOCAL_QUORUM);
    Ring half =
        GEARED
            .withClients("node1", 1)
            .with("node4", NodeCondition.RESTING)
            .with("node5", NodeCondition.RESTING);
    assertThat(decide(half, shop, Set.of("node6"))).isInstanceOf(MayRest.class);
    assertThat(decide(half, shop, Set.of("node4"))).isInstanceOf(MayRest.class);
    assertThat(decide(half, shop, Set.of("node1"))).isInstanceOf(MustStay.class);
  }

  @Test
  void twoRacksOfFiveReplicasMayRestAtQuorumOnlyIfNoneMayFail() {
    Ring ring = Ring.of(Map.of("dc1", 5), 5);
    RestKeyspace shop = ring.keyspace(Map.of("dc1", 5), Level.QUORUM, Level.QUORUM);
    Set<String> two = Set.of("node4", "node5");
    assertThat(decide(ring, shop, two)).isInstanceOf(MustStay.class);
    assertThat(decide(ring, shop, Set.of("node5"))).isInstanceOf(MayRest.class);
    RestTerms noFailure = new RestTerms(0, Duration.ZERO, Set.of());
    assertThat(RestCheck.decide(new RestSituation(ring.nodes(), List.of(shop), noFailure), two))
        .isInstanceOf(MayRest.class);
  }

  @Test
  void nobodyRestsWhileAnotherIsDownOrCatchingUpOrOnItsWay() {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_ONE, Level.LOCAL_ONE);
    assertThat(reason(decide(GEARED.with("node2", NodeCondition.DOWN), shop, GEAR)))
        .isEqualTo("node2 is down; have it back before any node rests.");
    assertThat(reason(decide(GEARED.with("node2", NodeCondition.CATCHING_UP), shop, GEAR)))
        .isEqualTo("node2 still lacks writes that others keep for it; wait until it has them.");
    assertThat(reason(decide(GEARED.with("node4", NodeCondition.CATCHING_UP), shop, GEAR)))
        .startsWith("node4 still lacks writes");
    assertThat(reason(decide(GEARED.with("node2", NodeCondition.CHANGING), shop, GEAR)))
        .isEqualTo("node2 is on its way in the ring; wait until it is there.");
  }

  @Test
  void whoKeepsWritesForOthersStays() {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_ONE, Level.LOCAL_ONE);
    Ring keeping =
        GEARED.with("node4", new HintKeeping(true, Duration.ofHours(3), Set.of(), Set.of("node1")));
    assertThat(reason(decide(keeping, shop, GEAR))).startsWith("node4 keeps writes for node1,");
  }

  @Test
  void everyNodeThatStaysMustKeepHintsForThoseThatRest() {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_ONE, Level.LOCAL_ONE);
    Ring off =
        GEARED.with("node3", new HintKeeping(false, Duration.ofHours(3), Set.of(), Set.of()));
    assertThat(reason(decide(off, shop, GEAR))).startsWith("node3 keeps no hints, ");
    Ring leftOut =
        GEARED.with("node3", new HintKeeping(true, Duration.ofHours(3), Set.of("gear"), Set.of()));
    assertThat(reason(decide(leftOut, shop, GEAR)))
        .startsWith("node3 keeps no hints for data centre gear;");
    assertThat(decide(off.with("node3", NodeCondition.UP), shop, Set.of("node3")))
        .as("what a resting node would have kept is of no account")
        .isInstanceOf(MayRest.class);
  }

  @Test
  void theShortestOfAllHintWindowsAndGracesIsTheLimit() {
    Ring shorter =
        GEARED.with("node2", new HintKeeping(true, Duration.ofHours(1), Set.of(), Set.of()));
    assertThat(
            decide(
                shorter,
                GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_ONE, Level.LOCAL_QUORUM),
                GEAR))
        .extracting(decision -> ((MayRest) decision).limit())
        .isEqualTo("the hint window of node2, 1h");
    RestKeyspace forgetful =
        GEARED.keyspace(
            THREE_AND_THREE,
            Level.LOCAL_QUORUM,
            Level.LOCAL_QUORUM,
            new RestTable("orders", Duration.ofDays(10), false),
            new RestTable("clicks", Duration.ofMinutes(40), false));
    assertThat(decide(shorter, forgetful, GEAR))
        .isEqualTo(
            new MayRest(
                Duration.ofMinutes(36 - 5),
                "gc_grace_seconds of table shop.clicks, 40m",
                List.of()));
    RestKeyspace none =
        GEARED.keyspace(
            THREE_AND_THREE,
            Level.LOCAL_QUORUM,
            Level.LOCAL_QUORUM,
            new RestTable("clicks", Duration.ZERO, false));
    assertThat(reason(decide(GEARED, none, GEAR)))
        .isEqualTo(
            "There is no time to rest: gc_grace_seconds of table shop.clicks is only 0s, and"
                + " waking takes up to 5m; raise it, or let the node stay awake.");
  }

  @Test
  void keyspacesWithViewsOrOfUnusualReplicationKeepTheirNodesAwake() {
    RestKeyspace viewed =
        GEARED.keyspace(
            THREE_AND_THREE,
            Level.LOCAL_ONE,
            Level.LOCAL_ONE,
            new RestTable("by_customer", Duration.ofDays(10), true));
    assertThat(reason(decide(GEARED, viewed, GEAR)))
        .startsWith("Keyspace shop has the materialised view by_customer,");
    RestKeyspace unusual =
        new RestKeyspace(
            "shop",
            Set.of(Level.LOCAL_ONE),
            Set.of(Level.LOCAL_ONE),
            null,
            GEARED.ranges(THREE_AND_THREE),
            List.of());
    assertThat(reason(decide(GEARED, unusual, GEAR)))
        .startsWith("The replication of keyspace shop is none of NetworkTopologyStrategy");
  }

  @Test
  void everyLevelOfThoseThatAreUsedIsKept() {
    RestKeyspace one = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_ONE, Level.LOCAL_ONE);
    RestKeyspace mixed =
        new RestKeyspace(
            "shop",
            Set.of(Level.LOCAL_ONE, Level.TWO, Level.EACH_QUORUM),
            one.reads(),
            one.replication(),
            one.replicaSets(),
            one.tables());
    assertThat(reason(decide(GEARED, mixed, GEAR)))
        .startsWith("Keyspace shop is written at EACH_QUORUM,");
  }

  @Test
  void aRingThatIsNotKnownKeepsEverybodyAwake() {
    RestKeyspace one = GEARED.keyspace(THREE_AND_THREE, Level.LOCAL_ONE, Level.LOCAL_ONE);
    Map<String, Integer> fewer = Map.of("always", 2, "gear", 2);
    RestKeyspace whole =
        new RestKeyspace(
            "shop",
            one.writes(),
            one.reads(),
            new Replication(fewer),
            Set.of(GEARED.dataCenters().keySet()),
            one.tables());
    assertThat(reason(decide(GEARED, whole, GEAR)))
        .startsWith("It is not known which nodes have the rows of keyspace shop,");
  }

  @Test
  void aRowIsNeverLeftInOnePlace() {
    Map<String, Integer> two = Map.of("always", 2, "gear", 3);
    assertThat(reason(decide(GEARED, GEARED.keyspace(two, Level.LOCAL_ONE, Level.LOCAL_ONE), GEAR)))
        .startsWith(
            "Of some rows of keyspace shop (always:2, gear:3) only 2 replicas would be awake,");
  }

  @Test
  void aKeyspaceThatHasNothingOnThemIsOfNoAccount() {
    Map<String, Integer> elsewhere = Map.of("always", 1);
    assertThat(decide(GEARED, GEARED.keyspace(elsewhere, Level.ALL, Level.ALL), GEAR))
        .isInstanceOf(MayRest.class);
    Map<String, Integer> here = Map.of("gear", 3);
    assertThat(
            reason(
                decide(
                    GEARED, GEARED.keyspace(here, Level.LOCAL_QUORUM, Level.LOCAL_QUORUM), GEAR)))
        .startsWith("Keyspace shop has no replicas in always, where clients use it");
  }

  @Test
  void oneRackAndReadsThatPromiseNothingAreNoted() {
    Ring oneRack = Ring.of(THREE_AND_THREE, 1);
    assertThat(decide(oneRack, oneRack.keyspace(THREE_AND_THREE, Level.LOCAL_ONE, Level.ONE), GEAR))
        .extracting(decision -> ((MayRest) decision).notes())
        .isEqualTo(
            List.of(
                "All nodes of always that stay awake are in one rack; what may fail beside is a"
                    + " node, not that rack.",
                "Reads of keyspace shop at ONE after writes at LOCAL_ONE may be stale at any time,"
                    + " and more of them from a node that has just woken, until it has its"
                    + " hints."));
  }

  @Test
  void somebodyIsAskedAndSomebodyStays() {
    RestKeyspace shop = GEARED.keyspace(THREE_AND_THREE, Level.ONE, Level.ONE);
    assertThat(reason(decide(GEARED, shop, GEARED.dataCenters().keySet())))
        .isEqualTo("No node would be awake; let some of them stay.");
    assertThatIllegalArgumentException().isThrownBy(() -> decide(GEARED, shop, Set.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> decide(GEARED, shop, Set.of("node9")));
  }

  /** 3,000 rings, levels and sets of nodes, drawn with a fixed seed. */
  @Test
  void levelsAreKeptExactlyWhereTheyAreWhicheverNodesFail() {
    Random random = new Random(23);
    int[] decided = new int[2];
    for (int i = 0; i < 3000; i++) {
      Map<String, Integer> nodes = new HashMap<>();
      Map<String, Integer> factors = new HashMap<>();
      for (String center : List.of("a", "b").subList(0, 1 + random.nextInt(2))) {
        nodes.put(center, 1 + random.nextInt(5));
        factors.put(center, 1 + random.nextInt(nodes.get(center)));
      }
      Ring ring = Ring.of(nodes, 1 + random.nextInt(3));
      Set<String> resting = new HashSet<>();
      ring.nodes().stream()
          .filter(node -> random.nextInt(3) == 0)
          .forEach(node -> resting.add(node.name()));
      Set<String> clients =
          Set.copyOf(List.of("a", "b").subList(0, 1 + random.nextInt(nodes.size())));
      boolean aCenterIsLeft =
          clients.stream().anyMatch(center -> resting.containsAll(ring.names(center)));
      if (resting.isEmpty() || aCenterIsLeft) {
        continue;
      }
      Level write = any(random);
      Level read = any(random);
      int failures = random.nextInt(3);
      AllFailures all =
          new AllFailures(ring.dataCenters(), factors, ring.ranges(factors), resting, clients);
      boolean kept =
          all.keep(write, failures) && all.keep(read, failures) && all.keepTwoCopies(failures);
      RestDecision decision =
          RestCheck.decide(
              new RestSituation(
                  ring.nodes(),
                  List.of(ring.keyspace(factors, write, read)),
                  new RestTerms(failures, Duration.ZERO, clients)),
              resting);
      assertThat(decision instanceof MayRest)
          .as("%s %s %s/%s, %d fail: %s", factors, resting, write, read, failures, decision)
          .isEqualTo(kept);
      decided[kept ? 1 : 0]++;
    }
    assertThat(decided[0]).isGreaterThan(500);
    assertThat(decided[1]).isGreaterThan(50);
  }

  private static Level any(Random random) {
    List<Level> levels = List.copyOf(EnumSet.allOf(Level.class));
    return levels.get(random.nextInt(levels.size()));
  }

  private static RestDecision decide(Ring ring, RestKeyspace keyspace, Set<String> wanted) {
    return RestCheck.decide(
        new RestSituation(ring.nodes(), List.of(keyspace), RestTerms.DEFAULT), wanted);
  }

  private static String reason(RestDecision decision) {
    assertThat(decision).isInstanceOf(MustStay.class);
    return ((MustStay) decision).reason();
  }
}
