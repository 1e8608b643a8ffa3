package org.quorate.lab.hbase;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.engine.ServiceRecord;
import org.quorate.lab.engine.local.JavaArguments;

/**
 * The argument files of the Java virtual machines that run ZooKeeper, master, region servers and
 * those of the file system.
 */
final class JavaOptions {
  static final String ZOOKEEPER_CLASS = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
  static final String MASTER_CLASS = "org.apache.hadoop.hbase.master.HMaster";
  static final String REGION_SERVER_CLASS = "org.apache.hadoop.hbase.regionserver.HRegionServer";
  static final String NAME_NODE_CLASS = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  static final String DATA_NODE_CLASS = "org.apache.hadoop.hdfs.server.datanode.DataNode";

  private static final MemorySize ZOOKEEPER_HEAP = MemorySize.ofMebibytes(96);
  private static final MemorySize MASTER_HEAP = MemorySize.ofMebibytes(256);
  private static final MemorySize HDFS_HEAP = MemorySize.ofMebibytes(128);

  /** The modules that HBase 2.6 needs, from its own {@code bin/hbase}. */
  private static final List<String> EXPORTS =
      List.of("java.base/jdk.internal.misc", "java.security.jgss/sun.security.krb5");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.nio",
          "java.base/sun.nio.ch",
          "java.base/java.lang",
          "java.base/jdk.internal.ref",
          "java.base/java.lang.reflect",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/jdk.internal.misc");

  private JavaOptions() {}

  /** ZooKeeper's, with the configuration in {@code file}. */
  static String zooKeeper(
      ClusterRecord cluster, ServiceRecord service, Path conf, List<Path> classPath, Path file) {
    JavaArguments arguments = common(cluster, service.name(), ZOOKEEPER_HEAP, conf);
    arguments.property("zookeeper.jmx.log4j.disable", true);
    return arguments.file(withConfiguration(conf, classPath), ZOOKEEPER_CLASS, file.toString());
  }

  /** The master's. */
  static String master(
      ClusterRecord cluster, ServiceRecord service, Path conf, List<Path> classPath) {
    return server(
        common(cluster, service.name(), MASTER_HEAP, conf), conf, classPath, MASTER_CLASS, "start");
  }

  /**
   * The name node's.
   *
   * @param program what it is to do; nothing for serving
   */
  static String nameNode(
      ClusterRecord cluster,
      ServiceRecord service,
      Path conf,
      List<Path> classPath,
      String... program) {
    return server(
        common(cluster, service.name(), HDFS_HEAP, conf),
        conf,
        classPath,
        NAME_NODE_CLASS,
        program);
  }

  /** A data node's. */
  static String dataNode(
      ClusterRecord cluster, ServiceRecord service, Path conf, List<Path> classPath) {
    return server(
        common(cluster, service.name(), HDFS_HEAP, conf), conf, classPath, DATA_NODE_CLASS);
  }

  /** A region server's. */
  static String regionServer(
      ClusterRecord cluster, NodeAddresses node, Path conf, List<Path> classPath) {
    return server(
        common(cluster, node.name(), cluster.spec().heap(), conf),
        conf,
        classPath,
        REGION_SERVER_CLASS,
        "start");
  }

  private static String server(
      JavaArguments arguments,
      Path conf,
      List<Path> classPath,
      String mainClass,
      String... program) {
    // HBase's classes fill more than the default, at which each step costs a full collection.
    arguments.add("-XX:MetaspaceSize=96m");
    arguments.add("--add-modules=jdk.unsupported");
    arguments.exports(EXPORTS).opens(OPENS);
    arguments.property("org.apache.hbase.thirdparty.io.netty.tryReflectionSetAccessible", true);
    List<String> all = new ArrayList<>(List.of(mainClass));
    all.addAll(List.of(program));
    return arguments.file(withConfiguration(conf, classPath), all.toArray(String[]::new));
  }

  private static JavaArguments common(
      ClusterRecord cluster, String process, MemorySize heap, Path conf) {
    JavaArguments arguments = new JavaArguments(cluster, process, heap);
    arguments.property("jdk.net.hosts.file", conf.resolve("hosts"));
    arguments.property("log4j.configuration", conf.resolve("log4j.properties").toUri());
    return arguments;
  }

  /** The folder comes last, since an archive of the jars' classes serves what begins with them. */
  private static List<Path> withConfiguration(Path conf, List<Path> classPath) {
    List<Path> all = new ArrayList<>(classPath);
    all.add(conf);
    return all;
  }
}
