package org.quorate.lab.engine.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.io.Tree;
import org.quorate.study.progress.Progress;

/**
 * Starts clusters of any {@linkplain ServerSoftware kind of server} as processes of this machine.
 */
public final class LocalEngine implements Engine {
  private final ServerSoftware software;
  private final ClusterRegistry registry;
  private final ServerLibrary library;
  private final @Nullable Interconnect interconnect;

  /**
   * @param registry where clusters are recorded
   * @param library where the server's jars are kept
   * @param interconnect carries the traffic of relayed clusters; null where no cluster is to be
   *     relayed
   */
  public LocalEngine(
      ServerSoftware software,
      ClusterRegistry registry,
      ServerLibrary library,
      @Nullable Interconnect interconnect) {
    this.software = software;
    this.registry = registry;
    this.library = library;
    this.interconnect = interconnect;
  }

  /**
   * Finds out, without starting anything, whether there is memory for clusters.
   *
   * @param together that are up at the same time
   * @param available bytes that may be used, as {@link MachineCheck#availableMemory()} tells
   * @throws EngineException naming what is needed and what there is
   */
  public static void requireMemory(
      ServerSoftware software, List<ClusterSpec> together, OptionalLong available)
      throws EngineException {
    MachineCheck.requireMemory(together, software.besideHeap(), software::serviceBytes, available);
  }

  @Override
  public RunningCluster start(ClusterSpec spec, Path directory, Progress progress)
      throws EngineException, InterruptedException {
    registry.cleanUpOrphans();
    JavaInstallation java =
        JavaInstallation.suiting(
            spec.javaHome(), software.title() + " " + spec.version(), software.javaVersions());
    software.check(spec);
    requireMemory(software, List.of(spec), MachineCheck.availableMemory());
    MachineCheck.requireDisk(spec, directory, software.diskPerNode(spec));
    Interconnect carrier = interconnect;
    if (spec.relayed() && carrier == null) {
      throw new EngineException(
          "Cluster " + spec.name() + " is to be relayed, but there is no relay; leave it out.");
    }
    List<Path> classPath = classPath(spec.version(), progress);
    ClusterRecord claimed = registry.claim(spec, software.store(), directory, software.ports(spec));
    Interconnect.@Nullable Connection connection = null;
    boolean started = false;
    try {
      ClusterRecord prepared = prepare(claimed, java, classPath);
      if (spec.relayed() && carrier != null) {
        connection =
            carrier.connect(
                software.traffic(),
                prepared.nodes().stream().map(NodeRecord::addresses).toList(),
                prepared.directory());
        prepared = prepared.withHelpers(connection.processes());
      }
      ClusterRecord complete = prepared;
      registry.update(claimed, recorded -> complete);
      LocalCluster cluster =
          LocalCluster.start(
              registry, complete, software.readiness(complete), connection, progress);
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
      System.getLogger(LocalEngine.class.getName())
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
    if (!record.store().equals(software.store())) {
      throw new EngineException(
          "Cluster "
              + name
              + " is one of "
              + record.store()
              + ", not of "
              + software.title()
              + "; ask the engine of that store for it.");
    }
    return LocalCluster.attach(registry, record, software.readiness(record));
  }

  private List<Path> classPath(String version, Progress progress)
      throws EngineException, InterruptedException {
    try {
      return library.resolve(software.store(), software.artifact(version), lock(version), progress);
    } catch (ArtifactException failure) {
      throw new EngineException(String.valueOf(failure.getMessage()), failure);
    } catch (IllegalArgumentException invalid) {
      throw new EngineException(
          "\"" + version + "\" is no version of " + software.title() + ".", invalid);
    }
  }

  private @Nullable Lock lock(String version) throws ArtifactException {
    String resource = software.store() + "-" + version + ".lock";
    try (InputStream input = software.getClass().getResourceAsStream(resource)) {
      return input == null
          ? null
          : Lock.parse(resource, new String(input.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new ArtifactException(resource + " cannot be read: " + failure + ".", failure);
    }
  }

  private ClusterRecord prepare(ClusterRecord claimed, JavaInstallation java, List<Path> classPath)
      throws EngineException {
    try {
      Tree.delete(claimed.sharedDirectory());
      for (String process : claimed.names()) {
        Tree.delete(claimed.nodeDirectory(process));
        Files.createDirectories(claimed.logDirectory(process));
        Files.createDirectories(JavaArguments.temporary(claimed, process));
      }
      return software.prepare(claimed, java.executable(), classPath);
    } catch (IOException failure) {
      throw new EngineException(
          "The files of cluster " + claimed.spec().name() + " cannot be written: " + failure + ".",
          failure);
    }
  }
}
