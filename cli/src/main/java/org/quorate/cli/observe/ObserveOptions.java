package org.quorate.cli.observe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.KeySampling;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to observe and how, as options. */
final class ObserveOptions {
  @Mixin private ConnectionOptions cluster = new ConnectionOptions();

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
              + " traces (of such reads, which servers write down), canary (writes to a table of its"
              + " own), ideal-level (changes a setting of the servers), or a time that you know"
              + " (default: ${DEFAULT-VALUE}).")
  private String propagation = PropagationOption.DEFAULT;

  @Option(
      names = "--allow-changes",
      description = "Allow what traces, canary and ideal-level change on the cluster.")
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
    cluster.check();
    if (metricsAddress != null && metricsPort == null) {
      throw new IllegalArgumentException("--metrics-address needs --metrics.");
    }
    Integer port = metricsPort;
    if (port != null && (port < 0 || port > 65_535)) {
      throw new IllegalArgumentException("--metrics needs a port from 0 to 65535.");
    }
    PropagationOption.check("--", propagation, allowChanges, cluster.hasJmx());
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

  /** The way to the cluster. */
  ConnectionOptions cluster() {
    return cluster;
  }

  String keyspace() {
    return keyspace;
  }

  List<String> tables() {
    return List.copyOf(tables);
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
