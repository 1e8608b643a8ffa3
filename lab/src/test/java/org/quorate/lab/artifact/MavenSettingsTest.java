package org.quorate.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenSettingsTest {
  private final Path home;

  MavenSettingsTest(@TempDir Path home) {
    this.home = home;
  }

  @Test
  void whereNothingIsSaidTheUsersFolderIsAllThatCounts() {
    assertThat(MavenSettings.find(properties(), Map.of("PATH", "", "MAVEN_ARGS", "-B")))
        .isEqualTo(new MavenSettings(home.resolve(".m2"), null, null, Map.of(), false));
  }

  @Test
  void theRepositoryOfThisProcessComesBeforeThoseOfMavensVariables() {
    Map<String, String> environment =
        Map.of(
            "MAVEN_OPTS", "-Xmx1g -Dmaven.repo.local=/opts -Da -Db=1",
            "MAVEN_ARGS", "-B -Db=2 -Dmaven.repo.local=/arguments -e");
    assertThat(MavenSettings.find(properties(), environment).properties())
        .isEqualTo(Map.of("maven.repo.local", "/arguments", "a", "true", "b", "2"));
    Properties properties = properties();
    properties.setProperty("maven.repo.local", "/chosen");
    assertThat(MavenSettings.find(properties, environment).properties())
        .containsEntry("maven.repo.local", "/chosen");
  }

  @Test
  void argumentsNameOtherSettingsAndForbidTheNetwork() {
    for (String arguments : new String[] {"-o -s /a/my.xml", "--settings=/a/my.xml --offline"}) {
      MavenSettings settings = MavenSettings.find(properties(), Map.of("MAVEN_ARGS", arguments));
      assertThat(settings.file()).isEqualTo(Path.of("/a/my.xml"));
      assertThat(settings.offline()).isTrue();
    }
  }

  @Test
  void theInstallationIsThatOfTheProgramBehindItsLinkOrThatOfTheVariables() throws IOException {
    Path bin = Files.createDirectories(home.resolve("maven/bin"));
    Path program = Files.createFile(bin.resolve("mvn"));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Path links = Files.createDirectories(home.resolve("links"));
    Files.createSymbolicLink(links.resolve("mvn"), program);
    Map<String, String> named = Map.of("PATH", home.toString(), "M2_HOME", "/named");
    assertThat(MavenSettings.find(properties(), named).installation()).isEqualTo(Path.of("/named"));
    Map<String, String> both = Map.of("PATH", home + ":" + links, "MAVEN_HOME", "/named");
    assertThat(MavenSettings.find(properties(), both).installation())
        .isEqualTo(home.toRealPath().resolve("maven"));
  }

  @Test
  void aFolderOfThePathThatCannotBeOneIsPassedOver() {
    Map<String, String> environment = Map.of("PATH", "/a\0b:/nowhere", "MAVEN_HOME", "/named");
    assertThat(MavenSettings.find(properties(), environment).installation())
        .isEqualTo(Path.of("/named"));
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("user.home", home.toString());
    return properties;
  }
}
