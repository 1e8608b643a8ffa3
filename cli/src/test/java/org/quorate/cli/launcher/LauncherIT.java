package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.house.House;

final class LauncherIT {
  @Test
  void theVersionIsOneLine() throws Exception {
    Launch launch = Launch.of("--version");
    assertThat(launch.error()).isEmpty();
    assertThat(launch.output()).matches("quorate \\d+\\.\\d+\\.\\d+\\S*( \\(\\S+\\))?\\R");
    assertThat(launch.status()).isZero();
  }

  @Test
  void anUnknownCommandGivesStatusTwo() throws Exception {
    Launch launch = Launch.of("clusster");
    assertThat(launch.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(launch.output()).isEmpty();
    assertThat(launch.error()).contains("Did you mean cluster?");
  }

  @Test
  void itWorksThroughASymbolicLinkFromAnyFolder(@TempDir Path folder) throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("q"), House.root().resolve("quorate"));
    assertThat(Launch.through(link, folder, "study", "list").output()).contains("demo ");
  }

  @Test
  void argumentsArriveAsTheyAre(@TempDir Path folder) throws Exception {
    Launch launch = Launch.of("check", folder + "/no such  'file' $HOME *.csv");
    assertThat(launch.error()).contains(folder + "/no such  'file' $HOME *.csv");
    assertThat(launch.status()).isEqualTo(ExitStatus.WRONG_INPUT);
  }

  /** As it is unpacked from a distribution, though of links to what is built here. */
  @Test
  void whereItsJarIsBesideItNothingIsBuiltOrWritten(@TempDir Path folder) throws Exception {
    Path home = Files.createDirectory(folder.resolve("quorate-0.1.0"));
    Path launcher = Files.copy(House.root().resolve("quorate"), home.resolve("quorate"));
    for (String part :
        List.of("cli/target/quorate.jar", "cli/target/lib", "studies", "workloads")) {
      Path there = House.root().resolve(part);
      Files.createSymbolicLink(home.resolve(there.getFileName()), there);
    }
    ProcessBuilder builder = Launch.builder(launcher, folder, "study", "list");
    builder.environment().remove("QUORATE_NO_BUILD");
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("demo ").doesNotContain("building");
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("quorate", "quorate.jar", "lib", "studies", "workloads");
    }
  }

  @Test
  void aWrongJavaHomeIsNamed(@TempDir Path folder) throws IOException, InterruptedException {
    ProcessBuilder builder =
        Launch.builder(House.root().resolve("quorate"), folder, "--version")
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(output).contains("JAVA_HOME is " + folder).contains("17");
  }
}
