package org.quorate.lab.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
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
  private final LocalRepository repository;
  private final Map<String, String> environment;

  /**
   * @param directory where the folders are kept
   */
  public ServerLibrary(Path directory) {
    this(directory, LocalRepository.ofUser(), System.getenv());
  }

  ServerLibrary(Path directory, LocalRepository repository, Map<String, String> environment) {
    this.directory = directory;
    this.repository = repository;
    this.environment = Map.copyOf(environment);
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
        putInPlace(work.resolve("home"), home, obtained);
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
    if (expected != null && copiedFromRepository(lib, expected, task)) {
      return expected;
    }
    Maven maven =
        Maven.find(environment, repository)
            .orElseThrow(
                () ->
                    new ArtifactException(
                        "The jars of "
                            + root
                            + " are not on this machine, and Maven, which would fetch them, is not"
                            + " found; put mvn on the PATH."));
    Path projectFile = work.resolve("pom.xml");
    WholeFile.write(
        projectFile,
        expected == null
            ? MavenProject.resolving(root)
            : MavenProject.fetching(expected.checksums().keySet()));
    Path fetched = work.resolve("fetched");
    AtomicLong count = new AtomicLong();
    try {
      maven.copyDependencies(
          projectFile,
          fetched,
          jar -> {
            task.advance(count.incrementAndGet());
            task.detail(jar);
          });
    } catch (ArtifactException failure) {
      throw new ArtifactException(
          "The jars of "
              + root
              + " could not be fetched; check the network and Maven's settings. Maven says: "
              + failure.getMessage(),
          failure);
    }
    Lock found = flatten(fetched, lib);
    if (expected != null) {
      check(found, expected);
      return expected;
    }
    return found;
  }

  private boolean copiedFromRepository(Path lib, Lock lock, Progress.Task task) throws IOException {
    if (!lock.checksums().keySet().stream().map(repository::jar).allMatch(Files::isRegularFile)) {
      return false;
    }
    long done = 0;
    for (Artifact artifact : lock.checksums().keySet()) {
      Files.copy(
          repository.jar(artifact),
          lib.resolve(artifact.fileName()),
          StandardCopyOption.REPLACE_EXISTING);
      task.advance(++done);
    }
    return mismatch(lib, lock).isEmpty();
  }

  /** Moves the jars from a repository's layout into one folder, and takes their checksums. */
  private static Lock flatten(Path fetched, Path lib) throws IOException {
    List<Path> jars;
    try (Stream<Path> files = Files.walk(fetched)) {
      jars = new ArrayList<>(files.filter(file -> file.toString().endsWith(".jar")).toList());
    }
    SortedMap<Artifact, String> checksums = new TreeMap<>();
    for (Path jar : jars) {
      Artifact artifact = Artifact.ofRepositoryPath(fetched.relativize(jar));
      Path target = lib.resolve(artifact.fileName());
      Files.move(jar, target, StandardCopyOption.REPLACE_EXISTING);
      checksums.put(artifact, Checksum.of(target));
    }
    return new Lock(checksums);
  }

  private void check(Lock found, Lock expected) throws ArtifactException {
    for (Map.Entry<Artifact, String> entry : expected.checksums().entrySet()) {
      @Nullable String checksum = found.checksums().get(entry.getKey());
      if (!entry.getValue().equals(checksum)) {
        throw new ArtifactException(
            checksum == null
                ? "Maven did not deliver " + entry.getKey() + "; run it again."
                : "The jar of "
                    + entry.getKey()
                    + " has checksum "
                    + checksum
                    + " instead of "
                    + entry.getValue()
                    + "; delete "
                    + repository.jar(entry.getKey())
                    + " and try again.");
      }
    }
  }

  private static void putInPlace(Path assembled, Path home, Lock lock) throws IOException {
    if (Files.exists(home) && !complete(home, lock)) {
      Tree.delete(home);
    }
    try {
      Files.move(assembled, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException
        | DirectoryNotEmptyException
        | AtomicMoveNotSupportedException otherwise) {
      if (!complete(home, lock)) {
        throw otherwise;
      }
      // Another process put the same jars in place in the meantime.
    }
  }
}
