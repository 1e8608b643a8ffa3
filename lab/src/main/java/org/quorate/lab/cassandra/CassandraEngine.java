package org.quorate.lab.cassandra;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.MachineCheck;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.local.LocalEngine;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.study.progress.Progress;

/** Starts clusters of Apache Cassandra 5.0 on this machine. */
public final class CassandraEngine implements Engine {
  /** The version that is used where none is asked for. */
  public static final String DEFAULT_VERSION = "5.0.9";

  /** The name of this store in records. */
  public static final String STORE = "cassandra";

  private final LocalEngine engine;

  /**
   * @param registry where clusters are recorded
   * @param library where the server's jars are kept
   * @param interconnect carries the traffic between the nodes of relayed clusters; null where no
   *     cluster is to be relayed
   */
  public CassandraEngine(
      ClusterRegistry registry, ServerLibrary library, @Nullable Interconnect interconnect) {
    this.engine = new LocalEngine(new CassandraServers(), registry, library, interconnect);
  }

  /** An engine that keeps records and jars in the user's cache directory. */
  public static CassandraEngine ofUser(@Nullable Interconnect interconnect) {
    return new CassandraEngine(
        ClusterRegistry.ofUser(),
        new ServerLibrary(CacheDirectory.ofUser().servers()),
        interconnect);
  }

  /**
   * Finds out, without starting anything, whether there is memory for clusters.
   *
   * @param together that are up at the same time
   * @param available bytes that may be used, as {@link MachineCheck#availableMemory()} tells
   * @throws EngineException naming what is needed and what there is
   */
  public static void requireMemory(List<ClusterSpec> together, OptionalLong available)
      throws EngineException {
    LocalEngine.requireMemory(new CassandraServers(), together, available);
  }

  @Override
  public RunningCluster start(ClusterSpec spec, Path directory, Progress progress)
      throws EngineException, InterruptedException {
    return engine.start(spec, directory, progress);
  }

  @Override
  public RunningCluster attach(String name) throws EngineException {
    return engine.attach(name);
  }
}
