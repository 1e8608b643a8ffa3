package org.quorate.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.CapResult;

class ColdCapTest {
  private static final double QUOTA = 0.4;

  private final Map<Integer, Double> quotas = new TreeMap<>();
  private int changesUntilFailure = Integer.MAX_VALUE;
  private int failures = 1;
  @TempDir private Path folder;
  private final ColdCap cap = new ColdCap(cluster(), this::give);

  private double give(RunningNode node, double cores) throws IOException {
    if (--changesUntilFailure < 0 && failures-- > 0) {
      throw new IOException("the group is gone");
    }
    double taken = Math.max(cores, 0.1);
    quotas.put(node.index(), taken);
    return taken;
  }

  @Test
  void capsTheColdNodesAlone() throws Exception {
    cap.set(0.5);

    assertThat(quotas).isEqualTo(Map.of(2, 0.2, 4, 0.2));
    assertThat(cap.inEffect())
        .contains(new CapResult("processor quota", 0.5, 0.5, "2 nodes, 0.2 of 0.4 cores each"));
  }

  @Test
  void aCapThatIsOffIsInNoResult() throws Exception {
    cap.set(0.5);
    cap.set(RunSettings.NO_CAP);

    assertThat(quotas).isEqualTo(Map.of(2, QUOTA, 4, QUOTA));
    assertThat(cap.inEffect()).isEmpty();
  }

  @Test
  void aQuotaThatIsNotTakenIsToldAndPutBack() {
    assertThatThrownBy(() -> cap.set(0.2))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("node2 may use 0.1 cores after it was given 0.08");
    assertThat(quotas).isEqualTo(Map.of(2, QUOTA, 4, QUOTA));
    assertThat(cap.inEffect()).isEmpty();
  }

  @Test
  void aClockOfSomeServersAloneIsRefusedBeforeAnythingStarts() throws Exception {
    assertThatThrownBy(() -> ColdCap.check(run("power: {cap: frequency}")))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("share this machine's processors")
        .hasMessageContaining("power: {cap: quota}");
    ColdCap.check(run("power: {cap: quota}"));
    ColdCap.check(run(""));
    assertThatThrownBy(() -> ColdCap.check(run("cluster: {nodes: 4}")))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("set cluster: processor-quota");
  }

  private RunSettings run(String more) throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        """
        title: Capped
        workload: {properties: {recordcount: 10}}
        load: {threads: 2}
        factors: {cold-cap: [0.5]}
        """
            + (more.startsWith("cluster") ? "" : "cluster: {processor-quota: 0.4}\n")
            + more
            + "\n");
    return StudyFile.load(file, StudyOverrides.NONE).study().cells().values().iterator().next();
  }

  @Test
  void changesNothingThatIsInEffect() throws Exception {
    cap.set(RunSettings.NO_CAP);

    assertThat(quotas).isEmpty();
  }

  @Test
  void putsBackWhatWasInEffectWhenANodeCannotBeCapped() {
    changesUntilFailure = 1;

    assertThatThrownBy(() -> cap.set(0.5))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("the group is gone");
    assertThat(quotas).isEqualTo(Map.of(2, QUOTA, 4, QUOTA));
  }

  @Test
  void takesACapOffThatMayHaveStayedOn() throws Exception {
    changesUntilFailure = 1;
    failures = 2;
    assertThatThrownBy(() -> cap.set(0.5)).isInstanceOf(BackendException.class);
    assertThat(quotas).isEqualTo(Map.of(2, 0.2));

    cap.set(RunSettings.NO_CAP);

    assertThat(quotas).isEqualTo(Map.of(2, QUOTA, 4, QUOTA));
  }

  private static RunningCluster cluster() {
    ClusterSpec spec =
        ClusterSpec.builder("capped", "5.0.9")
            .nodes(4)
            .processorQuota(QUOTA)
            .pools(PoolLayout.HOT_COLD)
            .build();
    List<RunningNode> nodes = List.of(node(1), node(2), node(3), node(4));
    return proxy(RunningCluster.class, Map.of("spec", spec, "nodes", nodes));
  }

  private static RunningNode node(int index) {
    return proxy(RunningNode.class, Map.of("index", index, "name", "node" + index));
  }

  private static <T> T proxy(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName())));
  }
}
