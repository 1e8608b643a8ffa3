package org.quorate.lab.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.study.io.Tree;

/**
 * Finds the clusters of this machine's user again. Each is recorded in {@code cluster.json} in its
 * directory; the registry's own directory has that directory, or a link to it, under the cluster's
 * name. Thread-safe, also between processes: whatever changes a record holds a lock on the
 * registry's directory.
 */
public final class ClusterRegistry {
  /** File locks are held by the whole process, so threads of one process need their own. */
  private static final ReentrantLock THREADS = new ReentrantLock();

  /** By the cluster's directory, from its claim by this process until it is cleaned up. */
  private static final Map<Path, ReservedAddresses> RESERVED = new ConcurrentHashMap<>();

  private final Path directory;

  /**
   * @param directory the registry's own directory, made when the first cluster is recorded
   */
  public ClusterRegistry(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  /** The registry of this process's user, in the user's cache directory. */
  public static ClusterRegistry ofUser() {
    return new ClusterRegistry(CacheDirectory.ofUser().clusters());
  }

  /** Where a cluster of this name keeps its files unless its user chooses another directory. */
  public Path defaultDirectory(String name) {
    return directory.resolve(name);
  }

  /** Every recorded cluster, in order of names; orphans are among them. */
  public List<ClusterRecord> list() {
    List<ClusterRecord> records = new ArrayList<>();
    try {
      for (Path entry : Tree.children(directory)) {
        recordIn(entry).ifPresent(records::add);
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return records;
  }

  private static Optional<ClusterRecord> recordIn(Path entry) throws IOException {
    if (!Files.exists(entry.resolve(ClusterRecordFile.NAME))) {
      return Optional.empty();
    }
    try {
      return Optional.of(ClusterRecordFile.read(entry.toRealPath()));
    } catch (NoSuchFileException gone) {
      // Another process may remove its cluster at any moment.
      return Optional.empty();
    }
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
   * @throws EngineException when a process cannot be ended or a file not removed
   */
  public List<String> cleanUpOrphans() throws EngineException, InterruptedException {
    List<String> cleaned = new ArrayList<>();
    for (ClusterRecord record : list()) {
      if (record.orphaned()) {
        cleanUp(record);
        cleaned.add(record.spec().name());
      }
    }
    return cleaned;
  }

  /**
   * Records a cluster that is about to start, with addresses that no other cluster has, belonging
   * to this process. Until it is cleaned up or this process ends nobody else gets them, whatever
   * registry they have and whether or not its servers listen.
   *
   * @param ports where processes of this store listen
   * @throws EngineException when the name is in use, no addresses are free, or the directory cannot
   *     be used
   */
  public ClusterRecord claim(
      ClusterSpec spec, String store, Path clusterDirectory, StorePorts ports)
      throws EngineException {
    return locked(
        () -> {
          List<ClusterRecord> others = list();
          refuseNameInUse(spec.name(), others);
          Set<Integer> taken =
              others.stream()
                  .filter(other -> !other.spec().name().equals(spec.name()))
                  .map(other -> AddressPlan.block(other.nodes().get(0).addresses()))
                  .collect(Collectors.toSet());
          ReservedAddresses reserved = AddressPlan.choose(spec, ports, taken);
          boolean claimed = false;
          try {
            Files.createDirectories(clusterDirectory);
            Path real = clusterDirectory.toRealPath();
            refuseInUse(real, others);
            refuseForeign(real);
            link(spec.name(), real);
            ClusterRecord record = record(spec, store, real, reserved.plan());
            ClusterRecordFile.write(record);
            release(real);
            RESERVED.put(real, reserved);
            claimed = true;
            return record;
          } finally {
            if (!claimed) {
              reserved.close();
            }
          }
        });
  }

  private static ClusterRecord record(
      ClusterSpec spec, String store, Path directory, AddressPlan addresses) {
    List<NodeRecord> nodes =
        addresses.nodes().stream()
            .map(node -> new NodeRecord(node, List.of(), null, NodeState.STOPPED))
            .toList();
    return new ClusterRecord(
        spec,
        store,
        directory,
        Instant.now(),
        ProcessIdentity.current(),
        nodes,
        addresses.services(),
        List.of());
  }

  private static void release(Path clusterDirectory) throws IOException {
    ReservedAddresses before = RESERVED.remove(clusterDirectory);
    if (before != null) {
      before.close();
    }
  }

  /**
   * Changes the record of a cluster, reading it anew first. A cluster that is no longer recorded
   * stays so.
   */
  public void update(ClusterRecord record, UnaryOperator<ClusterRecord> change)
      throws EngineException {
    locked(
        () -> {
          Optional<ClusterRecord> now = current(record);
          if (now.isPresent()) {
            ClusterRecordFile.write(change.apply(now.get()));
          }
          return record;
        });
  }

  /** What is recorded of this very start of the cluster by now; nothing once it was stopped. */
  public Optional<ClusterRecord> current(ClusterRecord earlier) {
    return find(earlier.spec().name()).filter(now -> now.startedAt().equals(earlier.startedAt()));
  }

  /**
   * Ends every process of the cluster, waits until each is gone, and removes data, quotas and the
   * record, but not the logs. Does nothing if that has been done, even if another cluster has taken
   * the name since.
   *
   * @throws EngineException when a process cannot be ended or a file not removed
   */
  public void cleanUp(ClusterRecord earlier) throws EngineException, InterruptedException {
    Optional<ClusterRecord> current = current(earlier);
    if (current.isEmpty()) {
      return;
    }
    ClusterRecord record = current.get();
    // Whoever watches a node shall not take its end for a death.
    update(record, ClusterRecord::allStopped);
    Remains.of(record).remove();
    locked(
        () -> {
          Files.deleteIfExists(record.directory().resolve(ClusterRecordFile.NAME));
          Path entry = directory.resolve(record.spec().name());
          if (Files.isSymbolicLink(entry)) {
            Files.delete(entry);
          }
          release(record.directory());
          return record;
        });
  }

  private static boolean running(ClusterRecord record) {
    return !record.livingProcesses().isEmpty() || !(record.detached() || record.orphaned());
  }

  private static void refuseInUse(Path clusterDirectory, List<ClusterRecord> others)
      throws EngineException {
    for (ClusterRecord other : others) {
      if (other.directory().equals(clusterDirectory) && running(other)) {
        throw new EngineException(
            clusterDirectory
                + " is used by cluster "
                + other.spec().name()
                + "; stop it first or choose another directory.");
      }
    }
  }

  private static void refuseNameInUse(String name, List<ClusterRecord> others)
      throws EngineException {
    for (ClusterRecord other : others) {
      if (other.spec().name().equals(name) && running(other)) {
        throw new EngineException(
            "A cluster named "
                + name
                + " is running in "
                + other.directory()
                + "; stop it first or choose another name.");
      }
    }
  }

  /** A directory is used only if it is empty or was used for a cluster before. */
  private static void refuseForeign(Path clusterDirectory) throws IOException, EngineException {
    Path mark = clusterDirectory.resolve(".quorate-cluster");
    if (!Files.exists(mark) && !Tree.children(clusterDirectory).isEmpty()) {
      throw new EngineException(
          clusterDirectory
              + " is not empty and was not made for a cluster; choose another directory.");
    }
    Files.writeString(mark, "Quorate keeps a cluster here.\n");
  }

  private void link(String name, Path clusterDirectory) throws IOException {
    Path entry = directory.toRealPath().resolve(name);
    if (entry.equals(clusterDirectory)) {
      return;
    }
    if (Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
      Tree.delete(entry);
    }
    Files.createSymbolicLink(entry, clusterDirectory);
  }

  private <T> T locked(Change<T> change) throws EngineException {
    THREADS.lock();
    try {
      Files.createDirectories(directory);
      try (FileChannel channel =
              FileChannel.open(
                  directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var held = channel.lock()) {
        return change.make();
      }
    } catch (IOException failure) {
      throw new EngineException(
          "The record of clusters in " + directory + " cannot be used: " + failure + ".", failure);
    } finally {
      THREADS.unlock();
    }
  }

  private interface Change<T> {
    T make() throws IOException, EngineException;
  }
}
