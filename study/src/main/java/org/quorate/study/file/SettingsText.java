package org.quorate.study.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.RunSettings;

/** Writes a study's settings down for people. Immutable. */
final class SettingsText {
  private final List<Part> parts;
  private final Map<Cell, RunSettings> cells;

  SettingsText(List<Part> parts, Map<Cell, RunSettings> cells) {
    this.parts = parts;
    this.cells = cells;
  }

  /**
   * Base settings by name, in reading order; what a factor varies is shown as varied, and what a
   * part has otherwise is shown for that part.
   *
   * @param properties of the base workload, as set
   */
  Map<String, String> of(
      String backend,
      RunSettings base,
      int repetitions,
      @Nullable String workloadFile,
      Map<String, String> properties) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("backend", backend);
    cluster(base.cluster(), settings);
    if (base.cluster().onHBase()) {
      settings.put("buffering of writes", varied("buffering", base.buffering().text()));
      settings.put(
          "durability of writes that are kept back",
          varied("durability", base.durability().text()));
      offload(base.offload(), settings);
    } else {
      settings.put(
          "read level", varied("policy", varied("read-level", base.readPolicy().toString())));
      settings.put("write level", varied("write-level", base.writeLevel().name()));
      settings.put("second read", varied("second-read", secondRead(base.secondRead())));
      settings.put("coordinators", varied("coordinators", base.coordinators().text()));
      settings.put("cap of cold nodes", varied("cold-cap", cap(base.coldCap())));
      settings.put("monitor", monitor(cells.values().iterator().next().monitor()));
    }
    settings.put("link delay", varied("delay", base.linkDelay()));
    faults(settings);
    settings.put("load", load(base.load()));
    settings.put(
        "repetitions",
        perPart(Integer.toString(repetitions), part -> Integer.toString(part.repetitions())));
    settings.put("warm-up", perPart(base.warmUp(), RunSettings::warmUp));
    settings.put("settling before each run", perPart(base.settle(), RunSettings::settle));
    settings.put("run length", perPart(base.duration(), RunSettings::duration));
    if (base.operations() > 0) {
      settings.put("operations per run at most", Long.toString(base.operations()));
    }
    settings.put("history", base.history() ? "recorded and judged" : "not recorded");
    settings.put("table at the start of a run", base.emptyTable() ? "empty" : "loaded");
    settings.put("seed", Long.toString(base.seed()));
    settings.put("workload file", varied("workload", workloadFile == null ? "none" : workloadFile));
    settings.put(
        "request distribution", varied("distribution", base.workload().requests().description()));
    new TreeMap<>(properties).forEach((name, value) -> settings.put("workload." + name, value));
    return settings;
  }

  private void cluster(ClusterSettings cluster, Map<String, String> settings) {
    settings.put("engine", cluster.engine());
    settings.put("engine version", cluster.version());
    settings.put("nodes", varied("nodes", cluster.nodesText()));
    if (!cluster.onHBase()) {
      settings.put(
          "replication factor",
          varied("replication-factor", Integer.toString(cluster.replicationFactor())));
    }
    RemoteSettings remote = cluster.remote();
    if (remote != null) {
      remote(remote, settings);
      return;
    }
    if (cluster.onHBase()) {
      settings.put("files", cluster.files());
    } else {
      settings.put("tokens per node", Integer.toString(cluster.tokensPerNode()));
    }
    settings.put("heap per node", ByteSizes.format(cluster.heapBytes()));
    settings.put("processor quota per node", quota(cluster.processorQuota()));
    settings.put("nodes per host", Integer.toString(cluster.nodesPerHost()));
    settings.put("processor quota per host", quota(cluster.hostQuota()));
    settings.put("compiler of the nodes", cluster.quickCompiler() ? "quick (C1 alone)" : "full");
    if (!cluster.onHBase()) {
      settings.put("pools", varied("pools", cluster.pools()));
    }
    cluster.settings().forEach((name, value) -> settings.put("server." + name, value));
  }

  /** Each time line once, by its name where it has one. */
  private void faults(Map<String, String> settings) {
    cells.forEach(
        (cell, run) -> {
          String name = cell.levels().get(Factor.FAULT.text());
          if (!run.faults().isEmpty()) {
            settings.put(name == null ? "faults" : "fault " + name, FaultEvent.text(run.faults()));
          }
        });
  }

  private void offload(@Nullable OffloadSettings offload, Map<String, String> settings) {
    if (offload != null) {
      settings.put("servers that are not needed", varied("offload", offload.rest().text()));
      offload.texts().forEach(settings::put);
    }
  }

  private static void remote(RemoteSettings remote, Map<String, String> settings) {
    settings.put(
        "contact points",
        remote.contactPoints().isEmpty()
            ? "as the driver's configuration says"
            : String.join(", ", remote.contactPoints()));
    settings.put("local data centre", remote.localDataCenter());
    settings.put("keyspace", remote.keyspace());
    settings.put("tables afterwards", remote.keepTables() ? "kept" : "dropped");
    if (!remote.hotNodes().isEmpty()) {
      settings.put("hot nodes", String.join(", ", remote.hotNodes()));
    }
    remote.hosts().forEach((host, nodes) -> settings.put("host " + host, String.join(", ", nodes)));
  }

  private static String quota(@Nullable Double cores) {
    return cores == null ? "none" : cores + " cores";
  }

  private static String cap(double share) {
    return share == RunSettings.NO_CAP ? "none" : Double.toString(share);
  }

  private static String secondRead(@Nullable Level level) {
    return level == null ? RunSettings.NO_SECOND_READ : "at " + level + " after each read";
  }

  private static String monitor(@Nullable MonitorSettings monitor) {
    if (monitor == null) {
      return "none";
    }
    Long bandwidth = monitor.bandwidth();
    return "every "
        + Durations.format(monitor.interval())
        + ", propagation time by "
        + monitor.propagation()
        + (bandwidth == null ? "" : " at " + ByteSizes.format(bandwidth) + "/s")
        + (monitor.window().isZero()
            ? ""
            : ", the level being the strongest decided within "
                + Durations.format(monitor.window()));
  }

  private String load(LoadShape load) {
    if (variesEverywhere("arrivals")) {
      return "open loop, arrivals " + varied("arrivals", "");
    }
    String otherwise = varied("arrivals", "");
    String open = otherwise.isEmpty() ? "" : "; open loop, arrivals" + otherwise;
    if (load instanceof LoadShape.Open given) {
      return "open loop, arrivals "
          + given.arrivals()
          + ", at most "
          + given.maxInFlight()
          + " in flight"
          + open;
    }
    LoadShape.Closed closed = (LoadShape.Closed) load;
    String target = closed.targetPerSecond() > 0 ? Rates.format(closed.targetPerSecond()) : "";
    String limit = varied("target", target);
    String base = Integer.toString(closed.threads());
    String threads = varied("threads", base);
    return "closed loop, "
        + (threads.equals(base) || variesEverywhere("threads")
            ? threads + " threads"
            : "number of threads " + threads)
        + (limit.isEmpty() ? "" : ", target " + limit)
        + open;
  }

  private boolean variesEverywhere(String factor) {
    return parts.stream().allMatch(part -> part.factors().containsKey(factor));
  }

  /** The base setting, or the levels of a factor; both where only some parts vary it. */
  private String varied(String factor, String base) {
    if (variesEverywhere(factor)) {
      return parts.stream()
              .flatMap(part -> part.factors().getOrDefault(factor, List.of()).stream())
              .distinct()
              .collect(Collectors.joining(", "))
          + " (varied)";
    }
    StringBuilder text = new StringBuilder(base);
    for (Part part : parts) {
      List<String> levels = part.factors().get(factor);
      if (levels != null) {
        text.append(text.isEmpty() ? " " : "; ")
            .append(String.join(", ", levels))
            .append(" in part ")
            .append(part.name());
      }
    }
    return text.toString();
  }

  private String perPart(Duration base, Function<RunSettings, Duration> ofCell) {
    return perPart(
        Durations.format(base),
        part ->
            part.cells().stream()
                .map(cells::get)
                .filter(java.util.Objects::nonNull)
                .map(ofCell)
                .map(Durations::format)
                .findFirst()
                .orElse(""));
  }

  /** The base setting, and what parts have otherwise. */
  private String perPart(String base, Function<Part, String> ofPart) {
    List<String> words = new ArrayList<>(List.of(base));
    for (Part part : parts) {
      String own = ofPart.apply(part);
      if (!own.equals(base)) {
        words.add(own + " in part " + part.name());
      }
    }
    return String.join(", ", words);
  }
}
