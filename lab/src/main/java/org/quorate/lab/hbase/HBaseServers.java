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
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.Service;
import org.quorate.lab.engine.ServiceRecord;
import org.quorate.lab.engine.StorePorts;
import org.quorate.lab.engine.local.Readiness;
import org.quorate.lab.engine.local.ServerSoftware;
import org.quorate.lab.link.Traffic;
import org.quorate.study.io.WholeFile;

/** The servers of Apache HBase 2.6 and of the ZooKeeper that they come with. Stateless. */
final class HBaseServers implements ServerSoftware {
  private static final int REGION_SERVER_PORT = 16_020;
  private static final int MASTER_PORT = 16_000;
  private static final int ZOOKEEPER_PORT = 2_181;

  /** ZooKeeper ends the sessions of servers that were frozen together with it. */
  private static final List<Service> SERVICES =
      List.of(
          new Service(HBaseEngine.ZOOKEEPER, ZOOKEEPER_PORT, true, true),
          new Service(HBaseEngine.MASTER, MASTER_PORT, false, false));

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

  /** A region server takes clients, other servers and the master at one port. */
  @Override
  public StorePorts ports() {
    return new StorePorts(REGION_SERVER_PORT, REGION_SERVER_PORT, SERVICES);
  }

  @Override
  public Traffic traffic() {
    return Traffic.WITH_HBASE_CLIENTS;
  }

  /** Code, threads, and buffers of the network outside the heap. */
  @Override
  public MemorySize besideHeap() {
    return MemorySize.ofMebibytes(250);
  }

  /** What ZooKeeper and a master of a few regions take of the memory, code included. */
  @Override
  public long serviceBytes() {
    return MemorySize.ofMebibytes(450).bytes();
  }

  /** Logs that are not yet removed, and a little data. */
  @Override
  public MemorySize diskPerNode() {
    return MemorySize.ofMebibytes(512);
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
      throws IOException {
    Files.createDirectories(claimed.sharedDirectory());
    SiteConfiguration site = new SiteConfiguration(claimed);
    List<ServiceRecord> services = new ArrayList<>();
    for (ServiceRecord service : claimed.services()) {
      String name = service.name();
      Path conf = configure(claimed, name);
      String arguments;
      if (name.equals(HBaseEngine.ZOOKEEPER)) {
        Path data = Files.createDirectories(claimed.nodeDirectory(name).resolve("data"));
        Path file = conf.resolve("zoo.cfg");
        WholeFile.write(file, ZooKeeperConfiguration.text(service.address(), data));
        arguments = JavaOptions.zooKeeper(claimed, service, conf, classPath, file);
      } else {
        WholeFile.write(conf.resolve(SiteConfiguration.FILE), site.ofMaster());
        arguments = JavaOptions.master(claimed, service, conf, classPath);
      }
      services.add(service.with(command(java, claimed, name, arguments)));
    }
    List<NodeRecord> nodes = new ArrayList<>();
    for (NodeRecord node : claimed.nodes()) {
      String name = node.addresses().name();
      Path conf = configure(claimed, name);
      WholeFile.write(conf.resolve(SiteConfiguration.FILE), site.ofRegionServer(node.addresses()));
      String arguments = JavaOptions.regionServer(claimed, node.addresses(), conf, classPath);
      nodes.add(
          new NodeRecord(
              node.addresses(), command(java, claimed, name, arguments), null, NodeState.STOPPED));
    }
    return claimed.withServices(services).withNodes(nodes);
  }

  /** Writes the files that all processes have, into the folder that leads their class path. */
  private static Path configure(ClusterRecord cluster, String process) throws IOException {
    Path conf = Files.createDirectories(cluster.nodeDirectory(process).resolve("conf"));
    WholeFile.write(
        conf.resolve("log4j.properties"), ProcessFiles.logging(cluster.logDirectory(process)));
    WholeFile.write(conf.resolve("hosts"), ProcessFiles.hosts());
    return conf;
  }

  private static List<String> command(
      Path java, ClusterRecord cluster, String process, String arguments) throws IOException {
    Path file = cluster.nodeDirectory(process).resolve("java.arguments");
    WholeFile.write(file, arguments);
    // By the environment, since the caller's, which Hadoop reads first, may name another user.
    String user = "HADOOP_USER_NAME=" + Traffic.HBASE_SERVER_USER;
    return List.of("/usr/bin/env", user, java.toString(), "@" + file);
  }

  @Override
  public Readiness readiness(ClusterRecord cluster) {
    return new HBaseReadiness(
        address(cluster, HBaseEngine.ZOOKEEPER),
        START_PATIENCE.plus(START_PATIENCE_PER_NODE.multipliedBy(cluster.spec().nodes())));
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
