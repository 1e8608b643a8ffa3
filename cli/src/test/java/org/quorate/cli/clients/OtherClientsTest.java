package org.quorate.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The tests of the clients in other languages, where these are installed. What needs their drivers
 * is tested where these are there, too; a cluster is not needed.
 */
final class OtherClientsTest {
  /** So that tests on a cluster are skipped, whatever the environment has. */
  private static final Map<String, String> NO_CLUSTER = Map.of("QUORATE_CONTACT_POINTS", "");

  @Test
  void thePythonPackagePassesItsTests() throws Exception {
    PythonClient.requirePython();

    ProgramRun run = PythonClient.test("test_*.py", NO_CLUSTER);

    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output()).containsPattern("Ran \\d{2,} tests");
  }

  @Test
  void theGoModuleDecidesAsTheCommonCasesSay() throws Exception {
    GoClient.requireGo();

    assertPasses(GoClient.test("./words", ".", NO_CLUSTER));
  }

  @Test
  void theGoModuleFollowsOnItsDriver() throws Exception {
    GoClient.requireDriver();

    assertPasses(GoClient.test(".", ".", NO_CLUSTER));
  }

  private static void assertPasses(ProgramRun run) {
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output()).contains("--- PASS: ");
  }
}
