package org.quorate.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.io.Tree;
import org.quorate.study.progress.Progress;

/** With a made-up repository on the loopback interface. */
class ServerLibraryTest {
  private static final Artifact ROOT = new Artifact("org.x", "server", "1.0");
  private static final Artifact NEEDED = new Artifact("org.y", "part", "2.0", "linux");

  /** A resolver starts beside whatever else the machine does. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final MadeUpRepository repository;

  /** What mending ended with, in order. */
  private final Queue<Object> ended = new ConcurrentLinkedQueue<>();

  private final Queue<String> told = new ConcurrentLinkedQueue<>();

  ServerLibraryTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    repository = new MadeUpRepository(directory);
  }

  @AfterEach
  void stop() {
    repository.close();
  }

  @Test
  void jarsOfTheLocalRepositoryAreTakenWithoutAnother() throws Exception {
    repository.putLocal(ROOT, "root");
    repository.putLocal(NEEDED, "part");
    List<Path> classPath = resolve(lock("root", "part"));
    Path lib = directory.resolve("servers/server-1.0/lib");
    assertThat(classPath)
        .containsExactly(lib.resolve("server-1.0.jar"), lib.resolve("part-2.0-linux.jar"));
    assertThat(classPath.get(0)).hasContent("root");
    assertThat(Tree.children(directory.resolve("servers")))
        .extracting(Path::getFileName)
        .extracting(Path::toString)
        .containsExactly(".server-1.0.lock", "server-1.0");
    assertThat(repository.requests).isEmpty();
  }

  @Test
  void withoutThemAnywhereTheErrorSaysSoInTheResolversOwnWords() {
    assertThatThrownBy(() -> resolve(lock("root", "part")))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("check the network")
        .hasMessageContaining("Its resolver says: Could not find artifact org.x:server:jar:1.0");
    assertThat(directory.resolve("servers/server-1.0")).doesNotExist();
  }

  @Test
  void missingJarsAreFetchedAndChecked() throws Exception {
    offer("root", "part");
    assertThat(resolve(lock("root", "part")))
        .extracting(Files::readString)
        .containsExactly("root", "part");
    assertThat(repository.requestedJars())
        .containsExactlyInAnyOrder("server-1.0.jar", "part-2.0-linux.jar");
  }

  @Test
  void aJarWithAnotherChecksumIsRefusedByName() throws Exception {
    offer("root", "tampered");
    assertThatThrownBy(() -> resolve(lock("root", "part")))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("org.y:part:2.0:linux")
        .hasMessageContaining("delete " + repository.local(NEEDED));
    assertThat(directory.resolve("servers/server-1.0")).doesNotExist();
  }

  @Test
  void aJarChangedLaterIsNoticedAndTakenAgain() throws Exception {
    Lock lock = lock("root", "part");
    offer("root", "part");
    List<Path> classPath = resolve(lock);
    Files.writeString(classPath.get(1), "changed");
    assertThat(resolve(lock)).extracting(Files::readString).containsExactly("root", "part");
  }

  @Test
  void aVersionWithoutALockIsLockedOnFirstUse() throws Exception {
    offer("root", "part");
    resolve(null);
    Path recorded = directory.resolve("servers/server-1.0/server-1.0.lock");
    assertThat(Lock.parse("", Files.readString(recorded))).isEqualTo(lock("root", "part"));

    Files.writeString(directory.resolve("servers/server-1.0/lib/server-1.0.jar"), "changed");
    repository.putLocal(ROOT, "another");
    assertThatThrownBy(() -> resolve(null))
        .hasMessageContaining("The jar of org.x:server:1.0 has checksum");
  }

  @Test
  void jarsThatAreThereNeedNoSettings() throws Exception {
    offer("root", "part");
    Lock lock = lock("root", "part");
    List<Path> fetched = resolve(lock);
    ServerLibrary without =
        new ServerLibrary(
            directory.resolve("servers"),
            () -> {
              throw new ArtifactException("Nobody asked for settings.");
            });
    assertThat(without.resolve("server", ROOT, lock, Progress.silent())).isEqualTo(fetched);
  }

  @Test
  void severalThatFetchAtOnceAllHaveTheJars() throws Exception {
    offer("root", "part");
    Lock lock = lock("root", "part");
    for (CompletableFuture<List<Path>> each : atOnce(4, lock)) {
      assertThat(each.get()).extracting(Files::readString).containsExactly("root", "part");
    }
  }

  @Test
  void severalThatMendADamagedFolderAtOnceAllHaveTheJars() throws Exception {
    offer("root", "part");
    Lock lock = lock("root", "part");
    Path damaged = resolve(lock).get(1);
    for (int round = 0; round < 5; round++) {
      Files.writeString(damaged, "changed");
      for (CompletableFuture<List<Path>> each : atOnce(4, lock)) {
        assertThat(each.get()).extracting(Files::readString).containsExactly("root", "part");
      }
    }
  }

  @Test
  void whileAnotherProcessPutsJarsInPlaceADamagedFolderIsLeftAlone() throws Exception {
    offer("root", "part");
    Lock lock = lock("root", "part");
    Path damaged = Files.writeString(resolve(lock).get(1), "changed");
    Path locked = directory.resolve("servers/.server-1.0.lock");
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                LockingProcess.class.getName(),
                locked.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("true");
      Thread interrupted = mending(lock);
      await().atMost(PATIENCE).until(() -> !interrupted.isAlive() || waitsForALock(interrupted));
      interrupted.interrupt();
      interrupted.join();
      Thread patient = mending(lock);
      await().atMost(PATIENCE).until(() -> !patient.isAlive() || waitsForALock(patient));
      assertThat(damaged).hasContent("changed");
      other.getOutputStream().close();
      patient.join();
      assertThat(damaged).hasContent("part");
      assertThat(ended).hasSize(2).first().isInstanceOf(InterruptedException.class);
    } finally {
      other.destroyForcibly();
    }
  }

  /** As where the files are on another machine. */
  @Test
  void whereAFileSystemHasNoLocksJarsArePutInPlaceWithoutOneAndThatIsTold() throws Exception {
    offer("root", "part");
    ServerLibrary library =
        new ServerLibrary(
            directory.resolve("servers"),
            repository::settings,
            channel -> {
              throw new IOException("No locks available");
            });
    assertThat(library.resolve("server", ROOT, lock("root", "part"), telling()))
        .extracting(Files::readString)
        .containsExactly("root", "part");
    assertThat(told)
        .singleElement()
        .asString()
        .contains(".server-1.0.lock cannot be locked (No locks available)");
  }

  /** As where the file is another user's, who was here first. */
  @Test
  void whereTheLockFileCannotBeOpenedJarsArePutInPlaceWithoutItAndThatIsTold() throws Exception {
    offer("root", "part");
    Files.createDirectories(directory.resolve("servers/.server-1.0.lock"));
    assertThat(resolve(lock("root", "part")))
        .extracting(Files::readString)
        .containsExactly("root", "part");
    assertThat(told).singleElement().asString().contains(".server-1.0.lock cannot be locked (");
  }

  @Test
  void whatAnotherClassLoaderOfThisProcessPutsInPlaceIsWaitedFor() throws Exception {
    offer("root", "part");
    Lock lock = lock("root", "part");
    Path damaged = Files.writeString(resolve(lock).get(1), "changed");
    Thread thread;
    try (FileChannel other =
        FileChannel.open(directory.resolve("servers/.server-1.0.lock"), StandardOpenOption.WRITE)) {
      assertThat(other.lock().isValid()).isTrue();
      thread = mending(lock);
      await().atMost(PATIENCE).until(() -> !thread.isAlive() || waitsForItsTurn(thread));
      assertThat(damaged).hasContent("changed");
    }
    thread.join();
    assertThat(ended).singleElement().isInstanceOf(List.class);
    assertThat(damaged).hasContent("part");
    assertThat(told).isEmpty();
  }

  private Thread mending(Lock lock) {
    Thread thread =
        new Thread(
            () -> {
              try {
                ended.add(resolve(lock));
              } catch (ArtifactException | InterruptedException e) {
                ended.add(e);
              }
            });
    thread.start();
    return thread;
  }

  private static boolean waitsForALock(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().endsWith("FileChannelImpl")
                    && frame.getMethodName().equals("lock"));
  }

  private static boolean waitsForItsTurn(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().endsWith("PuttingTurn"));
  }

  private List<CompletableFuture<List<Path>>> atOnce(int several, Lock lock) {
    List<CompletableFuture<List<Path>>> all = new ArrayList<>();
    CountDownLatch begin = new CountDownLatch(1);
    for (int i = 0; i < several; i++) {
      all.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  begin.await();
                  return resolve(lock);
                } catch (ArtifactException | InterruptedException e) {
                  throw new CompletionException(e);
                }
              },
              task -> new Thread(task).start()));
    }
    begin.countDown();
    return all;
  }

  private List<Path> resolve(@Nullable Lock lock) throws ArtifactException, InterruptedException {
    return new ServerLibrary(directory.resolve("servers"), repository::settings)
        .resolve("server", ROOT, lock, telling());
  }

  private Progress telling() {
    return new Progress() {
      @Override
      public Task start(String name, long total, String unit) {
        return Progress.silent().start(name, total, unit);
      }

      @Override
      public void message(String line) {
        told.add(line);
      }
    };
  }

  /** Has the repository offer both jars with this content. */
  private void offer(String root, String needed) throws IOException {
    repository.put(ROOT, root, MadeUpRepository.dependency(NEEDED, ""));
    repository.put(NEEDED, needed);
  }

  private Lock lock(String root, String needed) throws IOException {
    return new Lock(new TreeMap<>(Map.of(ROOT, checksum(root), NEEDED, checksum(needed))));
  }

  private String checksum(String content) throws IOException {
    Path file = Files.writeString(Files.createTempFile(directory, "sum", null), content);
    return Checksum.of(file);
  }
}
