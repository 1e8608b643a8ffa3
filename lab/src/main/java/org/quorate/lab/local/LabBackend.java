package org.quorate.lab.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.backend.ClusterSession;
import org.quorate.lab.backend.LocalServers;
import org.quorate.lab.backend.LocalStore;
import org.quorate.lab.backend.RunCheck;
import org.quorate.lab.backend.cassandra.LocalCassandra;
import org.quorate.lab.backend.hbase.LocalHBase;
import org.quorate.lab.energy.ColdCap;
import org.quorate.lab.energy.HostMeters;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.MachineCheck;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.progress.Progress;

/**
 * Runs studies on real servers that it starts on this machine. Thread-safe; each session is a
 * cluster of its own.
 */
public final class LabBackend implements Backend {
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
    return "local";
  }

  @Override
  public void check(List<Run> runs, boolean clustersTogether) throws BackendException {
    Map<StoreEngine, Map<ClusterSettings, ClusterSpec>> clusters = new EnumMap<>(StoreEngine.class);
    for (Run run : runs) {
      RunSettings settings = run.settings();
      StoreEngine engine = settings.cluster().engine();
      LocalStore store = store(engine);
      try {
        clusters
            .computeIfAbsent(engine, any -> new LinkedHashMap<>())
            .put(settings.cluster(), store.specification(settings.cluster(), "check"));
        LocalServers.linkDelay(settings.linkDelay());
        RunCheck.check(settings);
        store.check(settings);
        ColdCap.check(settings);
      } catch (IllegalArgumentException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
    HostMeters.check(runs.stream().map(Run::settings).toList());
    for (Map.Entry<StoreEngine, Map<ClusterSettings, ClusterSpec>> ofStore : clusters.entrySet()) {
      requireMemory(
          store(ofStore.getKey()), new ArrayList<>(ofStore.getValue().values()), clustersTogether);
    }
  }

  private void requireMemory(LocalStore store, List<ClusterSpec> clusters, boolean together)
      throws BackendException {
    OptionalLong available = availableMemory.get();
    try {
      if (together) {
        store.requireMemory(clusters, available);
        return;
      }
      for (ClusterSpec cluster : clusters) {
        store.requireMemory(List.of(cluster), available);
      }
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public BackendSession open(
      ClusterSettings settings, int session, Path directory, Progress progress)
      throws BackendException, InterruptedException {
    LocalStore store = store(settings.engine());
    LinkProcess carrier =
        new LinkProcess(CacheDirectory.ofUser().clusters(), DelayDistribution.NONE, LINK_SEED);
    ClusterSpec spec =
        store.specification(settings, "study-" + ProcessHandle.current().pid() + "-" + session);
    RunningCluster cluster;
    try {
      cluster = store.engine(carrier).start(spec, directory.resolve("cluster"), progress);
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    try {
      return ClusterSession.open(session, directory, store.connect(cluster, carrier));
    } catch (BackendException | InterruptedException | RuntimeException e) {
      cluster.stop();
      throw e;
    }
  }

  /** What starts the servers of an engine: the one place where a new store is registered. */
  static LocalStore store(StoreEngine engine) {
    return switch (engine) {
      case CASSANDRA -> new LocalCassandra();
      case HBASE -> new LocalHBase();
    };
  }
}
