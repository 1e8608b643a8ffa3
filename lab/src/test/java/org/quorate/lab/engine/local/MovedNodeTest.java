package org.quorate.lab.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.process.WritableGroups;

/** Nodes that only sleep, on two hosts in each of two racks. */
class MovedNodeTest {
  private final Path directory;

  MovedNodeTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void aNodeRunsOnWhereItHasMovedAndStartsThereAgain() throws Exception {
    WritableGroups.assumed();
    try (LocalCluster cluster = started(new ClusterSpec.HostQuota(1, 0.5))) {
      RunningNode node = cluster.nodes().get(0);
      long process = node.processId();
      assertThat(node.host()).hasValue(1);

      node.moveTo(3);
      assertThat(node.host()).hasValue(3);
      assertThat(node.processId()).isEqualTo(process);
      assertThat(group(node)).contains("/quorate/moved/host3\n");
      assertThat(node.group().orElseThrow().cores()).isEqualTo(0.5);

      node.restart();
      assertThat(group(node)).contains("/quorate/moved/host3\n");
      assertThat(node.group().orElseThrow().cores()).isEqualTo(0.5);

      node.kill();
      node.moveTo(1);
      node.restart();
      assertThat(group(node)).contains("/quorate/moved/host1\n");
    }
  }

  @Test
  void noHostGetsANodeOfAnotherRack() throws Exception {
    WritableGroups.assumed();
    try (LocalCluster cluster = started(new ClusterSpec.HostQuota(1, 0.5))) {
      RunningNode node = cluster.nodes().get(0);
      for (int host : new int[] {0, 2, 4, 5}) {
        assertThatThrownBy(() -> node.moveTo(host))
            .isInstanceOf(EngineException.class)
            .hasMessage(
                "node1 can move to a host of its own rack only, and host " + host + " is none.");
      }
      assertThat(node.host()).hasValue(1);
      assertThat(group(node)).contains("/quorate/moved/host1\n");
    }
  }

  @Test
  void withoutAQuotaOfHostsThereIsNoneToMoveTo() throws Exception {
    try (LocalCluster cluster = started(null)) {
      RunningNode node = cluster.nodes().get(0);
      assertThat(node.host()).isEmpty();
      assertThatThrownBy(() -> node.moveTo(3)).isInstanceOf(EngineException.class);
    }
  }

  private LocalCluster started(ClusterSpec.@Nullable HostQuota quota) throws Exception {
    return new SleepingServices(new ClusterRegistry(directory.resolve("clusters")), directory)
        .served(
            ClusterSpec.builder("moved", "1")
                .dataCenters(List.of(new DataCenter("dc1", 4, 2)))
                .hostQuota(quota)
                .build());
  }

  private static String group(RunningNode node) throws Exception {
    return Files.readString(Path.of("/proc/" + node.processId() + "/cgroup"));
  }
}
