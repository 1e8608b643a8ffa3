package org.quorate.lab.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.energy.Host;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.ClusterSettings;

final class RemoteNodesTest {
  private static final RemoteNode ONE = node("10.0.0.1", 9042, "east", true);
  private static final RemoteNode TWO = node("10.0.0.2", 9042, "east", true);
  private static final RemoteNode THREE = node("10.0.0.3", 9042, "east", true);
  private static final RemoteNode WEST = node("10.1.0.1", 9042, "west", true);

  @TempDir private Path folder;

  @Test
  void aClusterAsExpectedHasNoMismatchWhateverOtherDataCentresItHas() throws Exception {
    assertThat(east(THREE, ONE, WEST, TWO).mismatch(expected("nodes: 3"))).isEmpty();
    assertThat(east(ONE, TWO, THREE).mismatch(expected("nodes: 3, version: 5.0.6"))).isEmpty();
    assertThat(east(ONE, TWO, THREE).mismatch(expected("nodes: 3, version: 5.0"))).isEmpty();
    assertThat(east(THREE, ONE, WEST, TWO).names())
        .containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
  }

  @Test
  void whateverIsOtherwiseIsOneSentence() throws Exception {
    assertThat(east(ONE, TWO, THREE).mismatch(expected("nodes: 4")))
        .contains(
            "The study expects 4 nodes in the data centre east, but the cluster has 3 there;"
                + " correct cluster: nodes.");
    assertThat(east(WEST).mismatch(expected("nodes: 3")))
        .contains(
            "The study expects a data centre east, but the cluster has west; correct cluster:"
                + " data-centers.");
    assertThat(east(ONE, TWO, THREE).mismatch(expected("nodes: 3, version: 5.0.9")))
        .hasValueSatisfying(
            text -> assertThat(text).contains("expects version 5.0.9", "10.0.0.1 runs 5.0.6"));
    assertThat(east(ONE, TWO, node("10.0.0.3", 9042, "east", false)).mismatch(expected("nodes: 3")))
        .hasValueSatisfying(
            text -> assertThat(text).contains("10.0.0.3 is down or cannot be reached from here"));
  }

  @Test
  void nodesThatShareAnAddressAreNamedWithTheirPorts() {
    RemoteNodes nodes =
        RemoteNodes.in(
            List.of("east"),
            List.of(
                node("10.0.0.1", 9043, "east", true), node("10.0.0.1", 9042, "east", true), TWO));

    assertThat(nodes.names()).containsExactly("10.0.0.1:9042", "10.0.0.1:9043", "10.0.0.2");
    assertThatThrownBy(() -> nodes.hotNodes(List.of("10.0.0.1")))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("the address of several nodes");
  }

  @Test
  void hotNodesAreNodesOfTheCluster() throws Exception {
    assertThat(east(ONE, TWO).hotNodes(List.of("10.0.0.2", "10.0.0.1:9042")))
        .containsExactly(TWO.address(), ONE.address());
    assertThatThrownBy(() -> east(ONE, TWO).hotNodes(List.of("10.0.0.9")))
        .hasMessage(
            "remote: hot-nodes names 10.0.0.9, but the cluster has no such node; name some of"
                + " 10.0.0.1, 10.0.0.2.");
  }

  @Test
  void withoutHostsEachNodeIsOnOneOfItsOwn() throws Exception {
    assertThat(east(ONE, TWO).hosts(Map.of()))
        .containsExactly(
            new Host("10.0.0.1", List.of("10.0.0.1"), null),
            new Host("10.0.0.2", List.of("10.0.0.2"), null));
  }

  @Test
  void hostsHaveAllNodesAndEachOnce() throws Exception {
    assertThat(east(ONE, TWO).hosts(Map.of("web", List.of("10.0.0.2", "10.0.0.1:9042"))))
        .containsExactly(new Host("web", List.of("10.0.0.2", "10.0.0.1"), null));
    assertThatThrownBy(() -> east(ONE, TWO).hosts(Map.of("web", List.of("10.0.0.2"))))
        .hasMessageContaining("10.0.0.1 is on no host");
    assertThatThrownBy(
            () ->
                east(ONE, TWO)
                    .hosts(
                        Map.of(
                            "a", List.of("10.0.0.1", "10.0.0.2"), "b", List.of("10.0.0.1:9042"))))
        .hasMessageContaining("10.0.0.1 is on two hosts");
  }

  private static RemoteNodes east(RemoteNode... nodes) {
    return RemoteNodes.in(List.of("east"), List.of(nodes));
  }

  private static RemoteNode node(String host, int port, String center, boolean reached) {
    return new RemoteNode(
        UUID.nameUUIDFromBytes((host + port).getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        new InetSocketAddress(host, port),
        center,
        "5.0.6",
        reached);
  }

  private ClusterSettings expected(String cluster) throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(
        path,
        "title: x\nbackend: remote\nworkload: {properties: {recordcount: 10}}\n"
            + "remote: {contact-points: [a], local-data-center: east}\ncluster: {"
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
