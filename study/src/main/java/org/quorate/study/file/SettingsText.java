package org.quorate.study.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/** Writes a study's settings down for people. Stateless. */
final class SettingsText {
  private SettingsText() {}

  /**
   * Base settings by name, in reading order; what a factor varies is shown as varied.
   *
   * @param properties of the base workload, as set
   */
  static Map<String, String> of(
      String backend,
      RunSettings base,
      int repetitions,
      @Nullable String workloadFile,
      Map<String, String> properties,
      Map<String, List<String>> factors) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("backend", backend);
    cluster(base.cluster(), factors, settings);
    settings.put("read level", varied(factors, "read-level", base.readLevel().name()));
    settings.put("write level", varied(factors, "write-level", base.writeLevel().name()));
    settings.put("link delay", varied(factors, "delay", base.linkDelay()));
    settings.put("load", load(base.load(), factors));
    settings.put("repetitions", Integer.toString(repetitions));
    settings.put("warm-up", Durations.format(base.warmUp()));
    settings.put("settling before each run", Durations.format(base.settle()));
    settings.put("run length", Durations.format(base.duration()));
    if (base.operations() > 0) {
      settings.put("operations per run at most", Long.toString(base.operations()));
    }
    settings.put("history", base.history() ? "recorded and judged" : "not recorded");
    settings.put("seed", Long.toString(base.seed()));
    settings.put(
        "workload file", varied(factors, "workload", workloadFile == null ? "none" : workloadFile));
    settings.put(
        "request distribution",
        varied(factors, "distribution", base.workload().requests().description()));
    new TreeMap<>(properties).forEach((name, value) -> settings.put("workload." + name, value));
    return settings;
  }

  private static void cluster(
      ClusterSettings cluster, Map<String, List<String>> factors, Map<String, String> settings) {
    settings.put("engine", cluster.engine());
    settings.put("engine version", cluster.version());
    settings.put(
        "nodes",
        varied(
            factors,
            "nodes",
            cluster.dataCenters().size() == 1
                ? Integer.toString(cluster.nodes())
                : cluster.dataCenters().entrySet().stream()
                    .map(each -> each.getKey() + ": " + each.getValue())
                    .collect(Collectors.joining(", "))));
    settings.put(
        "replication factor",
        varied(factors, "replication-factor", Integer.toString(cluster.replicationFactor())));
    settings.put("tokens per node", Integer.toString(cluster.tokensPerNode()));
    settings.put("heap per node", ByteSizes.format(cluster.heapBytes()));
    Double quota = cluster.processorQuota();
    settings.put("processor quota per node", quota == null ? "none" : quota + " cores");
    cluster.settings().forEach((name, value) -> settings.put("server." + name, value));
  }

  private static String load(LoadShape load, Map<String, List<String>> factors) {
    if (factors.containsKey("arrivals")) {
      return "open loop, arrivals " + varied(factors, "arrivals", "");
    }
    if (load instanceof LoadShape.Open open) {
      return "open loop, arrivals "
          + open.arrivals()
          + ", at most "
          + open.maxInFlight()
          + " in flight";
    }
    LoadShape.Closed closed = (LoadShape.Closed) load;
    String target = closed.targetPerSecond() > 0 ? Rates.format(closed.targetPerSecond()) : "";
    String limit = varied(factors, "target", target);
    return "closed loop, "
        + varied(factors, "threads", Integer.toString(closed.threads()))
        + " threads"
        + (limit.isEmpty() ? "" : ", target " + limit);
  }

  private static String varied(Map<String, List<String>> factors, String factor, String base) {
    List<String> levels = factors.get(factor);
    return levels == null ? base : String.join(", ", levels) + " (varied)";
  }
}
