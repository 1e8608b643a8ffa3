package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.house.House;

/** What clients in other languages read of an agent's levels, in a table of a real cluster. */
@Tag("faults")
@Tag("parallel")
final class AgentPublishesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME = "it-publishes-" + ProcessHandle.current().pid();

  @TempDir private Path folder;

  @AfterEach
  void nothingStays() throws Exception {
    Launch.of("cluster", "down", NAME, "--force");
  }

  @Test
  void itTellsWhatIsMissingThenPublishesLevelsWithTheirReasonsAndLeavesALastWord()
      throws Exception {
    Launch up =
        Launch.of("cluster", "up", "--nodes", "2", "--name", NAME, "--quick-compiler", "--json");
    assertThat(up.status()).as(up.error()).isZero();
    String contact =
        JsonMapper.builder()
            .build()
            .readTree(up.output())
            .get("nodes")
            .get(0)
            .get("clientAddress")
            .asText();
    try (CqlSession follower = AgentIT.connect(contact)) {
      follower.execute(keyspace("shop"));
      follower.execute("CREATE TABLE shop.carts (id int PRIMARY KEY, item text)");
      Process agent = start(contact);
      try {
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () ->
                    told()
                        .contains(
                            "Levels are not published: Table quorate.levels cannot keep published"
                                + " levels"));
        follower.execute(keyspace("quorate"));
        // Nothing is written to it, so that no read can be stale.
        Row word = await(follower, row -> isAt(row, "ONE", "ALL"));
        assertThat(word.getString("about")).isEqualTo("shop.carts");
        assertThat(word.getInt("format")).isEqualTo(1);
        assertThat(word.getInt("valid_ms")).isEqualTo(4_000);
        assertThat(word.getString("reason")).isNotEmpty();
        long sequence = word.getLong("sequence");
        assertThat(await(follower, row -> row.getLong("sequence") > sequence).getUuid("publisher"))
            .isEqualTo(word.getUuid("publisher"));
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () ->
                    metrics()
                        .contains("quorate_read_level{level=\"one\",table=\"shop.carts\"} 1.0"));
        assertThat(metrics())
            .contains("quorate_publication_words_total ")
            .doesNotContain("quorate_publication_words_total 0.0")
            .contains("quorate_reads_rate{table=\"shop.carts\"}");
        agent.destroy();
        assertThat(await(follower, row -> isAt(row, "ALL", "ALL")).getString("reason"))
            .isEqualTo("The publisher has closed its session.");
        assertThat(agent.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).as(told()).isEqualTo(143);
      } finally {
        AgentIT.kill(agent);
      }
    }
  }

  private static String keyspace(String name) {
    return "CREATE KEYSPACE "
        + name
        + " WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 2}";
  }

  private Process start(String contact) throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("agent.yaml"),
            "contact-points: \""
                + contact
                + "\"\nkeyspaces: {shop: all}\ninterval: 1s\nhistory: {directory: history}\n"
                + "page: {port: 0}\npublish:\n  valid: 4s\n  create: yes\n  tables:\n"
                + "    shop.carts: {policy: harmony 1%, write-level: ONE, safe-level: ALL}\n");
    return Launch.builder(House.root().resolve("quorate"), folder, "agent", config.toString())
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private String told() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  /** The only row, once it is as expected; also where the table is not there yet. */
  private static Row await(CqlSession follower, Predicate<Row> expected) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(
            () ->
                Optional.ofNullable(
                        follower
                            .execute(
                                "SELECT about, publisher, format, sequence, valid_ms, level,"
                                    + " safe_level, reason FROM quorate.levels WHERE part = 0")
                            .one())
                    .filter(expected),
            Optional::isPresent)
        .orElseThrow();
  }

  private static boolean isAt(Row row, String level, String safe) {
    return level.equals(row.getString("level")) && safe.equals(row.getString("safe_level"));
  }

  private String metrics() throws IOException, InterruptedException {
    Matcher page = AgentIT.METRICS.matcher(told());
    if (!page.find()) {
      throw new IOException("There is no page yet.");
    }
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(page.group(1) + "/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
