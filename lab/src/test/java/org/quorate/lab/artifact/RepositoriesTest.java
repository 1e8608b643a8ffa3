package org.quorate.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.quorate.lab.artifact.MadeUpRepository.dependency;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real HTTP server on the loopback interface. */
class RepositoriesTest {
  private static final Artifact ROOT = new Artifact("org.x", "server", "1.0");
  private static final Artifact NEEDED = new Artifact("org.y", "part", "2.0", "linux");

  private final Path directory;
  private final MadeUpRepository repository;
  private final Queue<String> had = new ConcurrentLinkedQueue<>();

  RepositoriesTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    repository = new MadeUpRepository(directory);
  }

  @AfterEach
  void stop() {
    repository.close();
  }

  @Test
  void aMissingJarIsFetchedFromTheMirrorOfTheSettings() throws Exception {
    repository.putLocal(ROOT, "root");
    repository.put(NEEDED, "part");
    assertThat(jars(repository.settings()))
        .isEqualTo(Map.of(ROOT, repository.local(ROOT), NEEDED, repository.local(NEEDED)));
    assertThat(repository.local(NEEDED)).hasContent("part");
    assertThat(repository.requestedJars()).containsExactly("part-2.0-linux.jar");
    assertThat(had).containsExactly("server-1.0.jar", "part-2.0-linux.jar");
  }

  @Test
  void nobodyIsAskedForWhatTheLocalRepositoryHasFromWherever() throws Exception {
    repository.putLocal(ROOT, "root");
    repository.putLocal(NEEDED, "part");
    Files.writeString(
        repository.local(NEEDED).resolveSibling("_remote.repositories"),
        "part-2.0-linux.jar>elsewhere=\n");
    assertThat(jars(repository.settings())).containsOnlyKeys(ROOT, NEEDED);
    assertThat(classPath(repository.settings())).containsOnlyKeys(ROOT);
    assertThat(repository.requests).isEmpty();
    assertThat(had).containsExactly("server-1.0.jar", "part-2.0-linux.jar");
  }

  @Test
  void aClassPathIsWhatAProjectThatDependsOnTheRootNeedsAtRunTime() throws Exception {
    Artifact deep = new Artifact("org.z", "deep", "1");
    Artifact deeper = new Artifact("org.z", "deep", "2");
    Artifact unwanted = new Artifact("org.z", "unwanted", "1");
    repository.put(
        ROOT,
        "root",
        dependency(NEEDED, ""),
        dependency(deep, "<scope>runtime</scope>"),
        dependency(unwanted, "<scope>test</scope>"),
        dependency(unwanted, "<optional>true</optional>"));
    repository.put(
        NEEDED, "part", dependency(deeper, ""), dependency(unwanted, "<scope>provided</scope>"));
    repository.put(deep, "deep");
    repository.put(deeper, "deeper");
    assertThat(classPath(repository.settings())).containsOnlyKeys(ROOT, NEEDED, deep);
    assertThat(had).containsExactlyInAnyOrder("server-1.0.jar", "part-2.0-linux.jar", "deep-1.jar");
  }

  @Test
  void aJarThatIsNotWhatItsRepositoryStatesIsRefused() throws Exception {
    repository.putLocal(ROOT, "root");
    repository.put(NEEDED, "part");
    repository.putChecksum(NEEDED, "0".repeat(40));
    assertThatThrownBy(() -> jars(repository.settings()))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("org.y:part:jar:linux:2.0")
        .hasMessageContaining("Checksum validation failed");
    assertThat(repository.local(NEEDED)).doesNotExist();
  }

  @Test
  void aJarThatNobodyHasIsNamed() throws Exception {
    repository.putLocal(ROOT, "root");
    assertThatThrownBy(() -> jars(repository.settings()))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("org.y:part:jar:linux:2.0")
        .hasMessageContaining(repository.url(""));
  }

  /** Taken for one without dependencies, it would be recorded as complete without them. */
  @Test
  void aClassPathOfWhichADescriptionIsMissingIsRefused() throws Exception {
    repository.put(ROOT, "root", dependency(NEEDED, ""));
    repository.put(NEEDED, "part");
    repository.removeDescription(NEEDED);
    assertThatThrownBy(() -> classPath(repository.settings()))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("org.y:part:pom:2.0");
  }

  @Test
  void offlineOfSettingsAndArgumentsIsHeeded() throws Exception {
    repository.put(ROOT, "root");
    repository.put(NEEDED, "part");
    MavenSettings settings = repository.settings();
    MavenSettings offline =
        new MavenSettings(settings.userHome(), null, settings.installation(), Map.of(), true);
    assertThatThrownBy(() -> jars(offline))
        .hasMessageContaining("org.x:server:jar:1.0")
        .hasMessageContaining("offline mode");
    repository.settings("<offline>true</offline>");
    assertThatThrownBy(() -> jars(settings)).hasMessageContaining("offline mode");
    assertThat(repository.requests).isEmpty();
  }

  @Test
  void repositoriesOfTheSettingsComeBeforeMavensDefault() throws Exception {
    repository.settings(
        """
        <profiles><profile><id>own</id><repositories>
          <repository><id>own</id><url>%s</url></repository>
        </repositories></profile></profiles>
        <activeProfiles><activeProfile>own</activeProfile></activeProfiles>
        """
            .formatted(repository.url("/nothing")));
    repository.putLocal(ROOT, "root");
    repository.put(NEEDED, "part");
    assertThat(jars(repository.settings())).containsOnlyKeys(ROOT, NEEDED);
    assertThat(repository.requests)
        .startsWith(
            "/nothing/org/y/part/2.0/part-2.0-linux.jar", "/org/y/part/2.0/part-2.0-linux.jar");
  }

  @Test
  void namesAndPasswordsOfTheSettingsAreSent() throws Exception {
    repository.settings(
        """
        <servers><server><id>made-up</id>
          <username>me</username><password>secret</password>
          <configuration><httpHeaders><property>
            <name>Authorization</name><value>Bearer of ${user.dir}</value>
          </property></httpHeaders></configuration>
        </server></servers>
        """);
    repository.putLocal(ROOT, "root");
    repository.put(NEEDED, "part");
    jars(repository.settings());
    assertThat(repository.authorization).isEqualTo("Bearer of " + System.getProperty("user.dir"));
  }

  @Test
  void settingsOfTheInstallationCountWhereTheUserHasNone() throws Exception {
    MavenSettings user = repository.settings();
    Path conf = Files.createDirectories(directory.resolve("installation/conf"));
    Files.move(user.userHome().resolve("settings.xml"), conf.resolve("settings.xml"));
    repository.put(ROOT, "root");
    repository.put(NEEDED, "part");
    Path elsewhere = directory.resolve("elsewhere");
    MavenSettings settings =
        new MavenSettings(
            user.userHome(),
            null,
            conf.getParent(),
            Map.of("maven.repo.local", elsewhere.toString()),
            false);
    assertThat(jars(settings).get(ROOT)).startsWith(elsewhere).hasContent("root");
  }

  @Test
  void theLocalRepositoryMayBeThatOfTheSettings() throws Exception {
    repository.settings(
        "<!-- <localRepository>/old</localRepository> -->"
            + "<localRepository>%s/${user.name}</localRepository>".formatted(directory));
    repository.put(ROOT, "root");
    repository.put(NEEDED, "part");
    assertThat(jars(repository.settings()).get(ROOT))
        .startsWith(directory.resolve(System.getProperty("user.name")));
  }

  @Test
  void settingsThatCannotBeReadAreTold() throws Exception {
    repository.settings("<mirrors>");
    assertThatThrownBy(() -> jars(repository.settings()))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("settings.xml, line 1")
        .hasMessageNotContaining("\n");
    MavenSettings user = repository.settings();
    Path missing = directory.resolve("missing.xml");
    assertThatThrownBy(
            () -> jars(new MavenSettings(user.userHome(), missing, null, Map.of(), false)))
        .isInstanceOf(ArtifactException.class)
        .hasMessageContaining("MAVEN_ARGS names the settings " + missing);
  }

  @Test
  void nothingThatIsToldHasAPasswordOfTheSettingsInIt() throws Exception {
    repository.putLocal(ROOT, "root");
    repository.settings(repository.url("/nothing").replace("//", "//me:secret@"), "");
    assertThatThrownBy(() -> jars(repository.settings()))
        .hasMessageContaining(repository.url("/nothing"))
        .hasStackTraceContaining("org.y:part")
        .extracting(RepositoriesTest::stackTrace)
        .asString()
        .doesNotContain("secret");
    repository.settings("<servers><server><password>secret</passwort></server></servers>");
    assertThatThrownBy(() -> jars(repository.settings()))
        .hasMessageContaining("settings.xml, line 1")
        .extracting(RepositoriesTest::stackTrace)
        .asString()
        .doesNotContain("secret");
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void aProxyThatIsNotActiveIsNotUsed() throws Exception {
    repository.settings(
        "<proxies><proxy><id>office</id><active>false</active><protocol>http</protocol>"
            + "<host>127.0.0.1</host><port>1</port></proxy></proxies>");
    repository.putLocal(ROOT, "root");
    repository.put(NEEDED, "part");
    assertThat(jars(repository.settings())).containsOnlyKeys(ROOT, NEEDED);
  }

  @Test
  void whoIsInterruptedDoesNotWaitForARepositoryThatIsSilent() throws Exception {
    // Whatever it starts is in its group, and what other tests start is not.
    ThreadGroup group = new ThreadGroup("who waits for a silent repository");
    FutureTask<Map<Artifact, Path>> jars = new FutureTask<>(() -> jars(repository.settings()));
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      repository.settings("http://127.0.0.1:" + silent.getLocalPort(), "");
      Thread waiting = new Thread(group, jars);
      waiting.start();
      try (Socket caller = silent.accept()) {
        waiting.interrupt();
        assertThatThrownBy(jars::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(caller.isClosed()).isFalse();
      }
    }
    // Pools of the JDK keep a thread that has nothing to do for a minute.
    await().atMost(Duration.ofSeconds(90)).until(() -> group.activeCount() == 0);
  }

  private Map<Artifact, Path> jars(MavenSettings settings) throws Exception {
    try (Repositories repositories = Repositories.open(settings, had::add)) {
      return repositories.jars(List.of(ROOT, NEEDED));
    }
  }

  private Map<Artifact, Path> classPath(MavenSettings settings) throws Exception {
    try (Repositories repositories = Repositories.open(settings, had::add)) {
      return repositories.classPath(ROOT);
    }
  }
}
