package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Replication;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.progress.Progress;

@Tag("parallel")
@Tag("faults")
class DataCentersIT {
  @Test
  void localLevelsNeedOnlyTheCoordinatorsDataCenter() throws Exception {
    Forwarder forwarder = new Forwarder();
    ClusterSpec spec =
        ClusterSpec.builder("it-centers", CassandraEngine.DEFAULT_VERSION)
            .dataCenters(List.of(new DataCenter("dc1", 2, 2), new DataCenter("dc2", 1, 1)))
            .replicationFactor(1)
            .tokensPerNode(16)
            .quickCompiler(true)
            .relayed(true)
            .setting("hinted_handoff_throttle", "2048KiB")
            .build();
    try (RunningCluster cluster =
            LabDirectories.engine(forwarder)
                .start(spec, LabDirectories.ROOT.resolve("centers"), Progress.silent());
        CqlSession session = Sessions.open(cluster, "dc1")) {
      session.execute(
          "CREATE KEYSPACE it WITH replication = "
              + new Replication(spec.replicasByDataCenter()).toCql());
      session.execute("CREATE TABLE it.t (k int PRIMARY KEY, v int)");
      assertThat(session.getMetadata().getNodes().values())
          .extracting(Node::getDatacenter)
          .containsExactlyInAnyOrder("dc1", "dc1", "dc2");
      assertThat(session.getMetadata().getNodes().values())
          .filteredOn(node -> "dc1".equals(node.getDatacenter()))
          .extracting(Node::getRack)
          .containsExactlyInAnyOrder("rack1", "rack2");

      RunningNode near = cluster.nodes().get(0);
      RunningNode far = cluster.nodes().get(2);
      long before = forwarder.bytes.get();
      insert(session, near, DefaultConsistencyLevel.LOCAL_QUORUM, 1);
      await("the write reaches the other data centre")
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> rows(session, far, DefaultConsistencyLevel.LOCAL_ONE) == 1);
      assertThat(forwarder.bytes.get()).as("bytes through the relay").isGreaterThan(before);

      far.kill();
      insert(session, near, DefaultConsistencyLevel.LOCAL_ONE, 2);
      assertThat(rows(session, near, DefaultConsistencyLevel.LOCAL_QUORUM)).isEqualTo(2);
    }
  }

  private static void insert(
      CqlSession session, RunningNode coordinator, DefaultConsistencyLevel level, int key) {
    Sessions.execute(
        session, coordinator, level, "INSERT INTO it.t (k, v) VALUES (" + key + ", 1)");
  }

  private static int rows(
      CqlSession session, RunningNode coordinator, DefaultConsistencyLevel level) {
    return Sessions.execute(session, coordinator, level, "SELECT * FROM it.t").all().size();
  }
}
