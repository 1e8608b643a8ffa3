package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.cassandra.Management;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;

/** With two nodes that have no server behind them. */
class CassandraBacklogTest {
  private final Path folder;
  private final Map<String, Long> compactions = new HashMap<>(Map.of("node1", 0L, "node2", 0L));
  private final Map<String, Long> hints = new HashMap<>(Map.of("node1", 5L, "node2", 7L));

  CassandraBacklogTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void nothingIsLeftWhereNothingIsDueAndNoHintCameDuringTheRun() throws Exception {
    assertThat(backlog(NodeState.READY).left()).isEmpty();
  }

  @Test
  void compactionsThatAreDueAreLeft() throws Exception {
    compactions.put("node2", 3L);
    assertThat(backlog(NodeState.READY).left()).contains("node2 has 3 compactions to do");
  }

  @Test
  void hintsInFilesAreLeftUntilTheFileIsGone() throws Exception {
    Path file = hintsOf("node1").resolve("0a4b6ad4-7f7d-4d0c-9a5e-0f2d3c4b5a69-1-2.hints");
    Files.createFile(file);
    CassandraBacklog backlog = backlog(NodeState.READY);
    assertThat(backlog.left()).contains("node1 has hints to deliver");
    Files.delete(file);
    assertThat(backlog.left()).isEmpty();
  }

  @Test
  void hintsThatWereWrittenDuringTheRunMayBeInMemory() throws Exception {
    CassandraBacklog backlog = backlog(NodeState.READY);
    hints.put("node2", 8L);
    assertThat(backlog.left()).contains("node2 may have hints in memory");
    assertThat(backlog.left()).as("for a period of their flush").isPresent();
  }

  @Test
  void aNodeThatDoesNotAnswerIsNotQuietAndOneThatIsDownIsNotAsked() throws Exception {
    compactions.remove("node1");
    assertThat(backlog(NodeState.READY).left()).contains("node1 does not answer over JMX");
    assertThat(backlog(NodeState.STOPPED).left()).isEmpty();
  }

  private Path hintsOf(String node) throws IOException {
    return Files.createDirectories(folder.resolve(node).resolve("hints"));
  }

  private CassandraBacklog backlog(NodeState state) {
    ClusterSpec spec =
        ClusterSpec.builder("demo", "5.0.6")
            .nodes(2)
            .replicationFactor(2)
            .setting("hints_flush_period", "10s")
            .build();
    List<RunningNode> nodes =
        List.of(
            played(RunningNode.class, Map.of("name", "node1", "state", state)),
            played(RunningNode.class, Map.of("name", "node2", "state", state)));
    RunningCluster cluster =
        played(RunningCluster.class, Map.of("nodes", nodes, "spec", spec, "directory", folder));
    return new CassandraBacklog(
        cluster,
        new CassandraBacklog.Asked() {
          @Override
          public long number(RunningNode node, String bean, String attribute) throws IOException {
            Long number =
                (bean.equals(Management.HINTS_WRITTEN) ? hints : compactions).get(node.name());
            if (number == null) {
              throw new IOException("silent");
            }
            return number;
          }

          @Override
          public void close() {
            // Nothing is held.
          }
        });
  }

  private static <T> T played(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> Objects.requireNonNull(answers.get(method.getName()))));
  }
}
