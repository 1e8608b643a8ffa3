package org.quorate.lab.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.quorate.lab.artifact.Artifact;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.Service;
import org.quorate.lab.engine.StorePorts;
import org.quorate.lab.engine.local.Readiness;
import org.quorate.lab.engine.local.ServerSoftware;
import org.quorate.lab.link.LinkTraffic;

/**
 * The servers of Apache HBase 2.6, of the ZooKeeper that they come with and, where their files are
 * to be there, of HDFS. Stateless.
 */
final class HBaseServers implements ServerSoftware {
  private static final int REGION_SERVER_PORT = 16_020;
  private static final int MASTER_PORT = 16_000;
  private static final int ZOOKEEPER_PORT = 2_181;

  private static final Duration START_PATIENCE = Duration.ofMinutes(2);
  private static final Duration START_PATIENCE_PER_NODE = Duration.ofSeconds(20);

  @Override
  public String store() {
    return HBaseEngine.STORE;
  }

  @Override
  public String title() {
    return "HBase";
  }

  @Override
  public Artifact artifact(String version) {
    return new Artifact("org.apache.hbase", "hbase-server", version);
  }

  @Override
  public List<Integer> javaVersions() {
    return List.of(11, 17);
  }

  /**
   * A region server takes clients, other servers and the master at one port. ZooKeeper ends the
   * sessions of servers that were frozen together with it.
   */
  @Override
  public StorePorts ports(ClusterSpec spec) {
    List<Service> services = new ArrayList<>();
    services.add(new Service(HBaseEngine.ZOOKEEPER, ZOOKEEPER_PORT, 1, true, true));
    services.addAll(HdfsServices.of(spec));
    services.add(new Service(HBaseEngine.MASTER, MASTER_PORT, 1, false, false));
    return new StorePorts(REGION_SERVER_PORT, REGION_SERVER_PORT, services);
  }

  @Override
  public LinkTraffic traffic() {
    return LinkTraffic.WITH_HBASE_CLIENTS;
  }

  /** Code, threads, and buffers of the network outside the heap. */
  @Override
  public MemorySize besideHeap() {
    return MemorySize.ofMebibytes(250);
  }

  /** What ZooKeeper and a master of a few regions take of the memory, code included, and HDFS. */
  @Override
  public long serviceBytes(ClusterSpec spec) {
    return MemorySize.ofMebibytes(450).bytes() + HdfsServices.bytes(spec);
  }

  /** Logs that are not yet removed, and a little data. */
  @Override
  public MemorySize diskPerNode(ClusterSpec spec) {
    return MemorySize.ofMebibytes(512L * Math.max(1, HdfsServices.copies(spec)));
  }

  @Override
  public void check(ClusterSpec spec) throws EngineException {
    if (spec.ring() != null) {
      throw new EngineException(
          "HBase has no replication factor, tokens or pools; leave them out of cluster "
              + spec.name()
              + ".");
    }
    if (spec.dataCenters().size() > 1 || spec.dataCenters().get(0).racks() > 1) {
      throw new EngineException(
          "HBase has no data centres or racks; give cluster " + spec.name() + " nodes alone.");
    }
    SiteConfiguration.checkSettings(spec.settings());
  }

  @Override
  public ClusterRecord prepare(ClusterRecord claimed, Path java, List<Path> classPath)
      throws IOException, EngineException {
    if (claimed.spec().dataNodes() > 0) {
      new HdfsConfiguration(claimed).checkDirectory();
    }
    Files.createDirectories(claimed.sharedDirectory());
    return new ProcessPreparation(claimed, java, classPath).prepared();
  }

  @Override
  public Readiness readiness(ClusterRecord cluster) {
    return new HBaseReadiness(
        address(cluster, HBaseEngine.ZOOKEEPER),
        cluster.spec().dataNodes() == 0
            ? null
            : new NameNodeProbe(address(cluster, HdfsServices.NAME_NODE).getAddress()),
        START_PATIENCE.plus(START_PATIENCE_PER_NODE.multipliedBy(cluster.spec().nodes())));
  }

  /** An address without its port, as servers call themselves. */
  static String host(InetSocketAddress address) {
    return address.getAddress().getHostAddress();
  }

  /** The address of a service of an HBase cluster. */
  static InetSocketAddress address(ClusterRecord cluster, String service) {
    return cluster.services().stream()
        .filter(each -> each.name().equals(service))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("The cluster has no " + service + "."))
        .address();
  }
}
