package org.quorate.lab.hbase;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.ServiceRecord;

/**
 * The {@code hdfs-site.xml} of name node and data nodes, as text, and what HBase's servers have to
 * know to keep their files there. What is not named here is at the server's default.
 */
record HdfsConfiguration(ClusterRecord cluster) {
  static final String FILE = "hdfs-site.xml";

  /** How long the master goes on when it begins a new log and the name node is away. */
  private static final Duration BEARS_ABSENCE = Duration.ofMinutes(1);

  /** How often a data node reports to the name node; whole seconds. */
  static final Duration REPORTS_EVERY = Duration.ofSeconds(1);

  /** A data node that is silent is missed after ten of its reports and twice this, in all 20 s. */
  private static final String LOOK_FOR_DEAD_MILLISECONDS = "5000";

  /** One that is silent for so long is tried last; three of its reports are the least. */
  private static final String STALE_MILLISECONDS = "5000";

  /**
   * A day. After the default, 20 minutes without a word of each other, as when their cluster was
   * paused, the name node takes away the files of writers and writers give them up.
   */
  private static final String LEASE = "dfs.namenode.lease-hard-limit-sec";

  private static final String LEASE_SECONDS = "86400";

  /**
   * Refuses a directory whose name HDFS would take for something else than one folder's.
   *
   * @throws EngineException in one sentence for the user
   */
  void checkDirectory() throws EngineException {
    String directory = cluster.directory().toString();
    if (directory.contains(",") || directory.contains("${")) {
      throw new EngineException(
          "HDFS cannot keep files in "
              + directory
              + ", whose name has a comma or ${ in it; choose another directory for cluster "
              + cluster.spec().name()
              + ", or leave the data nodes out.");
    }
  }

  /** The file of the name node. */
  String ofNameNode() {
    Map<String, String> properties = common();
    InetSocketAddress address = nameNode();
    properties.put(
        "dfs.namenode.http-address",
        HBaseServers.host(address) + ":" + HdfsServices.NAME_NODE_WEB_PORT);
    properties.put("dfs.namenode.name.dir", folder(HdfsServices.NAME_NODE));
    // What is with the kernel survives the end of the process, and no cluster outlives its machine.
    properties.put("dfs.namenode.edits.noeditlogchannelflush", "true");
    properties.put("dfs.namenode.safemode.extension", "0");
    properties.put("dfs.namenode.heartbeat.recheck-interval", LOOK_FOR_DEAD_MILLISECONDS);
    properties.put(LEASE, LEASE_SECONDS);
    properties.put("dfs.namenode.stale.datanode.interval", STALE_MILLISECONDS);
    properties.put("dfs.namenode.avoid.read.stale.datanode", "true");
    properties.put("dfs.namenode.avoid.write.stale.datanode", "true");
    // With as many copies as data nodes no data node may be passed over for being busy.
    properties.put("dfs.namenode.redundancy.considerLoad", "false");
    // All connections come from one address, whose name is of no use.
    properties.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    return HadoopXml.text(properties);
  }

  /** The file of one data node. */
  String ofDataNode(ServiceRecord node) {
    Map<String, String> properties = common();
    String host = HBaseServers.host(node.address());
    properties.put("dfs.datanode.hostname", host);
    properties.put("dfs.datanode.address", host + ":" + node.address().getPort());
    properties.put("dfs.datanode.ipc.address", host + ":" + HdfsServices.DATA_NODE_CONTROL_PORT);
    properties.put("dfs.datanode.http.address", host + ":" + HdfsServices.DATA_NODE_WEB_PORT);
    properties.put("dfs.datanode.data.dir", folder(node.name()));
    properties.put("dfs.datanode.use.datanode.hostname", "true");
    return HadoopXml.text(properties);
  }

  private Map<String, String> common() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("fs.defaultFS", root());
    properties.put(
        "dfs.namenode.rpc-address", HBaseServers.host(nameNode()) + ":" + nameNode().getPort());
    properties.put("dfs.heartbeat.interval", Long.toString(REPORTS_EVERY.toSeconds()));
    properties.put("dfs.replication", copies());
    // Otherwise the groups of a user whom this machine does not have are asked of a shell.
    properties.put("hadoop.security.group.mapping", "org.apache.hadoop.security.NullGroupsMapping");
    return properties;
  }

  /** What HBase's servers cannot have otherwise. */
  Map<String, String> ofClients() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("fs.defaultFS", root());
    properties.put("hbase.rootdir", root() + "/hbase");
    properties.put("dfs.client.use.datanode.hostname", "true");
    properties.put("hbase.wal.provider", "asyncfs");
    return properties;
  }

  /** What HBase's servers do unless a setting says otherwise. */
  Map<String, String> sizesOfClients() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("dfs.replication", copies());
    properties.put(LEASE, LEASE_SECONDS);
    // Few data nodes have no other to take the place of one that is away.
    properties.put("dfs.client.block.write.replace-datanode-on-failure.best-effort", "true");
    // A server begins no log on data nodes that it could not reach once, or found slow, for six
    // hours, and ends when none is left. So it leaves out as many as others can take the place of.
    properties.put(
        "hbase.regionserver.async.wal.max.exclude.datanode.count",
        Integer.toString(cluster.spec().dataNodes() - HdfsServices.copies(cluster.spec())));
    return properties;
  }

  /**
   * What the master does unless a setting says otherwise. By default it ends at the first log that
   * it cannot begin, and nobody takes its place; now it tries again, once a second. Region servers
   * do not: one that was taken for dead would try as well, and not end.
   */
  Map<String, String> patienceOfMaster() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("hbase.regionserver.logroll.retries", Long.toString(BEARS_ABSENCE.toSeconds()));
    properties.put(
        "hbase.regionserver.logroll.wait.timeout.ms", Long.toString(BEARS_ABSENCE.toMillis()));
    return properties;
  }

  private String root() {
    return "hdfs://" + HBaseServers.host(nameNode()) + ":" + nameNode().getPort();
  }

  private String copies() {
    return Integer.toString(HdfsServices.copies(cluster.spec()));
  }

  private String folder(String service) {
    return cluster.nodeDirectory(service).resolve("data").toString();
  }

  private InetSocketAddress nameNode() {
    return HBaseServers.address(cluster, HdfsServices.NAME_NODE);
  }
}
