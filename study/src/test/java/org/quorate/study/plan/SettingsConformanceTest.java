package org.quorate.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.study.testing.Studies;

/** What holds for every setting of a run and of its cluster: it is kept by changes, and told. */
final class SettingsConformanceTest {
  private static final String PLAIN = "load: {threads: 2}\n";
  private static final String PLAIN_HBASE = "cluster: {engine: hbase}\nload: {threads: 2}\n";

  /** Each setting has another value than the plain one in some of these. */
  private static final List<String> OTHERS =
      List.of(
          """
          cluster: {version: 4.1.9, nodes: 4, replication-factor: 2, tokens: 4, heap: 300MiB, \
          processor-quota: 0.5, quick-compiler: true, settings: {concurrent_reads: 16}, \
          pools: hot-cold, nodes-per-host: 2}
          levels: {read: QUORUM, write: QUORUM}
          links: {delay: 5ms}
          runs: {warm-up: 3s, settle: 2s, duration: 7s, history: false, seed: 7, second-read: ONE}
          load: {threads: 9, processes: 3}
          monitor: {}
          coordinators: hot
          power: {profile: server-2010}
          faults: [{at: 1s, kill: node3}]
          factors: {cold-cap: [0.5]}
          """,
          """
          cluster: {engine: hbase, hdfs-data-nodes: 1, host-quota: 1}
          load: {threads: 2}
          buffering: bounded 1s
          durability: process-crash
          offload: {capacity: 9/s}
          """,
          "cluster: {racks: 3}\nload: {threads: 2}\n",
          "runs: {operations: 50}\nload: {threads: 2}\n",
          "runs: {empty-table: true}\nload: {threads: 2}\n",
          """
          backend: remote
          remote: {contact-points: a, local-data-center: b}
          load: {threads: 2}
          """);

  /**
   * What {@link CellSettings} leaves to others: rows and operations, and how a cluster is found.
   */
  private static final Set<String> TOLD_ELSEWHERE = Set.of("workload", "seed", "remote");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  static Stream<String> ofRuns() {
    return names(RunSettings.class);
  }

  static Stream<String> ofClusters() {
    return names(ClusterSettings.class);
  }

  @ParameterizedTest
  @MethodSource("ofRuns")
  void aChangeKeepsTheOthersOfARun(String name) throws Exception {
    RunSettings other = with(run(PLAIN), name, otherRun(name));

    assertThat(other.with(draft -> {})).isEqualTo(other);
  }

  @ParameterizedTest
  @MethodSource("ofClusters")
  void aChangeKeepsTheOthersOfACluster(String name) throws Exception {
    ClusterSettings other = with(run(PLAIN).cluster(), name, otherCluster(name));

    assertThat(other.with(draft -> {})).isEqualTo(other);
  }

  @ParameterizedTest
  @MethodSource("ofRuns")
  void peopleAreToldOfARuns(String name) throws Exception {
    Object other = otherRun(name);
    if (!TOLD_ELSEWHERE.contains(name)) {
      assertThat(bases()).anyMatch(base -> isTold(base, with(base, name, other)));
    }
  }

  @ParameterizedTest
  @MethodSource("ofClusters")
  void peopleAreToldOfAClusters(String name) throws Exception {
    Object other = otherCluster(name);
    if (!TOLD_ELSEWHERE.contains(name)) {
      assertThat(bases())
          .anyMatch(base -> isTold(base, with(base, "cluster", with(base.cluster(), name, other))));
    }
  }

  private static boolean isTold(RunSettings base, RunSettings other) {
    return !CellSettings.of(base).equals(CellSettings.of(other));
  }

  private List<RunSettings> bases() throws Exception {
    return List.of(run(PLAIN), run(PLAIN_HBASE));
  }

  private @Nullable Object otherRun(String name) throws Exception {
    for (String text : OTHERS) {
      RunSettings other = run(text);
      if (!Objects.equals(value(other, name), value(run(PLAIN), name))) {
        return value(other, name);
      }
    }
    throw new AssertionError("No study of this test says anything else of " + name + "; add it.");
  }

  private @Nullable Object otherCluster(String name) throws Exception {
    for (String text : OTHERS) {
      ClusterSettings other = run(text).cluster();
      if (!Objects.equals(value(other, name), value(run(PLAIN).cluster(), name))) {
        return value(other, name);
      }
    }
    throw new AssertionError("No study of this test says anything else of " + name + "; add it.");
  }

  private RunSettings run(String text) throws Exception {
    String records = Integer.toString(10 + OTHERS.indexOf(text) + 1);
    Files.createDirectories(folder);
    return Studies.load(
            folder, "title: x\nworkload: {properties: {recordcount: " + records + "}}\n" + text)
        .study()
        .cells()
        .values()
        .iterator()
        .next();
  }

  private static Stream<String> names(Class<? extends Record> type) {
    return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName);
  }

  private static @Nullable Object value(Record settings, String name) throws Exception {
    return settings.getClass().getMethod(name).invoke(settings);
  }

  /** The same settings but for one. */
  private static <T extends Record> T with(T settings, String name, @Nullable Object other) {
    try {
      RecordComponent[] components = settings.getClass().getRecordComponents();
      @Nullable Object[] values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        String each = components[i].getName();
        values[i] = each.equals(name) ? other : value(settings, each);
      }
      @SuppressWarnings("unchecked")
      Constructor<T> all =
          (Constructor<T>)
              settings
                  .getClass()
                  .getDeclaredConstructor(
                      Arrays.stream(components)
                          .map(RecordComponent::getType)
                          .toArray(Class<?>[]::new));
      return all.newInstance(values);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
