package org.quorate.lab.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.artifact.Artifact;
import org.quorate.lab.artifact.ArtifactException;
import org.quorate.lab.artifact.Lock;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.MachineCheck;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.local.LocalCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.file.Tree;
import org.quorate.study.io.WholeFile;
import org.quorate.study.progress.Progress;

/** Starts clusters of Apache Cassandra 5.0 on this machine. */
public final class CassandraEngine implements Engine {
  /** The version that is used where none is asked for. */
  public static final String DEFAULT_VERSION = "5.0.9";

  /** The name of this store in records. */
  public static final String STORE = "cassandra";

  private static final int STORAGE_PORT = 7000;
  private static final int CLIENT_PORT = 9042;

  /** What a node needs beside its heap: code, threads, caches and memtables outside the heap. */
  private static final MemorySize BESIDE_HEAP = MemorySize.ofMebibytes(300);

  /** Commit log, system tables and a little data. */
  private static final MemorySize DISK_PER_NODE = MemorySize.ofMebibytes(256);

  private static final Duration START_PATIENCE = Duration.ofMinutes(2);
  private static final Duration START_PATIENCE_PER_NODE = Duration.ofSeconds(20);

  private final ClusterRegistry registry;
  private final ServerLibrary library;
  private final @Nullable Interconnect interconnect;

  /**
   * @param registry where clusters are recorded
   * @param library where the server's jars are kept
   * @param interconnect carries the traffic between the nodes of relayed clusters; null where no
   *     cluster is to be relayed
   */
  public CassandraEngine(
      ClusterRegistry registry, ServerLibrary library, @Nullable Interconnect interconnect) {
    this.registry = registry;
    this.library = library;
    this.interconnect = interconnect;
  }

  /** An engine that keeps records and jars in the user's cache directory. */
  public static CassandraEngine ofUser(@Nullable Interconnect interconnect) {
    return new CassandraEngine(
        ClusterRegistry.ofUser(),
        new ServerLibrary(CacheDirectory.ofUser().servers()),
        interconnect);
  }

  /**
   * Finds out, without starting anything, whether there is memory for clusters.
   *
   * @param together that are up at the same time
   * @param available bytes that may be used, as {@link MachineCheck#availableMemory()} tells
   * @throws EngineException naming what is needed and what there is
   */
  public static void requireMemory(List<ClusterSpec> together, OptionalLong available)
      throws EngineException {
    MachineCheck.requireMemory(together, BESIDE_HEAP, available);
  }

  @Override
  public RunningCluster start(ClusterSpec spec, Path directory, Progress progress)
      throws EngineException, InterruptedException {
    registry.cleanUpOrphans();
    JavaInstallation java = JavaInstallation.suiting(spec.javaHome(), spec.version());
    CassandraConfiguration.checkSettings(spec.settings());
    requireMemory(List.of(spec), MachineCheck.availableMemory());
    MachineCheck.requireDisk(spec, directory, DISK_PER_NODE);
    Interconnect carrier = interconnect;
    if (spec.relayed() && carrier == null) {
      throw new EngineException(
          "Cluster " + spec.name() + " is to be relayed, but there is no relay; leave it out.");
    }
    List<Path> classPath = classPath(spec.version(), progress);
    ClusterRecord claimed = registry.claim(spec, STORE, directory, STORAGE_PORT, CLIENT_PORT);
    Interconnect.@Nullable Connection connection = null;
    boolean started = false;
    try {
      ClusterRecord prepared = prepare(claimed, java, classPath);
      if (spec.relayed() && carrier != null) {
        connection =
            carrier.connect(
                prepared.nodes().stream().map(NodeRecord::addresses).toList(),
                prepared.directory());
        prepared = prepared.withHelpers(connection.processes());
      }
      ClusterRecord complete = prepared;
      registry.update(claimed, recorded -> complete);
      LocalCluster cluster =
          LocalCluster.start(registry, complete, readiness(spec), connection, progress);
      started = true;
      return cluster;
    } finally {
      if (!started) {
        if (connection != null) {
          connection.close();
        }
        discard(claimed);
      }
    }
  }

