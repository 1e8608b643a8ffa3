package org.quorate.lab.hbase;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.MachineCheck;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.local.LocalEngine;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.study.progress.Progress;

/**
 * Starts clusters of Apache HBase 2.6 on this machine. The nodes of a cluster are its region
 * servers; ZooKeeper, where clients begin, and the master are its {@linkplain
 * RunningCluster#services() services} {@value #ZOOKEEPER} and {@value #MASTER}.
 */
public final class HBaseEngine implements Engine {
  /** The version that is used where none is asked for. */
  public static final String DEFAULT_VERSION = "2.6.4-hadoop3";

  /** The largest heap of a region server where none is asked for. */
  public static final MemorySize DEFAULT_HEAP = MemorySize.ofMebibytes(256);

  /** The name of this store in records. */
  public static final String STORE = "hbase";

  /** The service that clients ask where regions are, and that notices when a server is gone. */
  public static final String ZOOKEEPER = "zookeeper";

  /** The service that assigns regions to region servers. */
  public static final String MASTER = "master";

  private final LocalEngine engine;

  /**
   * @param registry where clusters are recorded
   * @param library where the server's jars are kept
   * @param interconnect carries the traffic of relayed clusters; null where no cluster is to be
   *     relayed
   */
  public HBaseEngine(
      ClusterRegistry registry, ServerLibrary library, @Nullable Interconnect interconnect) {
    this.engine = new LocalEngine(new HBaseServers(), registry, library, interconnect);
  }

  /** An engine that keeps records and jars in the user's cache directory. */
  public static HBaseEngine ofUser(@Nullable Interconnect interconnect) {
    return new HBaseEngine(
        ClusterRegistry.ofUser(),
        new ServerLibrary(CacheDirectory.ofUser().servers()),
        interconnect);
  }

  /** Begins a specification of three region servers of the usual version, with the usual heap. */
  public static ClusterSpec.Builder spec(String name) {
    return spec(name, DEFAULT_VERSION);
  }

  /** Begins a specification of three region servers of some version, with the usual heap. */
  public static ClusterSpec.Builder spec(String name, String version) {
    return ClusterSpec.builder(name, version).withoutRing().heap(DEFAULT_HEAP);
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
    LocalEngine.requireMemory(new HBaseServers(), together, available);
  }

  /**
   * What a client has to know of a cluster, as properties of HBase's client: where its ZooKeeper
   * is.
   */
  public static Map<String, String> clientProperties(RunningCluster cluster) {
    return clientProperties(cluster.contactPoints().get(0));
  }

  static Map<String, String> clientProperties(InetSocketAddress zooKeeper) {
    return Map.of(
        "hbase.zookeeper.quorum",
        HBaseServers.host(zooKeeper),
        "hbase.zookeeper.property.clientPort",
        Integer.toString(zooKeeper.getPort()));
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
