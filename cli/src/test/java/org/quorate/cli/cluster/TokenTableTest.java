package org.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;

final class TokenTableTest {
  @Test
  void everyNodeHasItsTokenAndWhatItOwnsAndHolds() {
    ClusterSpec spec =
        ClusterSpec.builder("plan", "5.0.9").nodes(4).pools(PoolLayout.HOT_COLD).build();
    assertThat(TokenTable.of(spec).text())
        .isEqualToNormalizingNewlines(
            """
            dc1: pools hot-cold, 2 of 4 nodes hot; with replication factor 3, 100.0 % of the rows have a hot replica
              node  pool  initial_token         primary range  rows held
              1     hot   -9223372036854775807         33.3 %     83.3 %
              2     cold  -6148914691236517206         16.7 %     66.7 %
              3     hot   0                            33.3 %     83.3 %
              4     cold  3074457345618258602          16.7 %     66.7 %
            """);
  }

  @Test
  void everyDataCentreHasTokensOfItsOwn() {
    TokenTable table =
        TokenTable.of(
            ClusterSpec.builder("plan", "5.0.9")
                .dataCenters(List.of(new DataCenter("a", 3, 1), new DataCenter("b", 2, 1)))
                .pools(PoolLayout.MOSTLY_COLD)
                .replicationFactor(1)
                .build());
    assertThat(table.dataCenters()).extracting(TokenTable.Center::hotNodes).containsExactly(1, 1);
    assertThat(table.dataCenters().stream().flatMap(center -> center.nodes().stream()))
        .extracting(TokenTable.Node::initialToken)
        .doesNotHaveDuplicates();
    assertThat(table.dataCenters().get(0).rowsWithHotReplica()).isEqualTo(0.5);
  }
}
