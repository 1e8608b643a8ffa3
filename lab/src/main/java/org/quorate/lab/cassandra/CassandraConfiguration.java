package org.quorate.lab.cassandra;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.study.plan.ServerOptions;

/**
 * The configuration files of one node, as text. Everything that is not named here is at the
 * server's default, its timeouts and hinted handoff among them; sizes are small so that six nodes
 * fit one machine.
 */
final class CassandraConfiguration {
  /** Neither line breaks, which YAML has five of, nor other control characters. */
  private static final Pattern ONE_LINE =
      Pattern.compile("[^\\p{Cntrl}\\x{85}\\x{2028}\\x{2029}]*");

  private CassandraConfiguration() {}

  /**
   * Refuses settings that would take a node away from the engine, or are more than a line each.
   * What a study file may set is less; see {@link ServerOptions}.
   */
  static void checkSettings(Map<String, String> settings) throws EngineException {
    for (Map.Entry<String, String> setting : new TreeMap<>(settings).entrySet()) {
      String name = setting.getKey();
      if (ServerOptions.isOfTheEngine(name)) {
        throw new EngineException(
            "The setting "
                + name
                + " is chosen by the engine; remove it from the cluster's settings.");
      }
      if (!ServerOptions.isName(name)) {
        throw new EngineException(
            "\""
                + name
                + "\" is no name of a setting, which is made of small letters, digits and _; correct"
                + " it in the cluster's settings.");
      }
      if (!ONE_LINE.matcher(setting.getValue()).matches()) {
        throw new EngineException(
            "The setting " + name + " has a value of more than one line; write it on one.");
      }
    }
  }

  /** Where a node keeps its tables: a folder for each keyspace. */
  static Path data(Path nodeDirectory) {
    return nodeDirectory.resolve("data");
  }

  /** Where a node keeps the segments of its commit log. */
  static Path commitLog(Path nodeDirectory) {
    return nodeDirectory.resolve("commitlog");
  }

  /** Where a node keeps writes that others have missed, until it has delivered them. */
  static Path hints(Path nodeDirectory) {
    return nodeDirectory.resolve("hints");
  }

  /** The node's {@code cassandra.yaml}. */
  static String yaml(ClusterRecord cluster, NodeRecord node, List<Long> tokens) {
    NodeAddresses own = node.addresses();
    Path directory = cluster.nodeDirectory(own.name());
    String address = own.storage().getAddress().getHostAddress();
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("cluster_name", quoted(cluster.spec().name()));
    lines.put("num_tokens", Integer.toString(tokens.size()));
    lines.put(
        "initial_token",
        quoted(tokens.stream().map(String::valueOf).collect(Collectors.joining(","))));
    lines.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    lines.put("auto_bootstrap", "false");
    lines.put("listen_address", address);
    if (!own.advertisedStorage().equals(own.storage())) {
      lines.put("broadcast_address", own.advertisedStorage().getAddress().getHostAddress());
    }
    lines.put("storage_port", Integer.toString(own.storage().getPort()));
    lines.put("rpc_address", own.client().getAddress().getHostAddress());
    lines.put("native_transport_port", Integer.toString(own.client().getPort()));
    lines.put("endpoint_snitch", "GossipingPropertyFileSnitch");
    lines.put("seed_provider", seeds(cluster));
    lines.put("data_file_directories", "[" + quoted(data(directory).toString()) + "]");
    lines.put("commitlog_directory", quoted(commitLog(directory).toString()));
    lines.put("saved_caches_directory", quoted(directory.resolve("saved_caches").toString()));
    lines.put("hints_directory", quoted(hints(directory).toString()));
    lines.put("cdc_raw_directory", quoted(directory.resolve("cdc_raw").toString()));
    // A dropped table would stay on disk, as its snapshot.
    lines.put("auto_snapshot", "false");
    lines.put("authenticator", "AllowAllAuthenticator");
    lines.put("authorizer", "AllowAllAuthorizer");
    lines.put("commitlog_sync", "periodic");
    lines.put("commitlog_sync_period", "10000ms");
    lines.put("commitlog_segment_size", "4MiB");
    lines.put("commitlog_total_space", "64MiB");
    lines.put("memtable_heap_space", "32MiB");
    lines.put("memtable_offheap_space", "32MiB");
    lines.put("memtable_allocation_type", "heap_buffers");
    lines.put("file_cache_size", "16MiB");
    lines.put("networking_cache_size", "16MiB");
    lines.put("key_cache_size", "4MiB");
    lines.put("counter_cache_size", "0MiB");
    lines.put("concurrent_reads", "16");
    lines.put("concurrent_writes", "16");
    lines.put("concurrent_counter_writes", "16");
    lines.put("concurrent_compactors", "1");
    lines.put("memtable_flush_writers", "1");
    lines.put("native_transport_max_threads", "32");
    lines.putAll(cluster.spec().settings());
    return lines.entrySet().stream()
        .map(line -> line.getKey() + ": " + line.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /**
   * The node's {@code cassandra-rackdc.properties}. Nodes of one data centre keep to the advertised
   * addresses, for a shorter way would go round the links.
   */
  static String rackProperties(NodeAddresses node) {
    return "dc=%s%nrack=%s%nprefer_local=false%n".formatted(node.dataCenter(), node.rack());
  }

  /** The node's {@code logback.xml}: one log, at most 60 MB of it. */
  static String logging(Path logDirectory) {
    return """
        <configuration>
          <appender name="file" class="ch.qos.logback.core.rolling.RollingFileAppender">
            <file>%1$s/system.log</file>
            <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
              <fileNamePattern>%1$s/system.log.%%i</fileNamePattern>
              <minIndex>1</minIndex>
              <maxIndex>2</maxIndex>
            </rollingPolicy>
            <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
              <maxFileSize>20MB</maxFileSize>
            </triggeringPolicy>
            <encoder>
              <pattern>%%-5level [%%thread] %%date{ISO8601} %%F:%%L - %%msg%%n</pattern>
            </encoder>
          </appender>
          <root level="INFO">
            <appender-ref ref="file"/>
          </root>
        </configuration>
        """
        .formatted(logDirectory);
  }

  /** Every node is a seed for every other: all start at once, so none can wait for a first one. */
  private static String seeds(ClusterRecord cluster) {
    String addresses =
        cluster.nodes().stream()
            .map(node -> node.addresses().advertisedStorage())
            .map(seed -> seed.getAddress().getHostAddress() + ":" + seed.getPort())
            .collect(Collectors.joining(","));
    return "[{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{seeds: "
        + quoted(addresses)
        + "}]}]";
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
