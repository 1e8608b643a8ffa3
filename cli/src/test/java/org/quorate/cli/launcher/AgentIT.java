package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.house.House;

/** An agent beside a cluster of two nodes that changes, freezes and comes back. */
@Tag("faults")
@Tag("parallel")
final class AgentIT {
  static final Pattern METRICS = Pattern.compile("Metrics are at (\\S+)/metrics\\.");
  private static final Pattern DAY = Pattern.compile("tables-([0-9-]+)\\.csv(\\.gz)?");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME = "it-agent-" + ProcessHandle.current().pid();

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path folder;

  @AfterEach
  void nothingStays() throws Exception {
    Launch.of("cluster", "down", NAME, "--force");
  }

  @Test
  void itMeetsANewTableAndAClusterThatIsAwayAndKeepsItsHistoryWhenKilled() throws Exception {
    Launch up =
        Launch.of("cluster", "up", "--nodes", "2", "--name", NAME, "--quick-compiler", "--json");
    assertThat(up.status()).as(up.error()).isZero();
    JsonNode node = JsonMapper.builder().build().readTree(up.output()).get("nodes").get(0);
    String contact = node.get("clientAddress").asText();
    create(
        contact,
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 2}");
    create(contact, "CREATE TABLE shop.carts (id int PRIMARY KEY, item text)");
    Path config =
        Files.writeString(
            folder.resolve("agent.yaml"),
            "contact-points: \""
                + contact
                + "\"\nkeyspaces: {shop: all}\ninterval: 1s\nhistory: {directory: history}\n"
                + "page: {port: 0}\n");
    Process agent = start(config);
    try {
      awaitStatus("/ready", 200);
      create(contact, "CREATE TABLE shop.orders (id int PRIMARY KEY, item text)");
      await()
          .atMost(PATIENCE)
          .until(
              () -> get("/metrics").body().contains("quorate_reads_rate{table=\"shop.orders\"}"));
      for (String each : List.of("node1", "node2")) {
        assertThat(Launch.of("cluster", "pause", each, "--name", NAME).status()).isZero();
      }
      awaitStatus("/ready", 503);
      // Not ready is sooner than told; a cluster that is back before is never called away.
      await().atMost(PATIENCE).until(() -> told().contains("The cluster is away: "));
      assertThat(get("/health").statusCode()).isEqualTo(200);
      await().atMost(PATIENCE).until(() -> get("/").body().contains("The cluster is away since "));
      for (String each : List.of("node1", "node2")) {
        assertThat(Launch.of("cluster", "resume", each, "--name", NAME).status()).isZero();
      }
      awaitStatus("/ready", 200);
      await().atMost(PATIENCE).until(() -> told().contains("The cluster answers again, after "));
      await().atMost(PATIENCE).until(() -> rows().size() > 1);
    } finally {
      kill(agent);
    }
    assertThat(agent.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    List<String> recorded = rows();
    Process again = start(config);
    try {
      awaitStatus("/ready", 200);
      again.destroy();
      assertThat(again.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(again.exitValue()).as(told()).isEqualTo(143);
    } finally {
      kill(again);
    }
    assertThat(rows())
        .startsWith(recorded.toArray(String[]::new))
        .hasSizeGreaterThan(recorded.size());
  }

  static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void create(String contact, String statement) {
    try (CqlSession session = connect(contact)) {
      session.execute(statement);
    }
  }

  static CqlSession connect(String contact) {
    String[] parts = contact.split(":", -1);
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])))
        .withLocalDatacenter("dc1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(15))
                .withDuration(
                    DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
                .build())
        .build();
  }

  private Process start(Path config) throws IOException {
    return Launch.builder(House.root().resolve("quorate"), folder, "agent", config.toString())
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private String told() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  /**
   * Rows of tables, of all days, in the order in which they were written. A day that is over is
   * compressed; for a moment it is there in both forms.
   */
  private List<String> rows() throws IOException {
    Map<String, List<String>> days = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve("history"))) {
      for (Path file : files.sorted().toList()) {
        Matcher day = DAY.matcher(String.valueOf(file.getFileName()));
        if (day.matches()) {
          days.put(day.group(1), lines(file, day.group(2) != null));
        }
      }
    }
    return days.values().stream().flatMap(List::stream).toList();
  }

  private static List<String> lines(Path file, boolean isCompressed) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = isCompressed ? new GZIPInputStream(in) : in) {
      return new String(plain.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private void awaitStatus(String path, int status) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> get(path).statusCode() == status);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    Matcher page = METRICS.matcher(told());
    if (!page.find()) {
      throw new IOException("There is no page yet.");
    }
    return client.send(
        HttpRequest.newBuilder(URI.create(page.group(1) + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
