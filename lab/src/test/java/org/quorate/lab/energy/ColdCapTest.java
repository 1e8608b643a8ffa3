package org.quorate.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.RunSettings;

class ColdCapTest {
  private static final double QUOTA = 0.4;

  private final Map<Integer, Double> quotas = new TreeMap<>();
  private int changesUntilFailure = Integer.MAX_VALUE;
  private int failures = 1;
  private final ColdCap cap = new ColdCap(cluster(), this::give);

  private void give(RunningNode node, double cores) throws IOException {
    if (--changesUntilFailure < 0 && failures-- > 0) {
      throw new IOException("the group is gone");
    }
    quotas.put(node.index(), cores);
  }

  @Test
  void capsTheColdNodesAlone() throws Exception {
    cap.set(0.5);

    assertThat(quotas).isEqualTo(Map.of(2, 0.2, 4, 0.2));
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
