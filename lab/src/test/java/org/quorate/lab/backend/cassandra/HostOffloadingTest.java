package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.core.rest.NodeCount;
import org.quorate.lab.backend.Offloading.Offloaded;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;

/** Six nodes in three racks, each on a host of its own, that only remember where they are. */
class HostOffloadingTest {
  private static final Duration LOOK = Duration.ofMillis(1);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final ClusterSpec SPEC =
      ClusterSpec.builder("hosts", "1")
          .dataCenters(List.of(new DataCenter("dc1", 6, 3)))
          .hostQuota(new ClusterSpec.HostQuota(1, 0.5))
          .build();
  private static final Map<String, Integer> HOME =
      Map.of("node1", 1, "node2", 2, "node3", 3, "node4", 4, "node5", 5, "node6", 6);
  private static final Map<String, Integer> SHARED =
      Map.of("node1", 1, "node2", 2, "node3", 3, "node4", 1, "node5", 2, "node6", 3);

  /** A host can execute a million operations a second. */
  private static final OffloadSettings SETTINGS =
      new OffloadSettings(
          Rest.CONSOLIDATE,
          null,
          1e6,
          0.4,
          0.7,
          Duration.ZERO,
          1,
          Duration.ofMillis(1),
          Duration.ofMillis(20),
          1);

  private final Map<String, Integer> hosts = new ConcurrentHashMap<>(HOME);
  private final RunningCluster cluster = cluster();
  private volatile double perSecond = 10_000;
  private volatile boolean refused;
  private final CountDownLatch asked = new CountDownLatch(1);
  private double executed;
  private long askedAtNanos = System.nanoTime();

  @Test
  void hostsOfEachRackRestAndComeBackAndAllNodesAreHomeAfterTheRun() throws Exception {
    long from = System.nanoTime();
    Offloaded done;
    try (HostOffloading offloading =
        new HostOffloading(cluster, SETTINGS, this::counts, Duration.ofMillis(50))) {
      offloading.begin();
      await().pollInterval(LOOK).atMost(PATIENCE).until(() -> hosts.equals(SHARED));
      perSecond = 600_000;
      await().pollInterval(LOOK).atMost(PATIENCE).until(() -> hosts.equals(HOME));
      perSecond = 10_000;
      await().pollInterval(LOOK).atMost(PATIENCE).until(() -> hosts.equals(SHARED));
      offloading.end();
      done = offloading.awakeAgain(from, from + TimeUnit.HOURS.toNanos(1));
    }
    assertThat(hosts).isEqualTo(HOME);
    assertThat(done.rests())
        .extracting(OffloadResult.Rest::node)
        .containsExactlyInAnyOrder("host4", "host5", "host6", "host4", "host5", "host6");
    assertThat(done.choices()).extracting(OffloadResult.Choice::awake).contains(3, 6);
    assertThat(done.choices().get(0).requestsPerSecond())
        .as("of all six nodes, as the hosts are those of all racks")
        .isCloseTo(60_000, within(600.0));
    assertThat(done.moves()).as("out, back, and out again").isEqualTo(9);
    assertThat(done.failedMoves()).isZero();
    assertThat(done.wakes()).hasSize(3).allMatch(seconds -> seconds >= 0.05);
    assertThat(done.events())
        .extracting(RunEvent::text)
        .contains("node4 is on host1 from now on.", "host4 rests, without a node.")
        .contains("host4 boots.", "node4 is on host4 from now on.");
  }

  @Test
  void aNodeThatCannotBeMovedEndsTheRun() throws Exception {
    refused = true;
    try (HostOffloading offloading =
        new HostOffloading(cluster, SETTINGS, this::counts, Duration.ZERO)) {
      offloading.begin();
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      offloading.end();
      assertThatThrownBy(() -> offloading.awakeAgain(0, 1))
          .isInstanceOf(BackendException.class)
          .hasMessage("Off-loading failed: Refused.");
    }
  }

  private Map<String, NodeCount> counts() {
    long now = System.nanoTime();
    executed += perSecond * (now - askedAtNanos) / 1e9;
    askedAtNanos = now;
    Map<String, NodeCount> counts = new HashMap<>();
    HOME.keySet().forEach(node -> counts.put(node, new NodeCount((long) executed, now)));
    return counts;
  }

  private RunningCluster cluster() {
    List<RunningNode> nodes = IntStream.rangeClosed(1, 6).mapToObj(this::node).toList();
    Map<String, Object> answers = Map.of("spec", SPEC, "nodes", nodes);
    return played(
        RunningCluster.class,
        (self, method, arguments) -> Objects.requireNonNull(answers.get(method.getName())));
  }

  private RunningNode node(int index) {
    Map<String, Object> answers =
        Map.of(
            "name",
            "node" + index,
            "index",
            index,
            "dataCenter",
            "dc1",
            "rack",
            "rack" + ((index - 1) % 3 + 1));
    return played(
        RunningNode.class,
        (self, method, arguments) ->
            method.getName().equals("moveTo")
                ? moved("node" + index, (int) arguments[0])
                : Objects.requireNonNull(answers.get(method.getName())));
  }

  private @Nullable Object moved(String node, int host) throws EngineException {
    if (refused) {
      asked.countDown();
      throw new EngineException("Refused.");
    }
    hosts.put(node, host);
    return null;
  }

  private static <T> T played(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
