package org.quorate.lab.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.study.progress.Progress;

/**
 * What holds for whatever starts clusters while one runs. Each engine is tested by a class that
 * extends this one, on the cluster that its tests share; nothing is started here.
 */
public abstract class EngineConformance {
  private final Engine engine;
  private final Function<String, ClusterSpec.Builder> small;
  private final ClusterSpec other;

  /**
   * @param engine with the registry of the shared cluster
   * @param specification begins one of a name
   */
  protected EngineConformance(Engine engine, Function<String, ClusterSpec.Builder> specification) {
    this.engine = engine;
    this.small = name -> specification.apply(name).nodes(1).heap(MemorySize.ofMebibytes(192));
    this.other = small.apply("it-none").build();
  }

  @Test
  void aClusterIsFoundByItsNameAndGoesOnWhenItIsLetGo(RunningCluster cluster) throws Exception {
    try (RunningCluster found = engine.attach(cluster.spec().name())) {
      assertThat(found.spec()).isEqualTo(cluster.spec());
      assertThat(found.directory()).isEqualTo(cluster.directory());
      assertThat(found.contactPoints()).isEqualTo(cluster.contactPoints());
      assertThat(processes(found.nodes())).isEqualTo(processes(cluster.nodes()));
      assertThat(processes(found.services())).isEqualTo(processes(cluster.services()));
    }
    goesOn(cluster);
    assertThatThrownBy(() -> engine.attach(other.name()))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("No cluster named " + other.name() + " runs; these do: ")
        .hasMessageContaining(cluster.spec().name());
  }

  @Test
  void nobodyElseGetsItsNameOrItsDirectory(RunningCluster cluster, @TempDir Path folder) {
    Path elsewhere = folder.resolve("elsewhere");
    ClusterSpec namesake = small.apply(cluster.spec().name()).build();

    assertThatThrownBy(() -> engine.start(namesake, elsewhere, Progress.silent()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("A cluster named " + cluster.spec().name() + " is running in ")
        .hasMessageEndingWith(".");
    assertThatThrownBy(() -> engine.start(other, cluster.directory(), Progress.silent()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("is used by cluster " + cluster.spec().name())
        .hasMessageEndingWith(".");

    assertThat(elsewhere).doesNotExist();
    assertThat(names()).containsOnlyOnce(cluster.spec().name()).doesNotContain(other.name());
    goesOn(cluster);
  }

  @Test
  void aDirectoryOfSomebodyElseIsLeftAsItIs(RunningCluster cluster, @TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("letter"), "dear");

    assertThatThrownBy(() -> engine.start(other, folder, Progress.silent()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("is not empty and was not made for a cluster");

    assertThat(folder).isDirectoryContaining(file::equals);
    assertThat(file).hasContent("dear");
    assertThat(names()).doesNotContain(other.name());
    goesOn(cluster);
  }

  private static void goesOn(RunningCluster cluster) {
    assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.READY);
    assertThat(cluster.services()).allMatch(service -> service.state() == NodeState.READY);
  }

  private static List<Long> processes(List<? extends RunningProcess> running) {
    return running.stream().map(RunningProcess::processId).toList();
  }

  /** Of all clusters that are recorded; others may come and go beside this one. */
  private static List<String> names() {
    return SharedServers.registry().list().stream()
        .map(ClusterRecord::spec)
        .map(ClusterSpec::name)
        .toList();
  }
}
