package org.quorate.lab.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.EngineException;

class JavaInstallationTest {
  private static final String SERVER = "Cassandra 5.0.9";
  private static final List<Integer> SUITABLE = List.of(11, 17);

  private final Path home;

  JavaInstallationTest(@TempDir Path home) {
    this.home = home;
  }

  @Test
  void aSuitingJavaIsTaken() throws Exception {
    install("JAVA_VERSION=\"11.0.24\"\n");
    JavaInstallation java = JavaInstallation.suiting(home, SERVER, SUITABLE);
    assertThat(java.feature()).isEqualTo(11);
    assertThat(java.executable()).isEqualTo(home.resolve("bin/java"));
  }

  @Test
  void theVariableCountsWhereNoOptionIsGiven() throws Exception {
    install("JAVA_VERSION=\"11.0.24\"\n");
    Path missing = home.resolve("missing");
    assertThat(JavaInstallation.suiting(null, home.toString(), SERVER, SUITABLE).home())
        .isEqualTo(home);
    assertThat(JavaInstallation.suiting(home, missing.toString(), SERVER, SUITABLE).home())
        .isEqualTo(home);
    assertThatThrownBy(() -> JavaInstallation.suiting(null, missing.toString(), SERVER, SUITABLE))
        .hasMessageContaining("QUORATE_SERVER_JAVA_HOME");
  }

  @Test
  void anotherVersionIsRefusedWithTheOptionThatHelps() throws Exception {
    install("JAVA_VERSION=\"25.0.1\"\n");
    assertThatThrownBy(() -> JavaInstallation.suiting(home, SERVER, SUITABLE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("Cassandra 5.0.9 needs Java 11 or 17")
        .hasMessageContaining("Java 25")
        .hasMessageContaining("--java-home");
  }

  @Test
  void aDirectoryWithoutJavaIsRefused() throws Exception {
    assertThatThrownBy(() -> JavaInstallation.suiting(home, SERVER, SUITABLE))
        .hasMessageContaining("There is no Java in " + home);
    install("NOTHING=1\n");
    assertThatThrownBy(() -> JavaInstallation.suiting(home, SERVER, SUITABLE))
        .hasMessageContaining("does not tell its Java version");
  }

  private void install(String release) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Path java = home.resolve("bin/java");
    Files.deleteIfExists(java);
    Files.createFile(
        java, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(home.resolve("release"), release);
  }
}
