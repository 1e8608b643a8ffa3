package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.progress.Progress;

/**
 * What holds for whatever starts clusters, before it starts any: what cannot be is refused while
 * nothing has been fetched, recorded, written or started. What holds of clusters that run is in
 * {@code EngineConformance}.
 */
final class EngineConformanceTest {
  private static final String NAME = "it-conformance";

  private final List<ProcessHandle> before = ProcessHandle.current().children().toList();
  private final Path folder;
  private final ClusterRegistry registry;

  private final Path java;

  EngineConformanceTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.registry = new ClusterRegistry(folder.resolve("clusters"));
    this.java = java17(folder.resolve("java17"));
  }

  /** As every server takes it, whatever runs the tests; it is never run. */
  private static Path java17(Path home) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    assertThat(Files.createFile(home.resolve("bin").resolve("java")).toFile().setExecutable(true))
        .isTrue();
    return home;
  }

  /** A new engine does not compile here until it is one of these. */
  private Engine engine(StoreEngine store, @Nullable Interconnect interconnect) {
    ServerLibrary library = new ServerLibrary(folder.resolve("servers"));
    return switch (store) {
      case CASSANDRA -> new CassandraEngine(registry, library, interconnect);
      case HBASE -> new HBaseEngine(registry, library, interconnect);
    };
  }

  private ClusterSpec.Builder spec(StoreEngine store) {
    ClusterSpec.Builder spec =
        switch (store) {
          case CASSANDRA -> ClusterSpec.builder(NAME, CassandraEngine.DEFAULT_VERSION);
          case HBASE -> HBaseEngine.spec(NAME);
        };
    return spec.nodes(1).javaHome(java);
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(ProcessHandle.current().children().toList()).isSubsetOf(before);
    assertThat(folder.resolve("cluster")).doesNotExist();
    assertThat(folder.resolve("servers")).doesNotExist();
    assertThat(registry.find(NAME)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aClusterForWhichThereIsNoMemoryIsRefused(StoreEngine store) {
    isRefused(
        engine(store, null),
        spec(store).heap(new MemorySize(1L << 50)).build(),
        "of memory, but only");
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aClusterOnAJavaThatIsNotThereIsRefused(StoreEngine store) {
    Path nowhere = folder.resolve("java");
    isRefused(
        engine(store, null),
        spec(store).javaHome(nowhere).build(),
        "There is no Java in " + nowhere);
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aRelayedClusterIsRefusedWhereNobodyRelays(StoreEngine store) {
    isRefused(engine(store, null), spec(store).relayed(true).build(), "there is no relay");
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void nobodyIsAskedToRelayWhatIsRefused(StoreEngine store) {
    Interconnect unasked =
        (traffic, nodes, directory) -> {
          throw new AssertionError("asked to relay " + nodes);
        };
    isRefused(
        engine(store, unasked),
        spec(store).relayed(true).heap(new MemorySize(1L << 50)).build(),
        "of memory");
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aClusterThatDoesNotRunCannotBeTakenHoldOf(StoreEngine store) {
    assertThatThrownBy(() -> engine(store, null).attach(NAME))
        .isInstanceOf(EngineException.class)
        .hasMessage("No cluster named " + NAME + " runs; none does.");
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aClusterOfAnotherStoreCannotBeTakenHoldOf(StoreEngine store) throws Exception {
    ClusterRecord others =
        registry.claim(
            ClusterSpec.builder("it-others", "1.0").build(),
            "another",
            folder.resolve("others"),
            StorePorts.of(15_723, 15_724));
    try {
      assertThatThrownBy(() -> engine(store, null).attach("it-others"))
          .isInstanceOf(EngineException.class)
          .hasMessageStartingWith("Cluster it-others is one of another, not of ")
          .hasMessageEndingWith("; ask the engine of that store for it.");
    } finally {
      registry.cleanUp(others);
    }
  }

  private void isRefused(Engine engine, ClusterSpec spec, String why) {
    assertThatThrownBy(() -> engine.start(spec, folder.resolve("cluster"), Progress.silent()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n")
        .hasMessageEndingWith(".");
  }
}
