package org.quorate.lab.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.quorate.study.io.Tree;
import org.quorate.study.io.WholeFile;
import org.quorate.study.progress.Progress;

/**
 * Keeps the class path of each server version in a folder of its own, {@code NAME-VERSION/lib},
 * with the lock it was checked against beside it. A folder is complete or absent; every jar's
 * checksum is verified on every use. Thread-safe, also between processes.
 */
public final class ServerLibrary {
  private final Path directory;
  private final UserSettings settings;
  private final PuttingTurn.Locking locking;

  /** Asked for when a jar has to be fetched. */
  interface UserSettings {
    MavenSettings read() throws ArtifactException;
  }

  /**
   * @param directory where the folders are kept
   */
  public ServerLibrary(Path directory) {
    this(directory, MavenSettings::ofUser);
  }

  ServerLibrary(Path directory, UserSettings settings) {
    this(directory, settings, FileChannel::lock);
  }

  /**
   * @param locking how the turn to put jars in place is had
   */
  ServerLibrary(Path directory, UserSettings settings, PuttingTurn.Locking locking) {
    this.directory = directory;
    this.settings = settings;
    this.locking = locking;
  }

  /**
   * The jars of a server, fetched if they are not there yet.
   *
   * @param name the server's name, as {@code cassandra}
   * @param root the artifact that the server is, whose run-time dependencies are its class path
   * @param lock the jars it must consist of, or null for a version that nobody locked: the first
   *     use then resolves it and records its lock, which every later use checks
   * @return the class path
   * @throws ArtifactException when a jar cannot be had or has another checksum
   */
  public List<Path> resolve(String name, Artifact root, @Nullable Lock lock, Progress progress)
      throws ArtifactException, InterruptedException {
    String server = name + "-" + root.version();
    Path home = directory.resolve(server);
    Path lockFile = home.resolve(server + ".lock");
    try {
      Lock expected = lock != null ? lock : recorded(lockFile);
      if (expected != null && complete(home, expected)) {
        return classPath(home, expected);
      }
      Files.createDirectories(directory);
      Path work = Files.createTempDirectory(directory, "." + server + "-");
      try (Progress.Task task =
          progress.start(
              "fetching " + name + " " + root.version(),
              expected == null ? 0 : expected.checksums().size(),
              "jars")) {
        Lock obtained = assemble(work, root, expected, task);
        WholeFile.write(
            work.resolve("home").resolve(server + ".lock"),
            obtained.render(name + " " + root.version()));
        putInPlace(work.resolve("home"), home, obtained, progress);
        return classPath(home, obtained);
      } finally {
        Tree.delete(work);
      }
    } catch (IOException | UncheckedIOException failure) {
      throw new ArtifactException(
          "The jars of "
              + name
              + " "
              + root.version()
              + " cannot be kept in "
              + directory
              + ": "
              + failure.getMessage()
              + ".",
          failure);
    }
  }

  private static @Nullable Lock recorded(Path lockFile) throws IOException, ArtifactException {
    return Files.exists(lockFile)
        ? Lock.parse(lockFile.toString(), Files.readString(lockFile))
        : null;
  }

  private static List<Path> classPath(Path home, Lock lock) {
    return lock.checksums().keySet().stream()
        .map(artifact -> home.resolve("lib").resolve(artifact.fileName()))
        .toList();
  }

  private static boolean complete(Path home, Lock lock) {
    return Files.isDirectory(home) && mismatch(home.resolve("lib"), lock).isEmpty();
  }

  /** The first jar in the folder that is missing or has another checksum than the lock says. */
  private static Optional<Artifact> mismatch(Path lib, Lock lock) {
    return lock.checksums().entrySet().parallelStream()
        .filter(entry -> !matches(lib.resolve(entry.getKey().fileName()), entry.getValue()))
        .map(Map.Entry::getKey)
        .findAny();
  }

  private static boolean matches(Path jar, String checksum) {
    try {
      return Files.isRegularFile(jar) && Checksum.of(jar).equals(checksum);
    } catch (IOException unreadable) {
      return false;
    }
  }

  private Lock assemble(Path work, Artifact root, @Nullable Lock expected, Progress.Task task)
      throws IOException, ArtifactException, InterruptedException {
    Path lib = Files.createDirectories(work.resolve("home").resolve("lib"));
    SortedMap<Artifact, String> checksums = new TreeMap<>();
    for (Map.Entry<Artifact, Path> jar : obtained(root, expected, task).entrySet()) {
      Path copy = lib.resolve(jar.getKey().fileName());
      Files.copy(jar.getValue(), copy, StandardCopyOption.REPLACE_EXISTING);
      String checksum = Checksum.of(copy);
      if (expected != null) {
        check(jar.getKey(), checksum, expected, jar.getValue());
      }
      checksums.put(jar.getKey(), checksum);
    }
    return new Lock(checksums);
  }

  private SortedMap<Artifact, Path> obtained(
      Artifact root, @Nullable Lock expected, Progress.Task task)
      throws ArtifactException, InterruptedException {
    AtomicLong count = new AtomicLong();
    try (Repositories repositories =
        Repositories.open(
            settings.read(),
            jar -> {
              task.advance(count.incrementAndGet());
              task.detail(jar);
            })) {
      return expected == null
          ? repositories.classPath(root)
          : repositories.jars(expected.checksums().keySet());
    } catch (ArtifactException failure) {
      throw new ArtifactException(
          "The jars of "
              + root
              + " could not be fetched; check the network and Maven's settings. Its resolver says: "
              + failure.getMessage(),
          failure);
    }
  }

  private static void check(Artifact artifact, String checksum, Lock expected, Path file)
      throws ArtifactException {
    @Nullable String locked = expected.checksums().get(artifact);
    if (!checksum.equals(locked)) {
      throw new ArtifactException(
          "The jar of "
              + artifact
              + " has checksum "
              + checksum
              + " instead of "
              + locked
              + "; delete "
              + file
              + " and try again.");
    }
  }

  /**
   * By one at a time of all threads and processes, since a folder that is damaged is deleted first:
   * somebody else may have mended it, and use it already.
   */
  private void putInPlace(Path assembled, Path home, Lock lock, Progress progress)
      throws IOException, InterruptedException {
    Path lockFile = home.resolveSibling("." + home.getFileName() + ".lock");
    try (PuttingTurn turn = PuttingTurn.take(lockFile, locking, progress)) {
      if (!complete(home, lock)) {
        Tree.delete(home);
        Files.move(assembled, home, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }
}