  /** Cleans up after a start that failed, without hiding why it did. */
  private void discard(ClusterRecord claimed) throws InterruptedException {
    // Locks on files cannot be had by an interrupted thread.
    boolean interrupted = Thread.interrupted();
    try {
      registry.cleanUp(claimed);
    } catch (EngineException left) {
      System.getLogger(CassandraEngine.class.getName())
          .log(System.Logger.Level.WARNING, left.getMessage(), left);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public RunningCluster attach(String name) throws EngineException {
    ClusterRecord record =
        registry
            .find(name)
            .filter(found -> found.store().equals(STORE))
            .orElseThrow(
                () -> {
                  String others =
                      registry.list().stream()
                          .map(other -> other.spec().name())
                          .collect(Collectors.joining(", "));
                  return new EngineException(
                      "No cluster named "
                          + name
                          + " runs; "
                          + (others.isEmpty() ? "none does." : "these do: " + others + "."));
                });
    return LocalCluster.attach(registry, record, readiness(record.spec()));
  }

  private List<Path> classPath(String version, Progress progress)
      throws EngineException, InterruptedException {
    try {
      Artifact root = new Artifact("org.apache.cassandra", "cassandra-all", version);
      return library.resolve(STORE, root, lock(version), progress);
    } catch (ArtifactException failure) {
      throw new EngineException(String.valueOf(failure.getMessage()), failure);
    } catch (IllegalArgumentException invalid) {
      throw new EngineException("\"" + version + "\" is no version of Cassandra.", invalid);
    }
  }

  private static @Nullable Lock lock(String version) throws ArtifactException {
    String resource = STORE + "-" + version + ".lock";
    try (InputStream input = CassandraEngine.class.getResourceAsStream(resource)) {
      return input == null
          ? null
          : Lock.parse(resource, new String(input.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new ArtifactException(resource + " cannot be read: " + failure + ".", failure);
    }
  }

  private static ClusterRecord prepare(
      ClusterRecord claimed, JavaInstallation java, List<Path> classPath) throws EngineException {
    List<List<Long>> tokens = TokenPlan.of(claimed.spec());
    List<NodeRecord> nodes = new ArrayList<>();
    try {
      for (NodeRecord node : claimed.nodes()) {
        String name = node.addresses().name();
        Path directory = claimed.nodeDirectory(name);
        Path logs = claimed.logDirectory(name);
        Tree.delete(directory);
        Files.createDirectories(logs);
        Files.createDirectories(directory.resolve("tmp"));
        WholeFile.write(
            directory.resolve("cassandra.yaml"),
            CassandraConfiguration.yaml(claimed, node, tokens.get(node.addresses().index() - 1)));
        WholeFile.write(
            directory.resolve("cassandra-rackdc.properties"),
            CassandraConfiguration.rackProperties(node.addresses()));
        WholeFile.write(directory.resolve("logback.xml"), CassandraConfiguration.logging(logs));
        Path arguments = directory.resolve("java.arguments");
        WholeFile.write(arguments, JavaOptions.argumentFile(claimed, node.addresses(), classPath));
        nodes.add(
            new NodeRecord(
                node.addresses(),
                List.of(java.executable().toString(), "@" + arguments),
                null,
                NodeState.STOPPED));
      }
      return claimed.withNodes(nodes);
    } catch (IOException failure) {
      throw new EngineException(
          "The files of cluster " + claimed.spec().name() + " cannot be written: " + failure + ".",
          failure);
    }
  }

  private static CassandraReadiness readiness(ClusterSpec spec) {
    return new CassandraReadiness(
        spec.nodes() * spec.tokensPerNode(),
        START_PATIENCE.plus(START_PATIENCE_PER_NODE.multipliedBy(spec.nodes())));
  }
}
