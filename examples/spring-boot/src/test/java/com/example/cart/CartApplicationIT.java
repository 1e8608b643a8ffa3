package com.example.cart;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.study.progress.Progress;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application as its users run it, asked over HTTP, against one real node. */
@Tag("faults")
@Tag("parallel")
class CartApplicationIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final TableName CARTS = TableName.parse("shop.carts");
  private static final String ENDPOINT = "/actuator/quorate";

  /** A key of session tokens. */
  private static final String SECRET = "c2VjcmV0".repeat(6);

  /** A server that has just started, beside others, may take longer than drivers usually wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static RunningCluster cluster;
  private static ConfigurableApplicationContext application;
  private static String address;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new CassandraEngine(
                ClusterRegistry.ofUser(),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                null)
            .start(
                ClusterSpec.builder(
                        "it-spring-" + ProcessHandle.current().pid(),
                        CassandraEngine.DEFAULT_VERSION)
                    .nodes(1)
                    .quickCompiler(true)
                    .build(),
                ROOT.resolve("spring"),
                Progress.silent());
    InetSocketAddress node = cluster.contactPoints().get(0);
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoint(node)
            .withLocalDatacenter("dc1")
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                    .build())
            .build()) {
      session.execute(
          "CREATE KEYSPACE shop WITH replication ="
              + " {'class': 'NetworkTopologyStrategy', 'dc1': 1}");
      session.execute("CREATE TABLE shop.carts (id int PRIMARY KEY, items text)");
    }
    application =
        SpringApplication.run(
            CartApplication.class,
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--quorate.cassandra.token-keys[0]=" + SECRET,
            "--spring.cassandra.request.timeout=" + PATIENCE,
            "--spring.cassandra.contact-points=" + node.getHostString() + ":" + node.getPort());
    address = "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port");
  }

  @AfterAll
  static void stop() {
    if (application != null) {
      application.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static HttpResponse<String> send(String method, String path, String type, String body)
      throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Content-Type", type)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> json(String method, String path, String body)
      throws Exception {
    return send(method, path, "application/json", body);
  }

  private static JsonNode got(String path) throws Exception {
    HttpResponse<String> answer = json("GET", path, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static JsonNode explained(String statement) throws Exception {
    return got(ENDPOINT + "?statement=" + URLEncoder.encode(statement, StandardCharsets.UTF_8));
  }

  private static AdaptiveSession session() {
    return application.getBean(AdaptiveSession.class);
  }

  @Test
  void theSessionThatTheApplicationAskedForIsAnAdaptiveOne() throws Exception {
    assertThat(application.getBean(CqlSession.class)).isSameAs(session());
    assertThat(send("PUT", "/carts/7", "text/plain", "2 apples").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/carts/7", "text/plain", "").body()).isEqualTo("2 apples");
    assertThat(session().levels().status()).extracting(table -> table.table()).contains(CARTS);
  }

  @Test
  void theEndpointTellsHowTheTablesStand() throws Exception {
    JsonNode report = got(ENDPOINT);
    assertThat(report.get("mode").asText()).isIn("OBSERVE", "ADAPT");
    assertThat(report.get("tables")).hasSize(1);
    JsonNode carts = report.get("tables").get(0);
    assertThat(carts.get("table").asText()).isEqualTo("shop.carts");
    assertThat(carts.get("reason").asText()).isNotBlank();
    assertThat(carts.path("leftAlone").isTextual()).isFalse();
    assertThat(carts.get("costs")).isNotEmpty();
    assertThat(got(ENDPOINT + "/shop.carts").get("table").asText()).isEqualTo("shop.carts");
  }

  @Test
  void aStatementIsExplainedAndNotSent() throws Exception {
    JsonNode read = explained("SELECT items FROM shop.carts WHERE id = 7");
    assertThat(read.get("table").asText()).isEqualTo("shop.carts");
    assertThat(Level.values()).extracting(Enum::name).contains(read.get("level").asText());
    assertThat(read.get("cost").get("replicas").asInt()).isEqualTo(1);
    assertThat(read.get("reason").asText()).isNotBlank();

    JsonNode write = explained("INSERT INTO shop.carts (id, items) VALUES (70, 'none')");
    assertThat(write.path("level").isTextual()).isFalse();
    assertThat(write.get("reason").asText()).contains("write");
    assertThat(send("GET", "/carts/70", "text/plain", "").body()).isEmpty();
  }

  @Test
  void aLevelIsPinnedUntilItIsReleasedAndTheMetersTellIt() throws Exception {
    HttpResponse<String> pinned = json("POST", ENDPOINT + "/shop.carts", "{\"level\": \"all\"}");
    assertThat(pinned.statusCode()).as(pinned.body()).isEqualTo(200);
    assertThat(JSON.readTree(pinned.body()).get("pinned").asBoolean()).isTrue();
    assertThat(session().levels().status(CARTS).orElseThrow().level()).isEqualTo(Level.ALL);
    assertThat(explained("SELECT items FROM shop.carts WHERE id = 7").get("level").asText())
        .isEqualTo("ALL");
    Gauge all =
        application
            .getBean(MeterRegistry.class)
            .get("quorate.read.level")
            .tags("table", "shop.carts", "level", "all")
            .gauge();
    Awaitility.await().until(() -> all.value() == 1);
    assertThat(
            got("/actuator/metrics/quorate.read.level.pinned")
                .get("measurements")
                .get(0)
                .get("value")
                .asDouble())
        .isEqualTo(1);

    assertThat(json("DELETE", ENDPOINT + "/shop.carts", "").statusCode()).isEqualTo(204);
    assertThat(session().levels().status(CARTS).orElseThrow().pinned()).isFalse();
  }

  @Test
  void theModeIsSwitchedForAllTables() throws Exception {
    assertThat(json("POST", ENDPOINT, "{\"mode\": \"adapt\"}").statusCode()).isEqualTo(200);
    assertThat(session().levels().mode()).isEqualTo(Mode.ADAPT);
    assertThat(json("POST", ENDPOINT, "{\"mode\": \"observe\"}").statusCode()).isEqualTo(200);
    assertThat(session().levels().mode()).isEqualTo(Mode.OBSERVE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /shop.carts | {\"level\": \"most\"} | 400 | \"most\" is no level",
        "POST | /shop.carts | {} | 400 |",
        "POST | /shop.orders | {\"level\": \"all\"} | 404 | shop.orders is not opted in",
        "POST | /carts | {\"level\": \"all\"} | 400 | write its keyspace too",
        "POST | '' | {\"mode\": \"adopt\"} | 400 | \"adopt\" is no mode",
        "DELETE | /shop.orders | '' | 404 | shop.orders is not opted in",
        "GET | /shop.orders | '' | 404 | shop.orders is not opted in",
        "GET | ?statement= | '' | 400 | has 1 to 4096 characters",
      })
  void whatIsAskedWronglyIsAnsweredWithWhatIsRight(
      String method, String path, String body, int status, String problem) throws Exception {
    HttpResponse<String> answer = json(method, ENDPOINT + path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    if (problem != null) {
      assertThat(JSON.readTree(answer.body()).get("problem").asText()).contains(problem);
    }
    assertThat(session().levels().status(CARTS).orElseThrow().pinned()).isFalse();
    assertThat(session().levels().mode()).isEqualTo(Mode.OBSERVE);
  }

  @Test
  void aStatementThatIsTooLongIsRefused() throws Exception {
    String statement = "SELECT items FROM shop.carts WHERE id = " + "7".repeat(4096);
    assertThat(json("GET", ENDPOINT + "?statement=" + statement.replace(" ", "+"), "").statusCode())
        .isEqualTo(400);
  }

  @Test
  void noSecretOfTheApplicationIsTold() throws Exception {
    assertThat(session().levels().settings(CARTS)).isPresent();
    assertThat(json("GET", ENDPOINT, "").body()).contains("shop.carts").doesNotContain(SECRET);
  }
}
