package org.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.study.plan.StoreEngine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class ClusterOptionsTest {
  @Command
  private static final class Holder {
    @Mixin private final ClusterOptions options = new ClusterOptions();
  }

  @Test
  void withoutAnEngineThreeNodesOfCassandraAreStarted() {
    ClusterSpec spec = options().spec();
    assertThat(options().engine()).isEqualTo(StoreEngine.CASSANDRA);
    assertThat(spec.version()).isEqualTo(CassandraEngine.DEFAULT_VERSION);
    assertThat(spec.nodes()).isEqualTo(3);
    assertThat(Objects.requireNonNull(spec.ring()).tokensPerNode()).isEqualTo(1);
    assertThat(spec.heap()).hasToString("192M");
  }

  @Test
  void withHBaseNodesAreRegionServersWithoutARing() {
    ClusterSpec spec = options("--engine", "hbase", "--nodes", "4", "--delay", "2ms").spec();
    assertThat(spec.version()).isEqualTo(HBaseEngine.DEFAULT_VERSION);
    assertThat(spec.nodes()).isEqualTo(4);
    assertThat(spec.ring()).isNull();
    assertThat(spec.heap()).isEqualTo(HBaseEngine.DEFAULT_HEAP);
    assertThat(spec.relayed()).isTrue();
    assertThat(options("--engine", "hbase", "--heap", "512M").spec().heap()).hasToString("512M");
  }

  @Test
  void whatHBaseHasNotIsRefusedInOneSentence() {
    for (String option : new String[] {"--tokens=1", "--pools=balanced", "--dc=dc1:3"}) {
      assertThatThrownBy(() -> options("--engine", "hbase", option).spec())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("HBase has no data centres");
    }
    assertThatThrownBy(() -> options("--engine", "redis").spec())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"redis\" is no engine; write cassandra or ");
  }

  @Test
  void filesInHdfsAreOfHBaseAlone() {
    assertThat(options("--engine", "hbase").spec().dataNodes()).isZero();
    assertThat(options("--engine", "hbase", "--hdfs-data-nodes", "3").spec().dataNodes())
        .isEqualTo(3);
    assertThatThrownBy(() -> options("--hdfs-data-nodes", "3").spec())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cassandra's nodes keep their files themselves; leave out --hdfs-data-nodes, or add"
                + " --engine hbase.");
    assertThatThrownBy(() -> options("--engine", "hbase", "--hdfs-data-nodes", "5").spec())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 data nodes on one machine; use 1 to 4");
  }

  private static ClusterOptions options(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options;
  }
}
