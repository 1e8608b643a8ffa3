package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.StorePorts;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class CassandraConfigurationTest {
  private final Path directory;

  CassandraConfigurationTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void aRelayedNodeListensOnOneAddressAndAdvertisesTheOther() throws Exception {
    ClusterRecord cluster = claim(ClusterSpec.builder("demo", "5.0.9").relayed(true));
    Map<String, Object> yaml = yaml(cluster, List.of(-5L));
    String block = String.valueOf(yaml.get("listen_address")).split("\\.", -1)[1];
    assertThat(yaml)
        .containsEntry("cluster_name", "demo")
        .containsEntry("num_tokens", 1)
        .containsEntry("initial_token", "-5")
        .containsEntry("auto_bootstrap", false)
        .containsEntry("auto_snapshot", false)
        .containsEntry("listen_address", "127." + block + ".1.1")
        .containsEntry("broadcast_address", "127." + block + ".0.1")
        .containsEntry("rpc_address", "127." + block + ".1.1")
        .containsEntry("storage_port", 15_705)
        .containsEntry("native_transport_port", 15_706)
        .doesNotContainKeys("write_request_timeout", "hinted_handoff_enabled");
    assertThat(String.valueOf(yaml.get("seed_provider")))
        .contains("127.B.0.1:15705,127.B.0.2:15705,127.B.0.3:15705".replace("B", block));
  }

  @Test
  void withoutARelayNoOtherAddressIsAdvertised() throws Exception {
    assertThat(yaml(claim(ClusterSpec.builder("demo", "5.0.9")), List.of(1L, 2L)))
        .doesNotContainKey("broadcast_address")
        .containsEntry("num_tokens", 2)
        .containsEntry("initial_token", "1,2");
  }

  @Test
  void aStudysSettingsReplaceAndAddLines() throws Exception {
    ClusterRecord cluster =
        claim(
            ClusterSpec.builder("demo", "5.0.9")
                .setting("concurrent_reads", "32")
                .setting("write_request_timeout", "500ms"));
    assertThat(yaml(cluster, List.of(1L)))
        .containsEntry("concurrent_reads", 32)
        .containsEntry("write_request_timeout", "500ms");
  }

  @Test
  void whatTheEngineChoosesCannotBeSet() {
    assertThatThrownBy(
            () -> CassandraConfiguration.checkSettings(Map.of("listen_address", "0.0.0.0")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("listen_address");
  }

  @Test
  void oneSettingIsOneLine() {
    for (String lineBreak : List.of("\n", "\r", "\u0085", "\u2028", "\u2029")) {
      assertThatThrownBy(
              () ->
                  CassandraConfiguration.checkSettings(
                      Map.of("concurrent_reads", "1" + lineBreak + "seed_provider: x")))
          .isInstanceOf(EngineException.class)
          .hasMessage(
              "The setting concurrent_reads has a value of more than one line; write it on one.");
    }
    assertThatThrownBy(
            () -> CassandraConfiguration.checkSettings(Map.of("a: 1\nseed_provider", "x")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("is no name of a setting");
  }

  @Test
  void nodesOfOneDataCenterDoNotGoRoundTheLinks() throws Exception {
    ClusterRecord cluster = claim(ClusterSpec.builder("demo", "5.0.9"));
    Properties properties = new Properties();
    properties.load(
        new StringReader(
            CassandraConfiguration.rackProperties(cluster.nodes().get(0).addresses())));
    assertThat(properties)
        .containsEntry("dc", "dc1")
        .containsEntry("rack", "rack1")
        .containsEntry("prefer_local", "false");
  }

  @Test
  void aNodeThatJoinsTheRingIsNoSeedOfItsOwn() throws Exception {
    ClusterRecord cluster = claim(ClusterSpec.builder("demo", "5.0.9").nodes(3));
    String yaml = CassandraConfiguration.yaml(cluster, cluster.nodes().get(0), List.of(7L));
    List<String> seeds =
        cluster.nodes().stream()
            .map(node -> node.addresses().advertisedStorage())
            .map(seed -> seed.getAddress().getHostAddress() + ":" + seed.getPort())
            .toList();
    for (int own = 0; own < 3; own++) {
      List<String> others = new ArrayList<>(seeds);
      others.remove(own);
      String joining = RingMembership.joining(yaml, seeds.get(own));

      assertThat(joining)
          .contains("auto_bootstrap: true\n", "seeds: '" + String.join(",", others) + "'")
          .doesNotContain("auto_bootstrap: false");
      assertThat(RingMembership.joining(joining, seeds.get(own))).isEqualTo(joining);
    }
  }

  @Test
  void aNodeThatJoinsTheRingIsGivenLongerToFindIt() throws Exception {
    ClusterRecord cluster = claim(ClusterSpec.builder("demo", "5.0.9"));
    String arguments =
        JavaOptions.argumentFile(cluster, cluster.nodes().get(0).addresses(), List.of());

    assertThat(JavaOptions.joining(arguments).lines())
        .contains("\"-Dcassandra.ring_delay_ms=10000\"")
        .doesNotContain("\"-Dcassandra.ring_delay_ms=2000\"")
        .hasSize((int) arguments.lines().count());
  }

  @Test
  void argumentsWithBlanksStayWhole() throws Exception {
    ClusterRecord cluster = claim(ClusterSpec.builder("demo", "5.0.9"));
    String arguments =
        JavaOptions.argumentFile(
            cluster,
            cluster.nodes().get(0).addresses(),
            List.of(Path.of("/my jars/jamm-0.4.0.jar"), Path.of("/my jars/b.jar")));
    assertThat(arguments.lines())
        .contains(
            "\"-Xmx192m\"",
            "\"-javaagent:/my jars/jamm-0.4.0.jar\"",
            "\"/my jars/jamm-0.4.0.jar:/my jars/b.jar\"")
        .endsWith("\"" + JavaOptions.MAIN_CLASS + "\"");
  }

  private ClusterRecord claim(ClusterSpec.Builder spec) throws EngineException {
    return new ClusterRegistry(directory.resolve("clusters"))
        .claim(
            spec.build(),
            "cassandra",
            directory.resolve("my cluster's"),
            StorePorts.of(15_705, 15_706));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> yaml(ClusterRecord cluster, List<Long> tokens) {
    String text = CassandraConfiguration.yaml(cluster, cluster.nodes().get(0), tokens);
    return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(text);
  }
}
