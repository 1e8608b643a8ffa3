package org.quorate.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.io.Tree;
import org.quorate.study.progress.Progress;

/** With a made-up repository and a script in Maven's place. */
class ServerLibraryTest {
  private static final Artifact ROOT = new Artifact("org.x", "server", "1.0");
  private static final Artifact NEEDED = new Artifact("org.y", "part", "2.0", "linux");

  private final Path directory;

  ServerLibraryTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void jarsOfTheLocalRepositoryAreTakenWithoutMaven() throws Exception {
    Lock lock = lock("root", "part");
    putInRepository(ROOT, "root");
    putInRepository(NEEDED, "part");
    List<Path> classPath = resolve(lock, Map.of());
    Path lib = directory.resolve("servers/server-1.0/lib");
    assertThat(classPath)
        .containsExactly(lib.resolve("server-1.0.jar"), lib.resolve("part-2.0-linux.jar"));
    assertThat(classPath.get(0)).hasContent("root");
    assertThat(Tree.children(directory.resolve("servers"))).hasSize(1);
  }

  @Test
  void withoutThemAndWithoutMavenTheErrorSaysSo() {
    assertThatThrownBy(() -> resolve(lock("root", "part"), Map.of("PATH", directory.toString())))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("put mvn on the PATH");
    assertThat(directory.resolve("servers/server-1.0")).doesNotExist();
  }

  @Test
  void missingJarsAreFetchedByMavenAndChecked() throws Exception {
    List<Path> classPath = resolve(lock("root", "part"), maven("root", "part"));
    assertThat(classPath).extracting(Files::readString).containsExactly("root", "part");
    assertThat(directory.resolve("arguments"))
        .content()
        .contains("--strict-checksums", "-DincludeScope=runtime");
  }

  @Test
  void aJarWithAnotherChecksumIsRefusedByName() throws Exception {
    Map<String, String> maven = maven("root", "tampered");
    assertThatThrownBy(() -> resolve(lock("root", "part"), maven))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("org.y:part:2.0:linux")
        .hasMessageContaining("delete");
    assertThat(directory.resolve("servers/server-1.0")).doesNotExist();
  }

  @Test
  void aJarChangedLaterIsNoticedAndFetchedAgain() throws Exception {
    Lock lock = lock("root", "part");
    List<Path> classPath = resolve(lock, maven("root", "part"));
    Files.writeString(classPath.get(1), "changed");
    assertThat(resolve(lock, maven("root", "part")))
        .extracting(Files::readString)
        .containsExactly("root", "part");
  }

  @Test
  void aVersionWithoutALockIsLockedOnFirstUse() throws Exception {
    resolve(null, maven("root", "part"));
    Path recorded = directory.resolve("servers/server-1.0/server-1.0.lock");
    assertThat(Lock.parse("", Files.readString(recorded))).isEqualTo(lock("root", "part"));

    Files.writeString(directory.resolve("servers/server-1.0/lib/server-1.0.jar"), "changed");
    Map<String, String> maven = maven("another", "part");
    assertThatThrownBy(() -> resolve(null, maven))
        .hasMessageContaining("The jar of org.x:server:1.0 has checksum");
  }

  @Test
  void mavensOwnWordsAreTheReason() throws Exception {
    Map<String, String> failing = script("echo '[ERROR] Could not transfer artifact'; exit 1");
    assertThatThrownBy(() -> resolve(lock("root", "part"), failing))
        .hasMessageContaining("check the network")
        .hasMessageContaining("Maven says: Could not transfer artifact");
  }

  @Test
  void downloadedJarsAreCounted() {
    assertThat(
            Maven.downloadedJar(
                "[INFO] Downloaded from mirror: https://repo/org/x/y/1.0/y-1.0.jar (2.3 kB at 1"
                    + " kB/s)"))
        .hasValue("y-1.0.jar");
    assertThat(Maven.downloadedJar("[INFO] Downloaded from m: https://repo/y-1.0.pom (2 kB)"))
        .isEmpty();
  }

  private List<Path> resolve(@Nullable Lock lock, Map<String, String> environment)
      throws ArtifactException, InterruptedException {
    return new ServerLibrary(
            directory.resolve("servers"),
            new LocalRepository(directory.resolve("repository"), false),
            environment)
        .resolve("server", ROOT, lock, Progress.silent());
  }

  private void putInRepository(Artifact artifact, String content) throws IOException {
    Path jar = directory.resolve("repository").resolve(artifact.repositoryPath());
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, content);
  }

  private Lock lock(String root, String needed) throws IOException {
    return new Lock(new TreeMap<>(Map.of(ROOT, checksum(root), NEEDED, checksum(needed))));
  }

  private String checksum(String content) throws IOException {
    Path file = Files.writeString(Files.createTempFile(directory, "sum", null), content);
    return Checksum.of(file);
  }

  /** A Maven that delivers jars with this content. */
  private Map<String, String> maven(String root, String needed) throws IOException {
    return script(
        """
        echo "$@" > '%s'
        for word in "$@"; do case "$word" in -DoutputDirectory=*) out=${word#*=};; esac; done
        mkdir -p "$out/org/x/server/1.0" "$out/org/y/part/2.0"
        printf %%s '%s' > "$out/org/x/server/1.0/server-1.0.jar"
        printf %%s '%s' > "$out/org/y/part/2.0/part-2.0-linux.jar"
        """
            .formatted(directory.resolve("arguments"), root, needed));
  }

  private Map<String, String> script(String body) throws IOException {
    Path folder = Files.createTempDirectory(directory, "bin");
    Path script = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\n" + body);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return Map.of("PATH", folder.toString());
  }
}
