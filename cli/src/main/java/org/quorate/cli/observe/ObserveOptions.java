package org.quorate.cli.observe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.monitor.prometheus.PrometheusSource;
import org.quorate.cassandra.observe.KeySampling;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.ContactPoint;
import picocli.CommandLine.Option;

/** What to observe and how, as options. */
final class ObserveOptions {
  @Option(
      names = "--contact-point",
      paramLabel = "HOST[:PORT]",
      split = ",",
      description =
          "A node to begin with (default port: 9042); may be given several times, or left out where"
              + " the driver's configuration names some.")
  private List<String> contactPoints = new ArrayList<>();

  @Option(
      names = "--keyspace",
      paramLabel = "K",
      required = true,
      description = "The keyspace to observe.")
  private String keyspace = "";

  @Option(
      names = "--table",
      paramLabel = "T",
      split = ",",
      description = "A table of it; may be given several times (default: all its tables).")
  private List<String> tables = new ArrayList<>();

  @Option(
      names = "--driver-config",
      paramLabel = "FILE",
      description =
          "The driver's own configuration (application.conf), for encryption and for user and"
              + " password.")
  private @Nullable Path driverConfiguration;

  @Option(
      names = "--local-data-center",
      paramLabel = "DC",
      description = "Whose nodes are asked (default: the contact points' own).")
  private @Nullable String localDataCenter;

  @Option(
      names = "--jmx",
      paramLabel = "PORT|TEMPLATE",
      description =
          "Read counts over JMX, which knows more than CQL: a port, a service URL with {host}, or"
              + " NODE=HOST:PORT,... for each node.")
  private @Nullable String jmx;

  @Option(
      names = "--jmx-login",
      paramLabel = "FILE",
      description = "A file with one line, user:password, for JMX, that only you may read.")
  private @Nullable Path jmxLogin;

  @Option(
      names = "--jmx-encryption",
      description =
          "Reach the nodes' JMX registry by TLS too, as nodetool --ssl does; stores are named by"
              + " -Djavax.net.ssl.trustStore=... in QUORATE_JAVA_OPTIONS.")
  private boolean jmxEncryption;

  @Option(
      names = "--prometheus",
      paramLabel = "TEMPLATE",
      description =
          "Read counts from an exporter at every node, such as http://{host}:9103/metrics.")
  private @Nullable String prometheus;

