package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.rest.DayLoad;
import org.quorate.core.rest.GearDecision;
import org.quorate.core.rest.GearPolicy;
import org.quorate.core.rest.GearState;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestNode;
import org.quorate.core.rest.RestPlan;
import org.quorate.core.rest.RestPlanner;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.RestEntry;
import org.quorate.lab.cassandra.rest.RestStep;
import org.quorate.lab.cassandra.rest.RestingGear;
import org.quorate.lab.cassandra.rest.RestingReplicas;
import org.quorate.lab.cassandra.rest.SeenCluster;
import org.quorate.lab.cassandra.rest.UsedLevels;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.progress.Progress;

/** Three replicas that clients use at LOCAL_QUORUM, and a fourth in a data centre that rests. */
@Tag("parallel")
@Tag("faults")
class RestIT {
  private static final String NAME = "it-rest";
  private static final List<String> GEAR = List.of("node4");
  private static final UsedLevels LOCAL =
      new UsedLevels(Set.of(Level.LOCAL_QUORUM), Set.of(Level.LOCAL_QUORUM));

  private final Set<Integer> acknowledged = new TreeSet<>();

  @Test
  void whatIsAcknowledgedWhileAReplicaRestsIsThereWhenItHasClientsAgain() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(NAME, CassandraEngine.DEFAULT_VERSION)
            .dataCenters(List.of(new DataCenter("dc1", 3, 3), new DataCenter("gear", 1, 1)))
            .replicationFactor(1)
            .quickCompiler(true)
            .setting("hints_flush_period", "1s")
            .setting("dynamic_snitch", "false")
            .build();
    try (RunningCluster cluster =
            LabDirectories.engine(null)
                .start(spec, LabDirectories.ROOT.resolve("rest"), Progress.silent());
        CqlSession session =
            Sessions.within(cluster, "dc1", DefaultConsistencyLevel.LOCAL_QUORUM)) {
      session.execute(
          "CREATE KEYSPACE it WITH replication = "
              + new Replication(Map.of("dc1", 3, "gear", 1)).toCql());
      session.execute("CREATE TABLE it.t (k int PRIMARY KEY, v int)");
      RestingReplicas replicas = new RestingReplicas(cluster);
      RunningNode gear = cluster.nodes().get(3);
      write(session, 0);

      assertThat(refusal(replicas, List.of("node1"), LOCAL))
          .startsWith("Keyspace it is written at LOCAL_QUORUM, for which 2 replicas in dc1 must");
      assertThat(
              refusal(
                  replicas,
                  GEAR,
                  new UsedLevels(Set.of(Level.EACH_QUORUM), Set.of(Level.LOCAL_QUORUM))))
          .startsWith("Keyspace it is written at EACH_QUORUM, for which 1 replica in gear must");

      assertThat(plan(session)).isEqualTo(Set.of("gear"));

      killedAt("rest", replicas, RestStep.LEAVING);
      write(session, 100);
      MayRest decision = rest(replicas, LOCAL);
      assertThat(decision.longest()).isEqualTo(Duration.ofMinutes(157));
      assertThat(gear.state()).isEqualTo(NodeState.STOPPED);
      assertThat(entry(replicas).step()).isEqualTo(RestStep.RESTING);
      write(session, 200);

      killedAt("wake", replicas, RestStep.STARTING);
      assertThat(entry(replicas).step()).isNotEqualTo(RestStep.RESTING);
      write(session, 300);
      List<String> told = new ArrayList<>();
      replicas.wake(GEAR, false, silent(), told::add);
      assertThat(told).isEmpty();
      assertThat(replicas.journal().of("node4")).isEmpty();
      assertThat(gear.state()).isEqualTo(NodeState.READY);
      assertHasAll(cluster);

      rest(replicas, LOCAL);
      new HintedHandoff(cluster).writing(false);
      write(session, 400);
      replicas.wake(GEAR, false, silent(), told::add);
      assertThat(told)
          .containsExactly(
              "node4 is repaired before it has clients, since node1 keeps no hints for it.");
      assertHasAll(cluster);

      new HintedHandoff(cluster).writing(true);
      restsWhileTheLoadIsLow(cluster, session);
      assertHasAll(cluster);
      assertEveryReplicaHasAll(cluster);
      wakesWhenAnotherDies(cluster, session);
      assertHasAll(cluster);
    }
  }

  private void restsWhileTheLoadIsLow(RunningCluster cluster, CqlSession session) throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    try (RestingGear gear = byLoad(cluster, told)) {
      untilIs(GearState.RESTING, gear);
      assertThat(cluster.nodes().get(3).state()).isEqualTo(NodeState.STOPPED);
      assertThat(gear.look()).isInstanceOf(GearDecision.Stay.class);
      assertThat(refusal(new RestingReplicas(cluster), GEAR, LOCAL))
          .startsWith("Another command sends nodes of this cluster to rest or wakes them;");

      write(session, 500);
      FutureTask<GearDecision> look = new FutureTask<>(gear::look);
      new Thread(look, "look").start();
      write(session, 600);
      assertThat(look.get().reason()).startsWith("They are woken, since the busiest of");
      assertThat(gear.state()).isEqualTo(GearState.AWAKE);
      assertThat(told).last().isEqualTo("node4 is awake, and has clients again.");
    }
  }

  /** What it kept in memory is lost with it. */
  private void wakesWhenAnotherDies(RunningCluster cluster, CqlSession session) throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    try (RestingGear gear = byLoad(cluster, told)) {
      untilIs(GearState.RESTING, gear);
      write(session, 700);
      cluster.nodes().get(1).kill();
      untilIs(GearState.AWAKE, gear);
      assertThat(told)
          .contains("They may rest no longer: node2 is down; have it back before any node rests.")
          .anyMatch(
              sentence ->
                  sentence.startsWith(
                      "node4 is repaired before it has clients, since node2, which"))
          .last()
          .isEqualTo("node4 is awake, and has clients again.");
    }
  }

  /** Nothing at all is a low load, and a hundred writes between two looks are not. */
  private static RestingGear byLoad(RunningCluster cluster, List<String> told)
      throws EngineException {
    GearPolicy policy =
        new GearPolicy(new GearTerms(1, 0.5, Duration.ofMillis(1)), Duration.ofSeconds(1));
    return RestingGear.open(
        cluster, GEAR, RestTerms.DEFAULT, LOCAL, policy, Progress.silent(), told::add);
  }

  /** A look may take as long as a rest or a wake. */
  private static void untilIs(GearState state, RestingGear gear) {
    await()
        .atMost(Duration.ofMinutes(5))
        .until(
            () -> {
              gear.look();
              return gear.state() == state;
            });
  }

  /** The data centres of those that could rest where there is no load, as seen by CQL alone. */
  private static Set<String> plan(CqlSession session) {
    SeenCluster seen = SeenCluster.read(session, LOCAL, RestTerms.DEFAULT);
    assertThat(seen.unseen())
        .satisfiesExactly(
            hints -> assertThat(hints).startsWith("Hints of "),
            up -> assertThat(up).startsWith("Whether it is up: "),
            clients -> assertThat(clients).startsWith("Which data centres clients use: "));
    Map<String, Double> idle =
        seen.situation().nodes().stream().collect(Collectors.toMap(RestNode::name, node -> 0.0));
    RestPlan plan =
        RestPlanner.plan(
            seen.situation(),
            new DayLoad(Collections.nCopies(24, idle)),
            new GearTerms(1, 1, Duration.ZERO));
    assertThat(plan).isInstanceOf(RestPlan.Gear.class);
    RestPlan.Gear gear = (RestPlan.Gear) plan;
    assertThat(gear.allowed().longest()).isEqualTo(Duration.ofMinutes(157));
    return seen.situation().nodes().stream()
        .filter(node -> gear.nodes().contains(node.name()))
        .map(node -> node.place().dataCenter())
        .collect(Collectors.toSet());
  }

  private void write(CqlSession session, int first) {
    PreparedStatement insert = session.prepare("INSERT INTO it.t (k, v) VALUES (?, ?)");
    IntStream.range(first, first + 100)
        .forEach(
            key -> {
              session.execute(insert.bind(key, key));
              acknowledged.add(key);
            });
  }

  /** At the one replica of its data centre, which is the coordinator too. */
  private void assertHasAll(RunningCluster cluster) {
    try (CqlSession there = Sessions.within(cluster, "gear", DefaultConsistencyLevel.LOCAL_ONE)) {
      Set<Integer> keys =
          there.execute("SELECT k FROM it.t").all().stream()
              .map(row -> row.getInt(0))
              .collect(Collectors.toSet());
      assertThat(keys).isEqualTo(acknowledged);
    }
  }

  /** The coordinator is a replica of every row, and nearer than any other. */
  private void assertEveryReplicaHasAll(RunningCluster cluster) {
    try (CqlSession there = Sessions.within(cluster, "dc1", DefaultConsistencyLevel.LOCAL_ONE)) {
      for (Node node : there.getMetadata().getNodes().values()) {
        if ("dc1".equals(node.getDatacenter())) {
          await().untilAsserted(() -> assertThat(keys(there, node)).isEqualTo(acknowledged));
        }
      }
    }
  }

  private static Set<Integer> keys(CqlSession session, Node node) {
    return session
        .execute(SimpleStatement.newInstance("SELECT k FROM it.t").setNode(node))
        .all()
        .stream()
        .map(row -> row.getInt(0))
        .collect(Collectors.toSet());
  }

  private static void killedAt(String command, RestingReplicas replicas, RestStep step)
      throws Exception {
    Process controller = RestMain.start(NAME, command, "node4");
    try {
      await()
          .pollInterval(Duration.ofMillis(5))
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  replicas
                      .journal()
                      .of("node4")
                      .filter(entry -> entry.step().compareTo(step) >= 0)
                      .isPresent());
    } finally {
      controller.destroyForcibly().waitFor();
    }
  }

  private static RestEntry entry(RestingReplicas replicas) throws EngineException {
    return replicas.journal().of("node4").orElseThrow();
  }

  private static MayRest rest(RestingReplicas replicas, UsedLevels levels)
      throws EngineException, InterruptedException {
    return replicas.rest(GEAR, RestTerms.DEFAULT, levels, silent());
  }

  private static String refusal(RestingReplicas replicas, List<String> nodes, UsedLevels levels) {
    List<String> messages = new ArrayList<>();
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> replicas.rest(nodes, RestTerms.DEFAULT, levels, silent()))
        .satisfies(refused -> messages.add(String.valueOf(refused.getMessage())));
    return messages.get(0);
  }

  private static Progress.Task silent() {
    return Progress.silent().start("", 0, "");
  }
}
