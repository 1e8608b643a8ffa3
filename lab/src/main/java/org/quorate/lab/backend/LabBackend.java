package org.quorate.lab.backend;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.energy.ColdCap;
import org.quorate.lab.energy.HostMeters;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.MachineCheck;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;

/**
 * Runs studies on real servers that it starts on this machine. Thread-safe; each session is a
 * cluster of its own.
 */
public final class LabBackend implements Backend {
  /** The name by which study files choose this backend. */
  public static final String NAME = "local";

  private static final long LINK_SEED = 1;

  private final Supplier<OptionalLong> availableMemory;

  public LabBackend() {
    this(MachineCheck::availableMemory);
  }

  /**
   * @param availableMemory bytes that servers may use; empty where that is not known
   */
  LabBackend(Supplier<OptionalLong> availableMemory) {
    this.availableMemory = availableMemory;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void check(List<Run> runs, boolean clustersTogether) throws BackendException {
    Map<ClusterSettings, ClusterSpec> clusters = new LinkedHashMap<>();
    for (Run run : runs) {
      try {
        ClusterSettings cluster = run.settings().cluster();
        clusters.put(cluster, specification(cluster, "check"));
        linkDelay(run.settings().linkDelay());
        RunCheck.check(run.settings());
        ColdCap.check(run.settings());
      } catch (IllegalArgumentException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
    HostMeters.check(runs.stream().map(Run::settings).toList());
    requireMemory(List.copyOf(clusters.values()), clustersTogether);
  }

  private void requireMemory(List<ClusterSpec> clusters, boolean together) throws BackendException {
    OptionalLong available = availableMemory.get();
    try {
      if (together && !clusters.isEmpty()) {
        CassandraEngine.requireMemory(clusters, available);
        return;
      }
      for (ClusterSpec cluster : clusters) {
        CassandraEngine.requireMemory(List.of(cluster), available);
      }
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public BackendSession open(
      ClusterSettings settings, int session, Path directory, Progress progress)
      throws BackendException, InterruptedException {
    LinkProcess interconnect =
        new LinkProcess(CacheDirectory.ofUser().clusters(), DelayDistribution.NONE, LINK_SEED);
    CassandraEngine engine = CassandraEngine.ofUser(interconnect);
    ClusterSpec spec =
        specification(settings, "study-" + ProcessHandle.current().pid() + "-" + session);
    RunningCluster cluster;
    try {
      cluster = engine.start(spec, directory.resolve("cluster"), progress);
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    try {
      return ClusterSession.open(session, directory, new LabCluster(cluster, interconnect));
    } catch (BackendException | RuntimeException e) {
      cluster.stop();
      throw e;
    }
  }

  private static ClusterSpec specification(ClusterSettings settings, String name)
      throws BackendException {
    if (!settings.engine().equals(CassandraEngine.STORE)) {
      throw new BackendException(
          "The lab has no engine \""
              + settings.engine()
              + "\"; write \""
              + CassandraEngine.STORE
              + "\" under cluster: engine.");
    }
    List<DataCenter> centers = new ArrayList<>();
    settings
        .dataCenters()
        .forEach((center, nodes) -> centers.add(new DataCenter(center, nodes, 1)));
    ClusterSpec.Builder builder =
        ClusterSpec.builder(
                name,
                settings.version().equals("default")
                    ? CassandraEngine.DEFAULT_VERSION
                    : settings.version())
            .dataCenters(centers)
            .replicationFactor(settings.replicationFactor())
            .tokensPerNode(settings.tokensPerNode())
            .heap(new MemorySize(settings.heapBytes()))
            .processorQuota(settings.processorQuota())
            .hostQuota(hostQuota(settings))
            .pools(PoolLayout.parse(settings.pools()))
            .quickCompiler(settings.quickCompiler())
            .relayed(true);
    for (Map.Entry<String, String> setting : settings.settings().entrySet()) {
      builder.setting(setting.getKey(), setting.getValue());
    }
    return builder.build();
  }

  private static ClusterSpec.@Nullable HostQuota hostQuota(ClusterSettings settings) {
    Double cores = settings.hostQuota();
    return cores == null ? null : new ClusterSpec.HostQuota(settings.nodesPerHost(), cores);
  }

  /** A study's words for a delay; {@code none} is none. */
  static DelayDistribution linkDelay(String text) {
    return text.equals("none") ? DelayDistribution.NONE : DelayDistribution.parse(text);
  }
}
