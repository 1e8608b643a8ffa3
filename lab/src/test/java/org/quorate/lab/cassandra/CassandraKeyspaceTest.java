package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;

class CassandraKeyspaceTest {
  private static final ClusterSpec SPEC =
      ClusterSpec.builder("demo", "5.0.9")
          .dataCenters(List.of(new DataCenter("dc1", 3, 1), new DataCenter("dc-2", 2, 1)))
          .build();

  @Test
  void everyDataCenterGetsTheReplicationFactor() {
    assertThat(CassandraKeyspace.create("ycsb", SPEC))
        .isEqualTo(
            "CREATE KEYSPACE IF NOT EXISTS ycsb WITH replication = {'class':"
                + " 'NetworkTopologyStrategy', 'dc1': 2, 'dc-2': 2}");
  }

  @Test
  void aNameThatWouldNeedQuotesIsRefused() {
    assertThatThrownBy(() -> CassandraKeyspace.create("a b", SPEC))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
