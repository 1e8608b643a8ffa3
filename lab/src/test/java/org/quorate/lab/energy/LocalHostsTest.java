package org.quorate.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.engine.Service;
import org.quorate.lab.link.Links;
import org.quorate.power.Reading;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.energy.SteadyClock;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.ModelCurves;

/** With processes that have used 1 s for each node, and 10, 100, 1000 s for services 1, 2, 3. */
class LocalHostsTest {
  @TempDir Path folder;

  /** Where nodes have moved; empty where each is on its own host. */
  private OptionalInt allOn = OptionalInt.empty();

  @Test
  void servicesUseTheHostOfTheNodeThatTheyStandBeside() throws Exception {
    ClusterSettings settings = settings("nodes: 4, nodes-per-host: 2, host-quota: 0.5");
    assertThat(used(settings, 1, 1, 1)).containsExactly(1112.0, 2.0);
    assertThat(used(settings, 1, 2, 3)).containsExactly(112.0, 1002.0);
    assertThat(used(settings, 4, 3, 2)).containsExactly(1002.0, 112.0);
  }

  @Test
  void aNodeThatHasMovedUsesTheHostThatItIsOn() throws Exception {
    allOn = OptionalInt.of(1);
    assertThat(used(settings("nodes: 3, host-quota: 0.5"), 1, 2)).containsExactly(13.0, 100.0, 0.0);
  }

  @Test
  void whereThereAreFewerNodesThanServicesCountingBeginsAgain() throws Exception {
    assertThat(used(settings("nodes: 2, host-quota: 0.5"), 1, 2, 3)).containsExactly(1011.0, 101.0);
    assertThat(used(settings("nodes: 3, nodes-per-host: 2, host-quota: 0.5"), 3, 4, 5))
        .containsExactly(1102.0, 11.0);
  }

  @Test
  void theProcessorsOfAHostAreItsQuotaOrThoseOfItsNodes() throws Exception {
    assertThat(cores("nodes: 3, nodes-per-host: 2, host-quota: 0.5")).containsExactly(0.5, 0.5);
    assertThat(cores("nodes: 3, nodes-per-host: 2, processor-quota: 0.5"))
        .containsExactly(1.0, 0.5);
  }

  @Test
  void aHostIsEstimatedAsTheShareOfOneThatItsQuotaIs() throws Exception {
    ClusterSettings settings = settings("nodes: 3, nodes-per-host: 2, processor-quota: 0.2");
    PowerSettings power =
        new PowerSettings(
            "server-2010",
            Duration.ofMillis(250),
            false,
            Duration.ZERO,
            Map.of(),
            null,
            null,
            CapKind.QUOTA);
    try (HostMeters meters =
        HostMeters.open(power, hosts(settings), false, SteadyClock.started())) {
      // Of the 44 W of four cores at rest, those of 0.4 and 0.2 cores.
      assertThat(watts(meters.meters().get(0))).isCloseTo(4.4, within(1e-6));
      assertThat(watts(meters.meters().get(1))).isCloseTo(2.2, within(1e-6));
      ModelCurves curves = Objects.requireNonNull(meters.curves());
      assertThat(curves.shares())
          .containsExactly(Map.entry("host1", 0.4 / 4), Map.entry("host2", 0.2 / 4));
      assertThat(curves.watts()).as("of a whole one").containsExactly(44.0, 114.0);
      assertThat(curves.published()).hasSize(12);
    }
    assertThat(LocalHosts.cores(settings)).containsExactly(0.4, 0.2);
  }

  /** Between two readings of a counter of joules. */
  private static double watts(HostMeter meter) throws Exception {
    Reading first = meter.meter().read().get(0);
    Reading second = meter.meter().read().get(0);
    return (second.value() - first.value())
        / (Duration.between(first.receivedAt(), second.receivedAt()).toNanos() / 1e9);
  }

  private List<Double> cores(String cluster) throws Exception {
    return hosts(settings(cluster)).stream()
        .map(host -> Objects.requireNonNull(host.use()).cores())
        .toList();
  }

  /** Seconds that the servers of each host have used. */
  private List<Double> used(ClusterSettings settings, int... besideNodes) {
    return hosts(settings, besideNodes).stream()
        .map(host -> Objects.requireNonNull(host.use()).read().processorSeconds())
        .toList();
  }

  private List<Host> hosts(ClusterSettings settings, int... besideNodes) {
    List<RunningNode> nodes = new ArrayList<>();
    for (int index = 1; index <= settings.nodes(); index++) {
      nodes.add(
          played(
              RunningNode.class,
              Map.of(
                  "name",
                  "node" + index,
                  "index",
                  index,
                  "host",
                  allOn,
                  "processId",
                  (long) -index,
                  "group",
                  Optional.empty(),
                  "processorTime",
                  Duration.ofSeconds(1))));
    }
    List<RunningService> services = new ArrayList<>();
    long seconds = 1;
    for (int besideNode : besideNodes) {
      seconds *= 10;
      Service service = new Service("service", 1, besideNode, false, false);
      services.add(
          played(
              RunningService.class,
              Map.of(
                  "besideNode", service.beside(settings.nodes()),
                  "processId", -100 * seconds,
                  "group", Optional.empty(),
                  "processorTime", Duration.ofSeconds(seconds))));
    }
    RunningCluster cluster =
        played(RunningCluster.class, Map.of("nodes", nodes, "services", services));
    return LocalHosts.of(cluster, settings, played(Links.class, Map.of("reports", List.of())));
  }

  /** What answers these questions and no others. */
  private static <T> T played(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> Objects.requireNonNull(answers.get(method.getName()))));
  }

  private ClusterSettings settings(String cluster) throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(
        path,
        "title: x\nworkload: {properties: {recordcount: 10}}\ncluster: {engine: hbase, "
            + cluster
            + "}\n");
    return StudyFile.load(path, StudyOverrides.NONE)
        .study()
        .cells()
        .values()
        .iterator()
        .next()
        .cluster();
  }
}
