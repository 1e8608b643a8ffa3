package org.quorate.lab.hbase;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeAddresses;

/**
 * The {@code hbase-site.xml} of each process of a cluster, as text. Everything that is not named
 * here is at the server's default, the number of its handlers and its timeouts among it, except
 * that of ZooKeeper's sessions; sizes are small so that four region servers fit one machine.
 */
final class SiteConfiguration {
  static final String FILE = "hbase-site.xml";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,127}");

  /** Neither line breaks nor other characters that no XML may have. */
  private static final Pattern ONE_LINE =
      Pattern.compile("[^\\p{Cntrl}\\x{85}\\x{2028}\\x{2029}\\x{FFFE}\\x{FFFF}]*");

  /** What only the engine can say: addresses, ports, places, and how processes find one another. */
  private static final Set<String> OF_THE_ENGINE =
      Set.of(
          "hbase.cluster.distributed",
          "hbase.rootdir",
          "hbase.wal.dir",
          "hbase.tmp.dir",
          "hbase.local.dir",
          "hbase.wal.provider",
          "fs.defaultFS",
          "fs.file.impl",
          "hbase.zookeeper.quorum",
          "hbase.zookeeper.property.clientPort",
          "zookeeper.znode.parent",
          "hbase.client.zookeeper.quorum",
          "hbase.master.hostname",
          "hbase.master.ipc.address",
          "hbase.master.port",
          "hbase.master.info.port",
          "hbase.master.info.bindAddress",
          "hbase.regionserver.hostname",
          "hbase.unsafe.regionserver.hostname",
          "hbase.regionserver.ipc.address",
          "hbase.regionserver.port",
          "hbase.regionserver.info.port",
          "hbase.regionserver.info.port.auto",
          "hbase.regionserver.info.bindAddress",
          "hbase.status.published",
          "dfs.client.use.datanode.hostname");

  private final ClusterRecord cluster;
  private final HdfsConfiguration hdfs;

  SiteConfiguration(ClusterRecord cluster) {
    this.cluster = cluster;
    this.hdfs = new HdfsConfiguration(cluster);
  }

  /** Refuses settings that would take a process away from the engine, or are no properties. */
  static void checkSettings(Map<String, String> settings) throws EngineException {
    for (Map.Entry<String, String> setting : new TreeMap<>(settings).entrySet()) {
      String name = setting.getKey();
      if (OF_THE_ENGINE.contains(name)) {
        throw new EngineException(
            "The setting "
                + name
                + " is chosen by the engine; remove it from the cluster's settings.");
      }
      if (!NAME.matcher(name).matches()) {
        throw new EngineException(
            "\""
                + name
                + "\" is no name of a setting, which is made of letters, digits, dots, - and _;"
                + " correct it in the cluster's settings.");
      }
      if (!ONE_LINE.matcher(setting.getValue()).matches()) {
        throw new EngineException(
            "The setting " + name + " has a value of more than one line; write it on one.");
      }
    }
  }

  /** The file of the master. */
  String ofMaster() {
    Map<String, String> properties = properties(HBaseEngine.MASTER);
    if (cluster.spec().dataNodes() > 0) {
      hdfs.patienceOfMaster().forEach(properties::putIfAbsent);
    }
    return HadoopXml.text(properties);
  }

  /** The file of one region server. */
  String ofRegionServer(NodeAddresses node) {
    Map<String, String> properties = properties(node.name());
    // What a server calls itself is what clients and the master are told to connect to.
    properties.put(
        "hbase.unsafe.regionserver.hostname", HBaseServers.host(node.advertisedStorage()));
    properties.put("hbase.regionserver.ipc.address", HBaseServers.host(node.storage()));
    properties.put("hbase.regionserver.port", port(node.storage()));
    return HadoopXml.text(properties);
  }

  private Map<String, String> properties(String process) {
    InetSocketAddress zooKeeper = HBaseServers.address(cluster, HBaseEngine.ZOOKEEPER);
    InetSocketAddress master = HBaseServers.address(cluster, HBaseEngine.MASTER);
    Map<String, String> properties = new LinkedHashMap<>();
    sizes(properties);
    properties.putAll(new TreeMap<>(cluster.spec().settings()));
    properties.put("hbase.cluster.distributed", "true");
    properties.put("hbase.tmp.dir", cluster.nodeDirectory(process).resolve("tmp").toString());
    files(properties);
    properties.put("hbase.zookeeper.quorum", HBaseServers.host(zooKeeper));
    properties.put("hbase.zookeeper.property.clientPort", port(zooKeeper));
    properties.put("hbase.master.hostname", HBaseServers.host(master));
    properties.put("hbase.master.ipc.address", HBaseServers.host(master));
    properties.put("hbase.master.port", port(master));
    properties.put("hbase.master.info.port", "-1");
    properties.put("hbase.regionserver.info.port", "-1");
    return properties;
  }

  /** Where files are, and how they are reached. */
  private void files(Map<String, String> properties) {
    if (cluster.spec().dataNodes() > 0) {
      properties.putAll(hdfs.ofClients());
      return;
    }
    // Not as a URI, whose escapes Hadoop would take for part of the name.
    properties.put("hbase.rootdir", "file://" + cluster.sharedDirectory().resolve("hbase"));
    // Flushes to the kernel what the default keeps in the process until a checksum is due.
    properties.put("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    properties.put("hbase.wal.provider", "filesystem");
  }

  /** What a user may set otherwise. */
  private void sizes(Map<String, String> properties) {
    int nodes = cluster.spec().nodes();
    if (cluster.spec().dataNodes() > 0) {
      properties.putAll(hdfs.sizesOfClients());
    }
    // A server that died without saying so, or is frozen, is missed after so long.
    properties.put("zookeeper.session.timeout", "20000");
    properties.put("hbase.master.wait.on.regionservers.mintostart", "1");
    properties.put("hbase.master.wait.on.regionservers.maxtostart", Integer.toString(nodes));
    properties.put("hbase.master.wait.on.regionservers.timeout", "10000");
    properties.put("hbase.master.wait.on.regionservers.interval", "500");
    // Regions move and split when somebody asks for it, not in the middle of a measurement: a
    // server's only region of a table would be split at twice the size of a flush.
    properties.put("hbase.balancer.period", "86400000");
    properties.put(
        "hbase.regionserver.region.split.policy",
        "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy");
    // Logs that nobody needs any more go within a minute, not after twenty.
    properties.put("hbase.master.logcleaner.ttl", "10000");
    properties.put("hbase.master.cleaner.interval", "30000");
    properties.put("hbase.regionserver.global.memstore.size", "0.3");
    properties.put("hfile.block.cache.size", "0.2");
    properties.put("hbase.hregion.memstore.flush.size", Long.toString(16L << 20));
    // The default is more than the heap: large buffers of many clients would end the server.
    properties.put(
        "hbase.ipc.server.max.callqueue.size", Long.toString(cluster.spec().heap().bytes() / 4));
    properties.put("hbase.regionserver.metrics.period", "1000");
  }

  private static String port(InetSocketAddress address) {
    return Integer.toString(address.getPort());
  }
}
