package org.quorate.study.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.study.fault.FaultEvent;

/**
 * The one catalogue of what decides how a run goes, but its rows and operations, in words for
 * people. Each method puts some settings, name to value, in reading order. Pure.
 */
public final class CellSettings {
  private static final String NONE = "none";

  /** Said in the name, since its words are those of the factor's levels. */
  public static final String PROCESSES = "processes of the load (sessions in one JVM)";

  /** Likewise. */
  public static final String PROPAGATION_ERROR =
      "propagation times and round trips that policies are told (times as long as measured)";

  /** Likewise. */
  public static final String LOST_PAIRS = "pairs of reads that are lost on purpose (share)";

  private CellSettings() {}

  /** All of one cell. */
  public static Map<String, String> of(RunSettings run) {
    Map<String, String> settings = new LinkedHashMap<>();
    cluster(run.cluster(), settings);
    servers(run.cluster(), settings);
    writesAndReads(run, settings);
    if (!run.faults().isEmpty()) {
      settings.put("faults", FaultEvent.text(run.faults()));
    }
    settings.put("load", load(run.load()));
    settings.put("link delay", run.linkDelay());
    times(run, settings);
    ends(run, settings);
    power(run.power(), settings);
    return settings;
  }

  /** What is asked of every cluster, and expected of one that exists already. */
  public static void cluster(ClusterSettings cluster, Map<String, String> settings) {
    settings.put("engine", cluster.engine().text());
    settings.put("engine version", cluster.version());
    settings.put("nodes", cluster.nodesText());
    if (cluster.can(Capability.PLACEMENT)) {
      settings.put("replication factor", Integer.toString(cluster.replicationFactor()));
    }
  }

  /** How servers are started, where they are. */
  public static void servers(ClusterSettings cluster, Map<String, String> settings) {
    if (cluster.can(Capability.DATA_NODES)) {
      settings.put("files", cluster.files());
    }
    if (cluster.can(Capability.PLACEMENT)) {
      settings.put("tokens per node", Integer.toString(cluster.tokensPerNode()));
      settings.put("racks", Integer.toString(cluster.racks()));
    }
    settings.put("heap per node", ByteSizes.format(cluster.heapBytes()));
    settings.put("processor quota per node", quota(cluster.processorQuota()));
    settings.put("nodes per host", Integer.toString(cluster.nodesPerHost()));
    settings.put("processor quota per host", quota(cluster.hostQuota()));
    settings.put("compiler of the nodes", cluster.quickCompiler() ? "quick (C1 alone)" : "full");
    if (cluster.can(Capability.PLACEMENT)) {
      settings.put("pools", cluster.pools());
    }
    cluster.settings().forEach((name, value) -> settings.put("server." + name, value));
  }

  /** What is made of writes and reads on their way. */
  public static void writesAndReads(RunSettings run, Map<String, String> settings) {
    if (run.cluster().can(Capability.LEVELS)) {
      settings.put("read level", run.readPolicy().toString());
      settings.put("write level", run.writeLevel().name());
      settings.put("second read", run.secondRead() == null ? NONE : run.secondRead().name());
      settings.put("coordinators", run.coordinators().text());
      settings.put(
          "cap of cold nodes", run.coldCap() == RunSettings.NO_CAP ? NONE : run.coldCap() + "");
      MonitorSettings monitor = run.monitor();
      settings.put(
          "monitor",
          monitor == null
              ? NONE
              : monitor.text() + ", window " + Durations.format(monitor.window()));
      if (monitor != null) {
        settings.put(PROPAGATION_ERROR, monitor.errors().propagationText());
        settings.put(LOST_PAIRS, monitor.errors().lostPairsText());
      }
      settings.put(PROCESSES, Integer.toString(run.processes()));
    }
    if (run.cluster().can(Capability.DEFERRAL)) {
      settings.put("buffering of writes", run.buffering().text());
      settings.put("durability of writes that are kept back", run.durability().text());
    }
    OffloadSettings offload = run.offload();
    if (offload != null) {
      settings.put("servers that are not needed", offload.rest().text());
      offload.texts().forEach(settings::put);
    }
  }

  /** How long each stage takes. */
  public static void times(RunSettings run, Map<String, String> settings) {
    settings.put("warm-up", Durations.format(run.warmUp()));
    settings.put("settling before each run", Durations.format(run.settle()));
    settings.put("run length", Durations.format(run.duration()));
  }

  /** What there is at the start of a run, what ends it, and what it leaves. */
  public static void ends(RunSettings run, Map<String, String> settings) {
    settings.put(
        "operations per run at most",
        run.operations() == 0 ? NONE : Long.toString(run.operations()));
    settings.put("history", run.history() ? "recorded" : "not recorded");
    settings.put("table at the start of a run", run.emptyTable() ? "empty" : "loaded");
  }

  private static String quota(@Nullable Double cores) {
    return cores == null ? NONE : cores + " cores";
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

  /** What joules come from; what they cost and emit changes no run. */
  public static void power(@Nullable PowerSettings power, Map<String, String> settings) {
    settings.put("energy", power == null ? "not accounted for" : "accounted for");
    if (power != null) {
      settings.put("power model of hosts without a meter", power.profile());
      settings.put("meters", power.meters().isEmpty() ? NONE : power.metersText());
      settings.put("period of the power model", Durations.format(power.period()));
      settings.put("gaps of meters", power.imputeGaps() ? "bridged" : "refused");
      settings.put(
          "energy after a run",
          power.untilQuiet().isZero()
              ? NONE
              : "until quiet, at most " + Durations.format(power.untilQuiet()));
      settings.put("idle baseline", power.idle().isZero() ? NONE : Durations.format(power.idle()));
    }
  }
}
