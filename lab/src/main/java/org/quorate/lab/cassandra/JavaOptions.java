package org.quorate.lab.cassandra;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.NodeAddresses;

/** The arguments of the Java virtual machine that runs one node, as an argument file. */
final class JavaOptions {
  static final String MAIN_CLASS = "org.apache.cassandra.service.CassandraDaemon";

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

  /**
   * The argument file of a node: one argument per line, quoted.
   *
   * @param classPath the server's jars
   */
  static String argumentFile(ClusterRecord cluster, NodeAddresses node, List<Path> classPath) {
    Path directory = cluster.nodeDirectory(node.name());
    Path logs = cluster.logDirectory(node.name());
    MemorySize heap = cluster.spec().heap();
    List<String> arguments = new ArrayList<>();
    arguments.add("-XX:+UseSerialGC");
    if (cluster.spec().quickCompiler()) {
      arguments.add("-XX:TieredStopAtLevel=1");
    }
    // As root, Cassandra pins the committed heap in memory, so it begins small.
    arguments.add("-Xms" + Math.min(64, heap.mebibytes()) + "m");
    arguments.add("-Xmx" + heap.mebibytes() + "m");
    arguments.add("-Xss256k");
    // Cassandra's classes fill more than the default, at which each step costs a full collection.
    arguments.add("-XX:MetaspaceSize=96m");
    arguments.add("-XX:+PerfDisableSharedMem");
    arguments.add("-XX:+ExitOnOutOfMemoryError");
    arguments.add("-XX:ErrorFile=" + logs.resolve("hs_err.log"));
    classPath.stream()
        .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
        .findFirst()
        .ifPresent(jar -> arguments.add("-javaagent:" + jar));
    EXPORTS.forEach(name -> arguments.add("--add-exports=" + name + "=ALL-UNNAMED"));
    OPENS.forEach(name -> arguments.add("--add-opens=" + name + "=ALL-UNNAMED"));
    arguments.add("-Djdk.attach.allowAttachSelf=true");
    arguments.add("-Dio.netty.tryReflectionSetAccessible=true");
    arguments.add("-Djava.net.preferIPv4Stack=true");
    arguments.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
    arguments.add("-Dcassandra.config=" + directory.resolve("cassandra.yaml").toUri());
    arguments.add(
        "-Dcassandra-rackdc.properties="
            + directory.resolve("cassandra-rackdc.properties").toUri());
    arguments.add("-Dlogback.configurationFile=" + directory.resolve("logback.xml").toUri());
    arguments.add("-Dcassandra.storagedir=" + directory);
    arguments.add("-Dcassandra.logdir=" + logs);
    arguments.add("-Dcassandra.jmx.local.port=" + node.managementPort());
    arguments.add("-Dcassandra-foreground=yes");
    // With less the nodes, which all start at once, may give up before they have found one another.
    arguments.add("-Dcassandra.ring_delay_ms=2000");
    arguments.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
    // On a busy machine a new schema may miss a node, which then asks for it only after this delay.
    arguments.add("-Dcassandra.migration_delay_ms=2000");
    arguments.add("-classpath");
    arguments.add(classPath.stream().map(Path::toString).collect(Collectors.joining(":")));
    arguments.add(MAIN_CLASS);
    return arguments.stream().map(JavaOptions::quoted).collect(Collectors.joining("\n", "", "\n"));
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
