package org.quorate.lab.backend;

import java.util.List;
import java.util.OptionalLong;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.MachineCheck;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RunSettings;

/**
 * A kind of store that studies can start on this machine. Stateless. What is promised here is
 * asserted of the store of every engine by {@code LocalStoreConformanceTest}.
 */
public interface LocalStore {
  /**
   * The cluster that a study asks for, relayed, so that its links can be delayed; what the study
   * leaves to the store, such as the version, is decided. The same settings give the same cluster.
   *
   * @param name of the cluster on this machine
   * @throws BackendException when the store has no such clusters
   * @throws IllegalArgumentException when no store has
   */
  ClusterSpec specification(ClusterSettings settings, String name) throws BackendException;

  /** A specification with what a study says of the servers of any store. */
  static ClusterSpec built(ClusterSpec.Builder specification, ClusterSettings settings) {
    Double hostCores = settings.hostQuota();
    specification
        .heap(new MemorySize(settings.heapBytes()))
        .processorQuota(settings.processorQuota())
        .hostQuota(
            hostCores == null
                ? null
                : new ClusterSpec.HostQuota(settings.nodesPerHost(), hostCores))
        .quickCompiler(settings.quickCompiler())
        .relayed(true);
    settings.settings().forEach(specification::setting);
    return specification.build();
  }

  /**
   * Finds out, without starting anything, whether there is memory for clusters. Together they need
   * what each needs alone, added up: more than the heaps of its nodes.
   *
   * @param together that are up at the same time, at least one
   * @param available bytes that may be used, as {@link MachineCheck#availableMemory()} tells; where
   *     it is empty nothing is refused
   * @throws EngineException naming what is needed and what there is
   */
  void requireMemory(List<ClusterSpec> together, OptionalLong available) throws EngineException;

  /**
   * Finds out, without starting anything, whether the store can do what a run asks of it. What its
   * engine {@linkplain org.quorate.study.plan.StoreEngine#can can} by name is not refused as such.
   *
   * @throws BackendException for the first thing that it cannot do, with what to do instead
   */
  void check(RunSettings run) throws BackendException;

  /**
   * What starts its clusters.
   *
   * @param carrier carries the traffic of their links
   */
  Engine engine(LinkProcess carrier);

  /**
   * Connects to a cluster that is ready to serve.
   *
   * @param cluster started by {@link #engine}; stopped when the result is closed, and by the caller
   *     when this throws
   * @param carrier the engine's
   */
  MeasuredCluster connect(RunningCluster cluster, LinkProcess carrier)
      throws BackendException, InterruptedException;
}