  @Option(
      names = "--prometheus-login",
      paramLabel = "FILE",
      description =
          "A file with one line, user:password, for those exporters, that only you may read.")
  private @Nullable Path prometheusLogin;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "1m",
      description = "How long to look; 0 is until Ctrl-C (default: ${DEFAULT-VALUE}).")
  private String duration = "1m";

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "From one reading to the next (default: ${DEFAULT-VALUE}).")
  private String interval = "5s";

  @Option(
      names = "--propagation",
      paramLabel = "SOURCE|TIME",
      defaultValue = PropagationOption.DEFAULT,
      description =
          "How long a write takes to its other replicas: network (reads of keys that do not exist),"
              + " canary (writes to a table of its own), ideal-level (changes a setting of the"
              + " servers), or a time that you know (default: ${DEFAULT-VALUE}).")
  private String propagation = PropagationOption.DEFAULT;

  @Option(
      names = "--allow-changes",
      description = "Allow what canary and ideal-level change on the cluster.")
  private boolean allowChanges;

  @Option(
      names = "--write-level",
      paramLabel = "LEVEL",
      description =
          "Level that the tables are written at (default: QUORUM, or LOCAL_QUORUM in several data"
              + " centres).")
  private @Nullable Level writeLevel;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description =
          "Take the traffic of a table to spread evenly over N keys (default: as many as the servers"
              + " estimate partitions; where they do not tell, one key, the worst case).")
  private @Nullable Long keys;

  @Option(
      names = "--sample-keys",
      paramLabel = "N",
      description =
          "Read N rows a second (1 to 50), of all tables together, at a weak and at a strong level,"
              + " and compare; 0 for none (default: as many as take at most 1 %% of the reads that"
              + " the nodes count).")
  private @Nullable Integer sampledKeys;

  @Option(
      names = "--meters",
      paramLabel = "FILE",
      description =
          "Read the meters of the hosts that this file names (meters: {HOST: {kind: KIND, ...}}),"
              + " or estimate those of the instance types that it names (instances: TYPE), and tell"
              + " the joules per operation.")
  private @Nullable Path meters;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      description =
          "Serve the latest reading to Prometheus at http://127.0.0.1:PORT/metrics; 0 is any free"
              + " port.")
  private @Nullable Integer metricsPort;

  @Option(
      names = "--metrics-address",
      paramLabel = "HOST",
      description = "Serve it at this address of this machine instead.")
  private @Nullable String metricsAddress;

  /**
   * Checks everything that can be checked before anything is connected to.
   *
   * @throws IllegalArgumentException if something is wrong; the message is one sentence
   */
  void check() {
    if (contactPoints.isEmpty() && driverConfiguration == null) {
      throw new IllegalArgumentException(
          "It is not said where the cluster is; give --contact-point HOST, or --driver-config with"
              + " contact points.");
    }
    contactPoints.forEach(ContactPoint::parse);
    Path file = driverConfiguration;
    if (file != null && !Files.isReadable(file)) {
      throw new IllegalArgumentException("The driver configuration " + file + " cannot be read.");
    }
    if ((jmxLogin != null || jmxEncryption) && jmx == null) {
      throw new IllegalArgumentException(
          (jmxLogin != null ? "--jmx-login" : "--jmx-encryption") + " needs --jmx.");
    }
    if (prometheusLogin != null && prometheus == null) {
      throw new IllegalArgumentException("--prometheus-login needs --prometheus.");
    }
    if (metricsAddress != null && metricsPort == null) {
      throw new IllegalArgumentException("--metrics-address needs --metrics.");
    }
    Integer port = metricsPort;
    if (port != null && (port < 0 || port > 65_535)) {
      throw new IllegalArgumentException("--metrics needs a port from 0 to 65535.");
    }
    if (prometheus != null) {
      var unused = PrometheusSource.template(prometheus);
    }
    if (jmx != null) {
      var unused = ManagementAddresses.parse(jmx);
    }
    PropagationOption.check("--", propagation, allowChanges, jmx != null);
    if (interval().compareTo(ObservationLimits.SHORTEST_INTERVAL) < 0) {
      throw new IllegalArgumentException("--interval must be at least 1s.");
    }
    if (!duration().isZero() && duration().compareTo(interval()) < 0) {
      throw new IllegalArgumentException("--duration must be at least one --interval.");
    }
    Long known = keys;
    if (known != null && known < 1) {
      throw new IllegalArgumentException("--keys must be at least 1.");
    }
    Integer sampled = sampledKeys;
    if (sampled != null && (sampled < 0 || sampled > ObservationLimits.MOST_SAMPLED_KEYS)) {
      throw new IllegalArgumentException(
          "--sample-keys must be from 0 to " + ObservationLimits.MOST_SAMPLED_KEYS + " a second.");
    }
  }

  ConnectionSettings connection() {
    List<InetSocketAddress> points = contactPoints.stream().map(ContactPoint::parse).toList();
    return ConnectionSettings.of(points, driverConfiguration).withLocalDataCenter(localDataCenter);
  }

  String keyspace() {
    return keyspace;
  }

  List<String> tables() {
    return List.copyOf(tables);
  }

  /** By what the nodes are asked. */
  NodeSources sources() throws IOException {
    return NodeSources.of(jmx, jmxLogin, jmxEncryption, prometheus, prometheusLogin);
  }

  /** Zero where there is no end. */
  Duration duration() {
    return Durations.parse(duration);
  }

  Duration interval() {
    return Durations.parse(interval);
  }

  String propagation() {
    return propagation;
  }

  @Nullable Level writeLevel() {
    return writeLevel;
  }

  OptionalLong keys() {
    Long known = keys;
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }

  KeySampling sampling() {
    Integer sampled = sampledKeys;
    return sampled == null ? KeySampling.USUAL : KeySampling.atRate(sampled);
  }

  /** The file that names the meters of the hosts, or null for none. */
  @Nullable Path meters() {
    return meters;
  }

  boolean json() {
    return json;
  }

  /** The port of the metrics, or null for none. */
  @Nullable Integer metricsPort() {
    return metricsPort;
  }

  String metricsAddress() {
    return metricsAddress == null ? "127.0.0.1" : metricsAddress;
  }
}
