package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.house.House;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.process.ProcessIdentity;

/** Real clusters by the launcher, one node each, under a name that nobody else has. */
@Tag("faults")
@Isolated
final class ClusterIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String name = "it-" + ProcessHandle.current().pid() + "-" + System.nanoTime();

  @AfterEach
  void nothingStays() throws Exception {
    Launch.of("cluster", "down", name, "--force");
  }

  @Test
  @Tag("parallel")
  void aClusterGoesOnAfterItsCommandUntilItIsStopped() throws Exception {
    Launch up =
        Launch.of("cluster", "up", "--nodes", "1", "--quick-compiler", "--name", name, "--json");
    assertThat(up.status()).as(up.error()).isZero();
    assertThat(json(up.output()).get("nodes").get(0).get("state").asText()).isEqualTo("READY");

    List<ProcessIdentity> processes = processes();
    assertThat(processes).hasSize(1).allMatch(ProcessIdentity::isAlive);
    assertThat(Launch.of("cluster", "status").output()).contains(name);

    Launch down = Launch.of("cluster", "down", name);
    assertThat(down.status()).as(down.error()).isZero();
    assertThat(processes).noneMatch(ProcessIdentity::isAlive);
    assertThat(ClusterRegistry.ofUser().find(name)).isEmpty();
  }

  @Test
  @Tag("parallel")
  void theLinksOfAClusterGoOnAndEndWithIt() throws Exception {
    Launch up =
        Launch.of(
            "cluster", "up", "--nodes", "1", "--quick-compiler", "--delay", "1ms", "--name", name);
    assertThat(up.status()).as(up.error()).isZero();
    List<ProcessIdentity> processes = processes();
    assertThat(processes).hasSize(2).allMatch(ProcessIdentity::isAlive);

    assertThat(Launch.of("cluster", "down", name).status()).isZero();
    assertThat(processes).noneMatch(ProcessIdentity::isAlive);
  }

  @Test
  void whatAKilledLauncherLeavesIsFoundAndRemoved(@TempDir Path folder) throws Exception {
    Process launcher =
        Launch.builder(
                House.root().resolve("quorate"),
                folder,
                "cluster",
                "up",
                "--nodes",
                "1",
                "--name",
                name,
                "--foreground")
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    await("the launcher has started a process")
        .atMost(PATIENCE)
        .until(() -> !processes().isEmpty());
    launcher.destroyForcibly();
    assertThat(launcher.waitFor(1, TimeUnit.MINUTES)).isTrue();
    List<ProcessIdentity> left = processes();
    assertThat(left).isNotEmpty();

    Launch down = Launch.of("cluster", "down", name);
    assertThat(down.status()).as(down.error()).isEqualTo(ExitStatus.OK);
    assertThat(down.error()).contains("Removed cluster " + name);
    assertThat(left).noneMatch(ProcessIdentity::isAlive);
    assertThat(ClusterRegistry.ofUser().find(name)).isEmpty();
  }

  private List<ProcessIdentity> processes() {
    return ClusterRegistry.ofUser()
        .find(name)
        .map(ClusterRecord::livingProcesses)
        .orElseGet(ArrayList::new);
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
