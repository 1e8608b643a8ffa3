package org.quorate.study.summary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RunSettings;

/** Everything that decides how one cell is run, but its rows and operations, for people. Pure. */
final class CellSettings {
  private static final String NONE = "none";

  private CellSettings() {}

  /** Name to value, in reading order. */
  static Map<String, String> of(RunSettings run) {
    Map<String, String> settings = new LinkedHashMap<>();
    cluster(run.cluster(), settings);
    if (run.cluster().onHBase()) {
      settings.put("buffering of writes", run.buffering().text());
      settings.put("durability of writes that are kept back", run.durability().text());
      OffloadSettings offload = run.offload();
      if (offload != null) {
        settings.put("servers that are not needed", offload.rest().text());
        offload.texts().forEach(settings::put);
      }
    } else {
      levels(run, settings);
    }
    if (!run.faults().isEmpty()) {
      settings.put("faults", FaultEvent.text(run.faults()));
    }
    settings.put("load", load(run.load()));
    settings.put("link delay", run.linkDelay());
    settings.put("warm-up", Durations.format(run.warmUp()));
    settings.put("settling before each run", Durations.format(run.settle()));
    settings.put("run length", Durations.format(run.duration()));
    settings.put(
        "operations per run at most",
        run.operations() == 0 ? NONE : Long.toString(run.operations()));
    settings.put("history", run.history() ? "recorded" : "not recorded");
    settings.put("table at the start of a run", run.emptyTable() ? "empty" : "loaded");
    power(run.power(), settings);
    return settings;
  }

  private static void levels(RunSettings run, Map<String, String> settings) {
    settings.put("read level", run.readPolicy().toString());
    settings.put("write level", run.writeLevel().name());
    settings.put("second read", text(run.secondRead()));
    settings.put("coordinators", run.coordinators().text());
    settings.put(
        "cap of cold nodes", run.coldCap() == RunSettings.NO_CAP ? NONE : run.coldCap() + "");
    settings.put("monitor", monitor(run.monitor()));
  }

  private static void cluster(ClusterSettings cluster, Map<String, String> settings) {
    settings.put("engine", cluster.engine());
    settings.put("engine version", cluster.version());
    settings.put("nodes", cluster.nodesText());
    if (cluster.onHBase()) {
      settings.put("files", cluster.files());
    } else {
      settings.put("replication factor", Integer.toString(cluster.replicationFactor()));
      settings.put("tokens per node", Integer.toString(cluster.tokensPerNode()));
    }
    settings.put("heap per node", ByteSizes.format(cluster.heapBytes()));
    settings.put("processor quota per node", quota(cluster.processorQuota()));
    settings.put("nodes per host", Integer.toString(cluster.nodesPerHost()));
    settings.put("processor quota per host", quota(cluster.hostQuota()));
    settings.put("compiler of the nodes", cluster.quickCompiler() ? "quick (C1 alone)" : "full");
    if (!cluster.onHBase()) {
      settings.put("pools", cluster.pools());
    }
    cluster.settings().forEach((name, value) -> settings.put("server." + name, value));
  }

  private static String quota(@Nullable Double cores) {
    return cores == null ? NONE : cores + " cores";
  }

  private static String text(@Nullable Level level) {
    return level == null ? NONE : level.name();
  }

  private static String monitor(@Nullable MonitorSettings monitor) {
    if (monitor == null) {
      return NONE;
    }
    Long bandwidth = monitor.bandwidth();
    return "every "
        + Durations.format(monitor.interval())
        + ", propagation time by "
        + monitor.propagation()
        + (bandwidth == null ? "" : " at " + ByteSizes.format(bandwidth) + "/s")
        + ", window "
        + Durations.format(monitor.window());
  }

  private static String load(LoadShape load) {
    if (load instanceof LoadShape.Open open) {
      return open.arrivals() + ", at most " + open.maxInFlight() + " in flight";
    }
    LoadShape.Closed closed = (LoadShape.Closed) load;
    return closed.threads()
        + " threads"
        + (closed.targetPerSecond() > 0
            ? ", target " + Rates.format(closed.targetPerSecond())
            : "");
  }

  private static void power(@Nullable PowerSettings power, Map<String, String> settings) {
    settings.put("energy", power == null ? "not accounted for" : "accounted for");
    if (power != null) {
      settings.put("power model of hosts without a meter", power.profile());
      settings.put("meters", power.meters().isEmpty() ? NONE : meters(power.meters()));
      settings.put("period of the power model", Durations.format(power.period()));
      settings.put("gaps of meters", power.imputeGaps() ? "bridged" : "refused");
      settings.put("idle baseline", power.idle().isZero() ? NONE : Durations.format(power.idle()));
    }
  }

  private static String meters(Map<String, List<PowerSettings.Meter>> meters) {
    return meters.entrySet().stream()
        .map(
            host ->
                host.getKey()
                    + " by "
                    + host.getValue().stream()
                        .map(PowerSettings.Meter::kind)
                        .collect(Collectors.joining(" and ")))
        .collect(Collectors.joining(", "));
  }
}
