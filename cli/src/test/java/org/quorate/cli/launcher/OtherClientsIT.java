package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.cli.clients.GoClient;
import org.quorate.cli.clients.ProgramRun;
import org.quorate.cli.clients.PythonClient;
import org.quorate.cli.house.House;

/**
 * The clients in other languages on a cluster of three nodes, of which their tests kill two, one
 * after the other. Rows are plain inserts of theirs.
 */
@Tag("faults")
@Isolated
final class OtherClientsIT {
  private static final String NAME = "it-clients-" + ProcessHandle.current().pid();
  private static String contactPoints = "";

  @BeforeAll
  static void aClusterIsThere() throws Exception {
    assumeTrue(
        PythonClient.hasDriver() || GoClient.hasDriver(),
        "Neither cassandra-driver for python3 nor Go's driver is installed; no other client is"
            + " tested on a cluster here.");
    Launch up =
        Launch.of("cluster", "up", "--nodes", "3", "--name", NAME, "--quick-compiler", "--json");
    assertThat(up.status()).as(up.error()).isZero();
    List<String> addresses = new ArrayList<>();
    for (JsonNode node : JsonMapper.builder().build().readTree(up.output()).get("nodes")) {
      String address = node.get("clientAddress").asText();
      addresses.add(address.substring(0, address.indexOf(':')));
    }
    contactPoints = String.join(",", addresses);
  }

  @AfterAll
  static void nothingStays() throws Exception {
    Launch.of("cluster", "down", NAME, "--force");
  }

  @Test
  void thePythonPackageFollowsUntilWordsAreOld() throws Exception {
    PythonClient.requireDriver();

    assertFollowed(PythonClient.test("test_cluster.py", environment()));
  }

  @Test
  void theGoModuleFollowsUntilWordsAreOld() throws Exception {
    GoClient.requireDriver();

    assertFollowed(GoClient.test(".", "TestLevelsAreFollowedUntilTheirWordIsOld", environment()));
  }

  private static Map<String, String> environment() {
    return Map.of(
        "QUORATE_CONTACT_POINTS",
        contactPoints,
        "QUORATE_CLUSTER",
        NAME,
        "QUORATE_LAUNCHER",
        House.root().resolve("quorate").toString(),
        "QUORATE_NO_BUILD",
        "true");
  }

  /** What was measured is told, so that it stands in the build's log. */
  private static void assertFollowed(ProgramRun run) {
    run.output().lines().filter(line -> line.contains("(measured)")).forEach(System.out::println);
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .contains("changes followed within")
        .contains("with a killed node")
        .contains(" 0 of ");
  }
}
