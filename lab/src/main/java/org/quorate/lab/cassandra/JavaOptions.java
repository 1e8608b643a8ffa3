package org.quorate.lab.cassandra;

import java.nio.file.Path;
import java.util.List;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.engine.local.JavaArguments;

/** The arguments of the Java virtual machine that runs one node, as an argument file. */
final class JavaOptions {
  static final String MAIN_CLASS = "org.apache.cassandra.service.CassandraDaemon";

  private static final String RING_DELAY = "cassandra.ring_delay_ms";

  /** With less the nodes, which all start at once, may give up before they found one another. */
  private static final int RING_DELAY_MILLIS = 2000;

  /** On a busy machine, what others have sent to where a node was takes a while to reach it. */
  private static final int JOINING_RING_DELAY_MILLIS = 10_000;

  /** The modules that Cassandra 5.0 needs opened, from its own {@code jvm17-server.options}. */
  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/java.lang.ref",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.sql/java.sql",
          "jdk.unsupported/sun.misc");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.lang.module",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.util.jar",
          "java.base/sun.nio.ch",
          "java.base/java.io",
          "java.base/java.lang.reflect",
          "java.base/java.lang",
          "java.base/java.util",
          "jdk.management/com.sun.management.internal");

  private JavaOptions() {}

  /** Where the argument file of a node is. */
  static Path file(Path nodeDirectory) {
    return nodeDirectory.resolve("java.arguments");
  }

  /**
   * The argument file of a node.
   *
   * @param classPath the server's jars
   */
  static String argumentFile(ClusterRecord cluster, NodeAddresses node, List<Path> classPath) {
    Path directory = cluster.nodeDirectory(node.name());
    // As root, Cassandra pins the committed heap in memory, so it begins small.
    JavaArguments arguments = new JavaArguments(cluster, node.name(), cluster.spec().heap());
    arguments.add("-Xss256k");
    // Cassandra's classes fill more than the default, at which each step costs a full collection.
    arguments.add("-XX:MetaspaceSize=96m");
    classPath.stream()
        .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
        .findFirst()
        .ifPresent(jar -> arguments.add("-javaagent:" + jar));
    arguments.exports(EXPORTS).opens(OPENS);
    arguments.property("jdk.attach.allowAttachSelf", true);
    arguments.property("io.netty.tryReflectionSetAccessible", true);
    arguments.property("cassandra.config", directory.resolve("cassandra.yaml").toUri());
    arguments.property(
        "cassandra-rackdc.properties", directory.resolve("cassandra-rackdc.properties").toUri());
    arguments.property("logback.configurationFile", directory.resolve("logback.xml").toUri());
    arguments.property("cassandra.storagedir", directory);
    arguments.property("cassandra.logdir", cluster.logDirectory(node.name()));
    arguments.property("cassandra.jmx.local.port", node.managementPort());
    arguments.property("cassandra-foreground", "yes");
    arguments.property(RING_DELAY, RING_DELAY_MILLIS);
    arguments.property("cassandra.skip_wait_for_gossip_to_settle", 0);
    // The first user of a cluster with passwords is made this long after its nodes have started.
    arguments.property("cassandra.superuser_setup_delay_ms", 1000);
    // On a busy machine a new schema may miss a node, which then asks for it only after this delay.
    arguments.property("cassandra.migration_delay_ms", 2000);
    // By default a node measures a row's overhead in memory on 100,000 made-up rows, a sixth of all
    // that its start takes; what a thousand show differs by a byte or two of 181.
    arguments.property("cassandra.memtable_row_overhead_computation_step", 1000);
    return arguments.file(classPath, MAIN_CLASS);
  }

  /**
   * The argument file of a node for the start with which it joins a ring that serves: it asks its
   * seeds for twice the ring delay and then gives up, which ends its process.
   *
   * @param arguments as {@link #argumentFile} made them
   */
  static String joining(String arguments) {
    return arguments.replace(
        RING_DELAY + "=" + RING_DELAY_MILLIS, RING_DELAY + "=" + JOINING_RING_DELAY_MILLIS);
  }
}
