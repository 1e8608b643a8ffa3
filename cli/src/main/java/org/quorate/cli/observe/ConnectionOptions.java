package org.quorate.cli.observe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.monitor.prometheus.PrometheusSource;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.ContactPoint;
import picocli.CommandLine.Option;

/** The way to a live cluster, and by what its nodes are asked, as options. */
public final class ConnectionOptions {
  @Option(
      names = "--contact-point",
      paramLabel = "HOST[:PORT]",
      split = ",",
      description =
          "A node to begin with (default port: 9042); may be given several times, or left out where"
              + " the driver's configuration names some.")
  private List<String> contactPoints = new ArrayList<>();

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

  /**
   * Checks everything that can be checked before anything is connected to.
   *
   * @throws IllegalArgumentException if something is wrong; the message is one sentence
   */
  public void check() {
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
    if (prometheus != null) {
      var unused = PrometheusSource.template(prometheus);
    }
    if (jmx != null) {
      var unused = ManagementAddresses.parse(jmx);
    }
  }

  /** How to connect. */
  public ConnectionSettings settings() {
    List<InetSocketAddress> points = contactPoints.stream().map(ContactPoint::parse).toList();
    return ConnectionSettings.of(points, driverConfiguration).withLocalDataCenter(localDataCenter);
  }

  /** By what the nodes are asked. */
  public NodeSources sources() throws IOException {
    return NodeSources.of(jmx, jmxLogin, jmxEncryption, prometheus, prometheusLogin);
  }

  boolean hasJmx() {
    return jmx != null;
  }
}
