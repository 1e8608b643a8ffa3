package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.backend.LocalStore;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.MemorySize;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.StoreEngine;

/**
 * What holds for the store of every engine that a study may name. A new one is here by being in
 * {@link LabBackend}; nothing is started.
 */
final class LocalStoreConformanceTest {
  private static final String NAME = "here";

  @TempDir private Path folder;

  /** Lines that ask for something; a new capability does not compile here until it has some. */
  private static String asks(Capability capability) {
    return switch (capability) {
      case LEVELS -> "levels: {read: ALL, write: QUORUM}";
      case PLACEMENT -> "cluster: {%s, nodes: 4, replication-factor: 2, pools: hot-cold}";
      case COORDINATORS -> "coordinators: hot";
      case MONITOR -> "monitor: {}";
      case FAULTS -> "faults: [{at: 1s, kill: node3}]";
      case DEFERRAL -> "buffering: bounded 1s";
      case DATA_NODES -> "cluster: {%s, hdfs-data-nodes: 1}";
      // Nobody here starts what somebody else has started.
      case REMOTE -> "";
    };
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aClusterIsWhatItsStudyAsksFor(StoreEngine engine) throws Exception {
    ClusterSettings asked =
        new ClusterSettings(
            engine,
            "9.8.7",
            Map.of("dc1", 5),
            3,
            1,
            321L << 20,
            0.7,
            true,
            Map.of("some.setting", "7"),
            ClusterSettings.BALANCED,
            1,
            1,
            null,
            0,
            null);

    ClusterSpec spec = store(engine).specification(asked, NAME);

    assertThat(spec.name()).isEqualTo(NAME);
    assertThat(spec.version()).isEqualTo("9.8.7");
    assertThat(spec.nodes()).isEqualTo(5);
    assertThat(spec.heap()).isEqualTo(MemorySize.ofMebibytes(321));
    assertThat(spec.processorQuota()).isEqualTo(0.7);
    assertThat(spec.hostQuota()).isNull();
    assertThat(spec.quickCompiler()).isTrue();
    assertThat(spec.settings()).containsExactly(Map.entry("some.setting", "7"));
    assertThat(spec.relayed()).as("studies delay links").isTrue();
    assertThat(store(engine).specification(asked, NAME)).isEqualTo(spec);
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void whatAStudyLeavesOpenTheStoreDecides(StoreEngine engine) throws Exception {
    ClusterSettings asked = withHostQuota(cluster(engine), 1.5);

    ClusterSpec spec = store(engine).specification(asked, NAME);

    assertThat(spec.version()).isNotEqualTo(asked.version());
    assertThat(spec.processorQuota()).isNull();
    assertThat(spec.hostQuota()).isEqualTo(new ClusterSpec.HostQuota(1, 1.5));
    assertThat(spec.quickCompiler()).isFalse();
    assertThat(spec.settings()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void rowsAreWhereAStudyPutsThemIfItsEngineLetsIt(StoreEngine engine) throws Exception {
    ClusterSettings plain = cluster(engine);
    if (!engine.can(Capability.PLACEMENT)) {
      assertThat(store(engine).specification(plain, NAME).ring()).isNull();
      return;
    }
    Map<String, Integer> centers = new LinkedHashMap<>();
    centers.put("west", 2);
    centers.put("east", 4);

    ClusterSpec tokens =
        store(engine)
            .specification(with(plain, centers, 2, 4, plain.heapBytes(), plain.hostQuota()), NAME);
    ClusterSpec pools =
        store(engine)
            .specification(
                plain.with(
                    draft -> {
                      draft.dataCenters = centers;
                      draft.replicationFactor = 2;
                      draft.pools = "hot-cold";
                    }),
                NAME);

    ClusterSpec racks =
        store(engine)
            .specification(
                run(engine, "cluster: {%s, racks: 3, data-centers: {west: 4, east: 2}}").cluster(),
                NAME);
    assertThat(racks.dataCenters())
        .containsExactly(new DataCenter("west", 4, 3), new DataCenter("east", 2, 2));
    assertThat(tokens.dataCenters()).extracting(DataCenter::name).containsExactly("west", "east");
    assertThat(tokens.dataCenters()).extracting(DataCenter::nodes).containsExactly(2, 4);
    assertThat(tokens.replicationFactor()).isEqualTo(2);
    assertThat(tokens.tokensPerNode()).isEqualTo(4);
    assertThat(tokens.pools()).isEqualTo(PoolLayout.BALANCED);
    assertThat(pools.pools()).isEqualTo(PoolLayout.HOT_COLD);
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aClusterThatNoStoreHasIsRefused(StoreEngine engine) throws Exception {
    ClusterSettings plain = cluster(engine);
    ClusterSettings many =
        plain.with(draft -> draft.dataCenters = Map.of("dc1", ClusterSpec.MAXIMUM_NODES + 1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> store(engine).specification(many, NAME))
        .withMessageEndingWith(".");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store(engine).specification(plain, "../elsewhere"))
        .withMessageEndingWith(".");
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void clustersThatAreUpTogetherNeedTheMemoryOfEach(StoreEngine engine) throws Exception {
    LocalStore store = store(engine);
    ClusterSettings plain = cluster(engine);
    ClusterSpec three = store.specification(plain, "three");
    ClusterSpec two =
        store.specification(
            with(plain, Map.of("dc1", 2), 1, plain.tokensPerNode(), 500L << 20, plain.hostQuota()),
            "two");

    long needed = needed(store, List.of(three, two));

    assertThat(needed(store, List.of(three))).isGreaterThan(3 * three.heap().bytes());
    assertThat(needed(store, List.of(two))).isGreaterThan(2 * two.heap().bytes());
    assertThat(needed)
        .isEqualTo(needed(store, List.of(three)) + needed(store, List.of(two)))
        .isEqualTo(needed(store, List.of(two, three)));
    assertThatThrownBy(() -> store.requireMemory(List.of(three, two), OptionalLong.of(needed - 1)))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("need about " + (needed >> 20) + "M of memory")
        .hasMessageContaining("only " + ((needed - 1) >> 20) + "M are available")
        .hasMessageEndingWith(".");
    assertThatCode(() -> store.requireMemory(List.of(three, two), OptionalLong.empty()))
        .as("a machine that does not tell")
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void whatItsEngineCanIsNotRefused(StoreEngine engine) throws Exception {
    for (Capability capability : Capability.values()) {
      if (engine.can(capability)) {
        RunSettings run = run(engine, asks(capability));
        assertThatCode(() -> store(engine).check(run))
            .as("%s of %s", capability, engine)
            .doesNotThrowAnyException();
        assertThatCode(() -> store(engine).specification(run.cluster(), NAME))
            .as("%s of %s", capability, engine)
            .doesNotThrowAnyException();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void dataNodesAreThoseThatAStudyAsksFor(StoreEngine engine) throws Exception {
    int asked = engine.can(Capability.DATA_NODES) ? 2 : 0;
    String lines = asked == 0 ? "" : "cluster: {%s, hdfs-data-nodes: 2}";

    assertThat(store(engine).specification(run(engine, lines).cluster(), NAME).dataNodes())
        .isEqualTo(asked);
  }

  private static ClusterSettings withHostQuota(ClusterSettings plain, double hostQuota) {
    return with(
        plain,
        plain.dataCenters(),
        plain.replicationFactor(),
        plain.tokensPerNode(),
        plain.heapBytes(),
        hostQuota);
  }

  private static ClusterSettings with(
      ClusterSettings plain,
      Map<String, Integer> dataCenters,
      int replicationFactor,
      int tokensPerNode,
      long heapBytes,
      @Nullable Double hostQuota) {
    return new ClusterSettings(
        plain.engine(),
        plain.version(),
        dataCenters,
        replicationFactor,
        tokensPerNode,
        heapBytes,
        plain.processorQuota(),
        plain.quickCompiler(),
        plain.settings(),
        plain.pools(),
        plain.racks(),
        plain.nodesPerHost(),
        hostQuota,
        plain.dataNodes(),
        plain.remote());
  }

  private static LocalStore store(StoreEngine engine) {
    return LabBackend.store(engine);
  }

  /** The least with which they are not refused, found by halving. */
  private static long needed(LocalStore store, List<ClusterSpec> together) {
    long refused = 0;
    long taken = 1L << 50;
    while (taken - refused > 1) {
      long between = (refused + taken) / 2;
      if (isRefused(store, together, between)) {
        refused = between;
      } else {
        taken = between;
      }
    }
    return taken;
  }

  private static boolean isRefused(LocalStore store, List<ClusterSpec> together, long available) {
    try {
      store.requireMemory(together, OptionalLong.of(available));
      return false;
    } catch (EngineException e) {
      return true;
    }
  }

  private ClusterSettings cluster(StoreEngine engine) throws Exception {
    return run(engine, "").cluster();
  }

  private RunSettings run(StoreEngine engine, String asked) throws Exception {
    String cluster = "engine: " + engine.text();
    Path path = folder.resolve("study.yaml");
    Files.writeString(
        path,
        "title: x\nworkload: {properties: {recordcount: 10}}\nload: {threads: 2}\n"
            + (asked.contains("%s")
                ? asked.formatted(cluster)
                : "cluster: {" + cluster + "}\n" + asked)
            + "\n");
    return StudyFile.load(path, StudyOverrides.NONE).study().cells().values().iterator().next();
  }
}
