package org.quorate.lab.cassandra;

import java.io.IOException;
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
import org.quorate.lab.engine.StorePorts;
import org.quorate.lab.engine.local.Readiness;
import org.quorate.lab.engine.local.ServerSoftware;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.study.io.WholeFile;

/** The servers of Apache Cassandra 5.0. Stateless. */
final class CassandraServers implements ServerSoftware {
  private static final int STORAGE_PORT = 7000;
  private static final int CLIENT_PORT = 9042;
  private static final Duration START_PATIENCE = Duration.ofMinutes(2);
  private static final Duration START_PATIENCE_PER_NODE = Duration.ofSeconds(20);

  @Override
  public String store() {
    return CassandraEngine.STORE;
  }

  @Override
  public String title() {
    return "Cassandra";
  }

  @Override
  public Artifact artifact(String version) {
    return new Artifact("org.apache.cassandra", "cassandra-all", version);
  }

  @Override
  public List<Integer> javaVersions() {
    return List.of(11, 17);
  }

  @Override
  public StorePorts ports(ClusterSpec spec) {
    return StorePorts.of(STORAGE_PORT, CLIENT_PORT);
  }

  @Override
  public LinkTraffic traffic() {
    return LinkTraffic.BETWEEN_CASSANDRA_NODES;
  }

  /** Code, threads, caches and memtables outside the heap. */
  @Override
  public MemorySize besideHeap() {
    return MemorySize.ofMebibytes(300);
  }

  @Override
  public long serviceBytes(ClusterSpec spec) {
    return 0;
  }

  /** Commit log, system tables and a little data. */
  @Override
  public MemorySize diskPerNode(ClusterSpec spec) {
    return MemorySize.ofMebibytes(256);
  }

  @Override
  public void check(ClusterSpec spec) throws EngineException {
    if (spec.dataNodes() > 0) {
      throw new EngineException(
          "Cassandra's nodes keep their files themselves; leave the data nodes out of cluster "
              + spec.name()
              + ".");
    }
    CassandraConfiguration.checkSettings(spec.settings());
  }

  @Override
  public ClusterRecord prepare(ClusterRecord claimed, Path java, List<Path> classPath)
      throws IOException {
    List<List<Long>> tokens = TokenPlan.of(claimed.spec());
    List<NodeRecord> nodes = new ArrayList<>();
    for (NodeRecord node : claimed.nodes()) {
      String name = node.addresses().name();
      Path directory = claimed.nodeDirectory(name);
      WholeFile.write(
          directory.resolve("cassandra.yaml"),
          CassandraConfiguration.yaml(claimed, node, tokens.get(node.addresses().index() - 1)));
      WholeFile.write(
          directory.resolve("cassandra-rackdc.properties"),
          CassandraConfiguration.rackProperties(node.addresses()));
      WholeFile.write(
          directory.resolve("logback.xml"),
          CassandraConfiguration.logging(claimed.logDirectory(name)));
      Path arguments = JavaOptions.file(directory);
      WholeFile.write(arguments, JavaOptions.argumentFile(claimed, node.addresses(), classPath));
      nodes.add(
          new NodeRecord(
              node.addresses(),
              List.of(java.toString(), "@" + arguments),
              null,
              NodeState.STOPPED));
    }
    return claimed.withNodes(nodes);
  }

  @Override
  public Readiness readiness(ClusterRecord cluster) {
    ClusterSpec spec = cluster.spec();
    return new CassandraReadiness(
        spec.nodes() * spec.tokensPerNode(),
        START_PATIENCE.plus(START_PATIENCE_PER_NODE.multipliedBy(spec.nodes())));
  }
}
