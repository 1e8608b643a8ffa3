package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.house.House;
import org.quorate.testing.SelfSignedKey;

/**
 * A cluster of three nodes with 100 reads at QUORUM and 50 writes at QUORUM a second on it. Clients
 * need a password and may encrypt; the observer does, as a role that can do nothing but read.
 */
@Tag("faults")
@Isolated
final class ObserveIT {
  private static final int READS = 100;
  private static final int WRITES = 50;
  private static final Pattern METRICS = Pattern.compile("Metrics are at (\\S+)\\.");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME = "it-observe-" + ProcessHandle.current().pid();

  private static final String KEYS_PASSWORD = "quorate";
  private static final String PASSWORD = "only for this test";

  private static final List<String> CONTACT = new ArrayList<>();
  @TempDir private static Path common;
  private static String management = "";
  private static @Nullable SteadyLoad load;

  @BeforeAll
  static void aClusterIsInUse() throws Exception {
    Path keys = common.resolve("keys");
    SelfSignedKey.create(keys, "RSA", "node", KEYS_PASSWORD);
    Launch up =
        Launch.of(
            "cluster",
            "up",
            "--nodes",
            "3",
            "--name",
            NAME,
            "--quick-compiler",
            "--json",
            "--setting",
            "authenticator=PasswordAuthenticator",
            "--setting",
            "authorizer=CassandraAuthorizer",
            "--setting",
            "client_encryption_options={enabled: true, optional: true, keystore: "
                + keys
                + ", keystore_password: "
                + KEYS_PASSWORD
                + "}");
    assertThat(up.status()).as(up.error()).isZero();
    List<String> addresses = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    for (JsonNode node : json(up.output()).get("nodes")) {
      String address = node.get("clientAddress").asText();
      addresses.add(
          address.substring(0, address.indexOf(':')) + "=127.0.0.1:" + node.get("managementPort"));
      CONTACT.add(address);
      ports.add(node.get("managementPort").asInt());
    }
    management = String.join(",", addresses);
    String[] first = CONTACT.get(0).split(":", -1);
    load =
        SteadyLoad.begin(
            new InetSocketAddress(first[0], Integer.parseInt(first[1])),
            READS,
            DefaultConsistencyLevel.QUORUM,
            WRITES,
            DefaultConsistencyLevel.QUORUM);
    role(
        "observer",
        "GRANT SELECT ON KEYSPACE system_views TO %s",
        "GRANT SELECT ON KEYSPACE shop TO %s");
    role("counter", "GRANT SELECT ON KEYSPACE system_views TO %s");
    for (int port : ports) {
      renewEstimates(port);
    }
    role("stranger");
  }

  private static void role(String name, String... grants) {
    CqlSession session = Objects.requireNonNull(load).session();
    session.execute("CREATE ROLE " + name + " WITH LOGIN = true AND PASSWORD = '" + PASSWORD + "'");
    for (String grant : grants) {
      session.execute(String.format(Locale.ROOT, grant, name));
    }
  }

  /** Has a server write its memory to disk, and estimate anew what is there: as time would. */
  private static void renewEstimates(int port) throws Exception {
    ObjectName storage = new ObjectName("org.apache.cassandra.db:type=StorageService");
    JMXServiceURL address =
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
    try (ManagementConnection server = new ManagementConnection(address, Map.of())) {
      var unused =
          server.ask(
              beans -> {
                beans.invoke(
                    storage,
                    "forceKeyspaceFlush",
                    new Object[] {"shop", new String[0]},
                    new String[] {String.class.getName(), String[].class.getName()});
                beans.invoke(storage, "refreshSizeEstimates", new Object[0], new String[0]);
                return true;
              });
    }
  }

  /** The driver's configuration: where the cluster is, as whom, and encrypted. */
  private static String as(String role, String password) throws IOException {
    Path file = Files.createTempFile(common, role, ".conf");
    Files.writeString(
        file,
        """
        datastax-java-driver {
          basic.contact-points = [ "%s" ]
          basic.load-balancing-policy.local-datacenter = dc1
          advanced.auth-provider {
            class = PlainTextAuthProvider
            username = %s
            password = "%s"
          }
          advanced.ssl-engine-factory {
            class = DefaultSslEngineFactory
            truststore-path = "%s"
            truststore-password = %s
            hostname-validation = false
          }
        }
        """
            .formatted(CONTACT.get(0), role, password, common.resolve("keys"), KEYS_PASSWORD));
    return file.toString();
  }

  @AfterAll
  static void nothingStays() throws Exception {
    if (load != null) {
      load.close();
    }
    Launch.of("cluster", "down", NAME, "--force");
  }

