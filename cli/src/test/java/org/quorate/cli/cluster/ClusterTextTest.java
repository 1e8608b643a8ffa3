package org.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cli.cluster.ClusterJson.LinkJson;
import org.quorate.cli.cluster.ClusterJson.NodeJson;
import org.quorate.cli.cluster.ClusterJson.ServiceJson;

final class ClusterTextTest {
  @Test
  void servicesFollowTheNodesAndColumnsThatAStoreHasNotAreLeftOut() {
    ClusterJson view =
        new ClusterJson(
            "demo",
            "running",
            "hbase",
            "2.6.4-hadoop3",
            null,
            null,
            "/clusters/demo",
            "2026-11-22T14:00:00Z",
            null,
            List.of(new ServiceJson("zookeeper", "READY", "127.10.1.201:2181", 11, 1, 0.5)),
            List.of(node(null, null, null)),
            List.of(new LinkJson(0, 1, "2ms", 1024, 2, 2.1, 2.5)));
    assertThat(ClusterText.of(view).lines())
        .satisfiesExactly(
            line ->
                assertThat(line).isEqualTo("demo: hbase 2.6.4-hadoop3, 1 node, running by itself"),
            line -> assertThat(line).startsWith("  node       state  clients connect to"),
            line -> assertThat(line).startsWith("  node1      ready  127.10.1.1:16020"),
            line -> assertThat(line).startsWith("  zookeeper  ready  127.10.1.201:2181"),
            line -> assertThat(line).startsWith("  link"),
            line -> assertThat(line).startsWith("  clients > node1"));
  }

  @Test
  void whereThereAreDataCentersAndPoolsTheyAreShown() {
    ClusterJson view =
        new ClusterJson(
            "demo",
            "running",
            "cassandra",
            "5.0.9",
            3,
            "hot-cold",
            "/clusters/demo",
            "2026-11-22T14:00:00Z",
            7L,
            null,
            List.of(node("dc1", "rack1", "hot")),
            null);
    assertThat(ClusterText.of(view).lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "demo: cassandra 5.0.9, 1 node, replication factor 3, pools hot-cold,"
                            + " running with process 7"),
            line -> assertThat(line).startsWith("  node   centre  rack   pool  state"),
            line -> assertThat(line).startsWith("  node1  dc1     rack1  hot   ready"));
  }

  private static NodeJson node(String center, String rack, String pool) {
    return new NodeJson(
        "node1",
        center,
        rack,
        pool,
        "READY",
        "127.10.1.1:16020",
        "127.10.1.1:16020",
        16_001,
        12,
        1,
        1.5);
  }
}
