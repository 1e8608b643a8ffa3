package org.quorate.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalRepositoryTest {
  private final Path home;

  LocalRepositoryTest(@TempDir Path home) {
    this.home = home;
  }

  @Test
  void thePropertyOfThisProcessComesFirst() {
    Properties properties = properties();
    properties.setProperty("maven.repo.local", "/chosen");
    assertThat(LocalRepository.find(properties, Map.of("MAVEN_OPTS", "-Dmaven.repo.local=/opts")))
        .isEqualTo(new LocalRepository(Path.of("/chosen"), true));
  }

  @Test
  void thenMavensOwnVariablesThenTheSettingsThenTheUsualPlace() throws IOException {
    assertThat(
            LocalRepository.find(
                properties(), Map.of("MAVEN_OPTS", "-Xmx1g -Dmaven.repo.local=/opts -ea")))
        .isEqualTo(new LocalRepository(Path.of("/opts"), false));
    assertThat(LocalRepository.find(properties(), Map.of()).path())
        .isEqualTo(home.resolve(".m2/repository"));
    Files.createDirectories(home.resolve(".m2"));
    Files.writeString(
        home.resolve(".m2/settings.xml"),
        "<settings><!-- <localRepository>/old</localRepository> -->"
            + "<localRepository> ${user.home}/jars </localRepository></settings>");
    assertThat(LocalRepository.find(properties(), Map.of()).path()).isEqualTo(home.resolve("jars"));
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("user.home", home.toString());
    return properties;
  }
}