  @Test
  void overManagementEveryNumberIsKnownAndPrometheusCanScrapeIt(@TempDir Path folder)
      throws Exception {
    Objects.requireNonNull(load)
        .session()
        .execute("INSERT INTO shop.audit (id, what) VALUES (uuid(), 'begun') IF NOT EXISTS");
    Path output = folder.resolve("out");
    Path error = folder.resolve("err");
    Process observer =
        Launch.builder(
                House.root().resolve("quorate"),
                folder,
                "observe",
                "--driver-config",
                as("observer", PASSWORD),
                "--keyspace",
                "shop",
                "--jmx",
                management,
                "--duration",
                "10s",
                "--interval",
                "2s",
                "--sample-keys",
                "10",
                "--keys",
                "500",
                "--meters",
                Files.writeString(folder.resolve("meters.yaml"), "instances: m6i.large").toString(),
                "--json",
                "--metrics",
                "0")
            .redirectOutput(output.toFile())
            .redirectError(error.toFile())
            .start();
    try {
      String page = scraped(observer, error);
      assertThat(page)
          .contains("quorate_writes_rate{table=\"shop.carts\"}")
          .contains("quorate_digest_mismatches_total")
          .contains("quorate_served_reads_total{level=\"quorum\"}");
      assertThat(observer.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      observer.destroy();
    }
    assertThat(observer.exitValue()).as(Files.readString(error)).isZero();
    JsonNode report = json(Files.readString(output));
    assertThat(report.get("source").asText()).isEqualTo("jmx");
    assertThat(report.get("safeReadLevel").asText()).isEqualTo("QUORUM");
    assertThat(report.get("propagation").get("source").asText()).isEqualTo("network");
    assertThat(report.get("propagation").get("seconds").asDouble()).isBetween(0.0, 1.0);
    assertThat(report.get("levelDifference").get("strong").asText()).isEqualTo("ALL");

    JsonNode carts = table(report, "shop.carts");
    // A load that stalls sends more afterwards; rates of replicas would be two and three times
    // this.
    assertThat(mean(carts, "readsPerSecond")).isBetween(0.6 * READS, 1.6 * READS);
    assertThat(mean(carts, "writesPerSecond")).isBetween(0.6 * WRITES, 1.6 * WRITES);
    assertThat(carts.get("replicasPerRead").asDouble()).isBetween(1.5, 2.7);
    assertThat(carts.get("levels")).hasSize(3);
    JsonNode one = carts.get("levels").get(0);
    assertThat(one.get("level").asText()).isEqualTo("ONE");
    assertThat(one.get("estimatedStaleReads")).hasSize(4);
    assertThat(one.get("estimatedStaleReads").get(0).get("raw").asDouble()).isPositive();
    assertThat(carts.get("sampledKeys").get("pairs").asLong()).isPositive();
    assertThat(table(report, "shop.audit").get("readsPerSecond").get("mean").asDouble())
        .isLessThan(1);

    JsonNode answer = named(report.get("answers"), "shop.carts");
    assertThat(answer.get("readLevel").asText()).isEqualTo("QUORUM");
    // The servers' own reads, of roles, are at other levels.
    assertThat(answer.get("readLevelBasis").asText()).isIn("COUNTED", "REPLICAS");
    assertThat(answer.get("verdict").asText()).isIn("TOO_FEW_PAIRS", "MEASURED");
    assertThat(answer.get("pairsOfRowsInUse").asBoolean()).as("rows in use are found").isTrue();
    assertThat(answer.get("rowsInUse").asInt()).isPositive();
    assertThat(answer.get("savedShareOfReplicaReads").asDouble()).isBetween(0.3, 0.7);
    assertThat(answer.get("conditionalWrites").asBoolean()).isFalse();
    assertThat(answer.get("sentence").asText())
        .contains("read at QUORUM")
        .contains(" pairs of reads of ");
    JsonNode audit = named(report.get("answers"), "shop.audit");
    assertThat(audit.get("verdict").asText()).isEqualTo("HARDLY_READ");
    assertThat(audit.get("conditionalWrites").asBoolean()).isTrue();

    JsonNode energy = report.get("energy");
    assertThat(energy.get("origin").asText()).isEqualTo("estimated");
    assertThat(energy.get("joules").asDouble()).isPositive();
    double expected = energy.get("meanWatts").asDouble() / (READS + WRITES);
    assertThat(energy.get("perOperation").get("mean").asDouble())
        .isBetween(expected / 2, 2 * expected);
    JsonNode center = energy.get("dataCenters").get(0);
    assertThat(energy.get("dataCenters")).hasSize(1);
    assertThat(center.get("dataCenter").asText()).isEqualTo("dc1");
    assertThat(center.get("nodes").asInt()).isEqualTo(3);
    assertThat(center.get("nodesWithoutMeter")).isEmpty();
    assertThat(center.get("joules").asDouble()).isEqualTo(energy.get("joules").asDouble());
    assertThat(center.get("perOperation").get("mean").asDouble())
        .isBetween(expected / 2, 2 * expected);

    JsonNode counts = report.get("cluster");
    assertThat(counts.get("digestMismatches").isNull()).isFalse();
    assertThat(counts.get("readsByLevel").get("QUORUM").asLong()).isPositive();
    assertThat(counts.get("writesByLevel").get("QUORUM").asLong()).isPositive();
  }

  @Test
  void overCqlRatesAndEstimatesAreKnownAndTheReportIsText() throws Exception {
    Launch observe =
        Launch.of(
            "observe",
            "--contact-point",
            CONTACT.get(1),
            "--driver-config",
            as("observer", PASSWORD),
            "--keyspace",
            "shop",
            "--table",
            "carts",
            "--duration",
            "4s",
            "--interval",
            "2s");
    assertThat(observe.status()).as(observe.error()).isZero();
    assertThat(observe.output())
        .startsWith("Answer")
        .contains("by system_views of 3 nodes.")
        .contains("Table shop.carts")
        .containsPattern("partitions +[3-7][0-9]{2}, as the servers estimate from what is on disk")
        .contains("Estimated stale reads (no read was judged)")
        .contains("digest mismatches   not known by this source")
        .doesNotContain("\u001b")
        .doesNotContain("Table shop.audit");
    assertThat(observe.error()).contains("shop.carts, ").contains(" reads/s");
  }

  @Test
  void whatARoleMayNotReadIsToldWithTheGrantThatIsMissing() throws Exception {
    Call stranger =
        Call.of("observe", "--driver-config", as("stranger", PASSWORD), "--keyspace", "shop");
    assertThat(stranger.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(stranger.error()).contains("GRANT SELECT ON KEYSPACE system_views TO that role");
    Call counter =
        Call.of(
            "observe",
            "--driver-config",
            as("counter", PASSWORD),
            "--keyspace",
            "shop",
            "--table",
            "carts",
            "--duration",
            "4s",
            "--interval",
            "2s",
            "--sample-keys",
            "20");
    assertThat(counter.status()).as(counter.error()).isZero();
    assertThat(counter.output().replaceAll("\\s+", " "))
        .contains("Nothing can be estimated without a propagation time.")
        .contains(
            "no reads of it were compared (the role may not read it: GRANT SELECT ON shop.carts")
        .contains("GRANT SELECT ON shop.carts TO the user's role");
    Call wrong =
        Call.of("observe", "--driver-config", as("observer", "guessed"), "--keyspace", "shop");
    assertThat(wrong.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(wrong.error()).contains("refuses the login");
  }

  @Test
  void whoeverEndsItGetsTheReportOfWhatWasSeen(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("out");
    Path error = folder.resolve("err");
    Process observer =
        Launch.builder(
                House.root().resolve("quorate"),
                folder,
                "observe",
                "--driver-config",
                as("observer", PASSWORD),
                "--keyspace",
                "shop",
                "--table",
                "carts",
                "--duration",
                "0",
                "--interval",
                "1s",
                "--json")
            .redirectOutput(output.toFile())
            .redirectError(error.toFile())
            .start();
    await("there are rates")
        .atMost(PATIENCE)
        .until(() -> Files.readString(error).contains(" reads/s"));
    observer.destroy();
    assertThat(observer.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(observer.exitValue()).as(Files.readString(error)).isEqualTo(143);
    assertThat(mean(table(json(Files.readString(output)), "shop.carts"), "readsPerSecond"))
        .isPositive();
  }

  @Test
  void whatDoesNotExistIsToldWithASuggestion() throws Exception {
    Call keyspace = observe("--keyspace", "shpo");
    assertThat(keyspace.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(keyspace.error())
        .contains("The cluster has no keyspace \"shpo\". Did you mean shop?");
    Call table = observe("--keyspace", "shop", "--table", "cart");
    assertThat(table.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(table.error()).contains("Keyspace shop has no table \"cart\". Did you mean carts?");
    Call jmx = observe("--keyspace", "shop", "--jmx", "127.0.0.77=127.0.0.1:7199");
    assertThat(jmx.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(jmx.error()).contains("--jmx names no address for node");
  }

  private static Call observe(String... more) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("observe", "--driver-config", as("observer", PASSWORD)));
    arguments.addAll(List.of(more));
    return Call.of(arguments.toArray(String[]::new));
  }

  /** The page of metrics, when it has rates and, a reading later, counts. */
  private static String scraped(Process observer, Path error) {
    HttpClient client = HttpClient.newHttpClient();
    String[] page = {""};
    await("the page of metrics has rates")
        .atMost(PATIENCE)
        .until(
            () -> {
              Matcher matcher = METRICS.matcher(Files.readString(error));
              if (observer.isAlive() && matcher.find()) {
                page[0] =
                    client
                        .send(
                            HttpRequest.newBuilder(URI.create(matcher.group(1))).build(),
                            HttpResponse.BodyHandlers.ofString())
                        .body();
              }
              return page[0].contains("quorate_reads_rate{table=\"shop.carts\"}")
                  && page[0].contains("quorate_served_reads_total");
            });
    return page[0];
  }

  private static double mean(JsonNode table, String rate) {
    return table.get(rate).get("mean").asDouble();
  }

  private static JsonNode table(JsonNode report, String name) {
    return named(report.get("tables"), name);
  }

  private static JsonNode named(JsonNode tables, String name) {
    for (JsonNode table : tables) {
      if (table.get("table").asText().equals(name)) {
        return table;
      }
    }
    throw new AssertionError("There is no table " + name + " in " + tables);
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
