package org.quorate.lab.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the clusters of this machine's user again: each is recorded in {@code cluster.json} in its
 * directory, and under its name in the registry's own directory. Thread-safe, also between
 * processes.
 */
public final class ClusterRegistry {
  private final Path directory;

  public ClusterRegistry(Path directory) {
    this.directory = directory;
  }

  /** Where a cluster of this name keeps its files unless its user chooses another directory. */
  public Path defaultDirectory(String name) {
    return directory.resolve(name);
  }

  /** Every recorded cluster, by name; orphans are among them. */
  public List<ClusterRecord> list() {
    return List.of();
  }

  /** The recorded cluster of this name. */
  public Optional<ClusterRecord> find(String name) {
    return list().stream().filter(record -> record.spec().name().equals(name)).findFirst();
  }

  /**
   * Ends every process of every cluster whose launcher ended without stopping it, told apart by
   * process id and start time, and removes what the cluster left. A detached cluster is no orphan.
   *
   * @return the names of the clusters cleaned up
   */
  public List<String> cleanUpOrphans() {
    return List.of();
  }
}
