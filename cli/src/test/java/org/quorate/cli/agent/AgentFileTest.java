package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.cli.house.House;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.study.file.StudyFileException;

final class AgentFileTest {
  private static final String LEAST =
      """
      contact-points: 127.0.0.1
      keyspaces: {shop: all}
      history: {directory: history}
      """;

  private static final String CARTS =
      "policy: harmony 1%, write-level: LOCAL_QUORUM, safe-level: LOCAL_QUORUM";

  @TempDir private Path folder;

  @Test
  void theExampleSaysWhatItSays() throws Exception {
    AgentSettings settings = AgentFile.read(House.root().resolve("examples/agent/agent.yaml"));
    assertThat(settings.connection().contactPoints()).hasSize(2);
    assertThat(settings.keyspaces())
        .isEqualTo(Map.of("shop", List.of("carts", "orders"), "audit", List.of()));
    assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.writeLevel()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(settings.sources().management()).isNotNull();
    assertThat(settings.history()).isEqualTo(Path.of("/var/lib/quorate/history"));
    assertThat(settings.keptDays()).isEqualTo(400);
    assertThat(settings.page().address().getPort()).isEqualTo(9500);
  }

  @Test
  void whatIsLeftOutIsTheUsual() throws Exception {
    AgentSettings settings = read(LEAST);
    assertThat(settings.history()).isEqualTo(folder.resolve("history"));
    assertThat(settings.keptDays()).isEqualTo(400);
    assertThat(settings.propagation()).isEqualTo("network");
    assertThat(settings.page().address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(settings.page().login()).isNull();
    assertThat(settings.page().encryption()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "intervall: 5s | line 4, intervall: this key is not known; this file has contact-points",
        "intervall: 5s | Did you mean interval?",
        "interval: 1ms | line 4, interval: this must be at least 1s.",
        "interval: 601s | line 4, interval: this must be at most 10m.",
        "write-level: QUORAM | line 4, write-level: \"QUORAM\" is not a level",
        "propagation: canary | propagation canary writes to the cluster",
        "propagation: canary | add allow-changes to allow that",
        "propagation: ideal-level | say where with jmx.",
        "jmx-login: secret.txt | line 4, jmx-login: this needs jmx too.",
        "jmx: nowhere | line 4, jmx: \"nowhere\" does not say where nodes listen",
        "sample-keys: 99 | is not a whole number from 0 to 50",
        "page: {port: 70000} | line 4, page.port: \"70000\" is not a whole number",
        "page: {user: x} | page.user: this key is not known; page has address, port, tls",
        "page: {address: 0.0.0.0} | so it needs both login-file and tls",
        "page: {tls: {keystore: no.p12}} | page.tls: the key password-file is missing.",
        "otlp: {interval: 5s} | line 4, otlp: the key endpoint is missing",
        "otlp: {endpoint: 'collector:4318'} | line 4, otlp.endpoint: this is no endpoint; write it",
        "otlp: {endpoint: 'http://u:pw@c:4318'} | line 4, otlp.endpoint: this is no endpoint;",
        "otlp: {endpoint: 'https://c:65536'} | line 4, otlp.endpoint: this is no endpoint;",
        "otlp: {endpoint: 'https://c', interval: 61s} | otlp.interval: this must be at most 1m.",
        "otlp: {endpoint: 'https://c', headers-file: no.txt} | otlp.headers-file: The file",
        "otlp: {endpoint: 'https://c', trusted-certificates: agent.yaml} | has no certificates in",
        "driver-config: none.conf | line 4, driver-config: the file",
        "meters: none.yaml | line 4, meters: the file",
      })
  void whatIsWrongIsToldWithItsPlace(String line, String problem) {
    assertThatThrownBy(() -> read(LEAST + line + "\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("agent.yaml")
        .hasMessageContaining(problem);
  }

  @Test
  void whatIsPublishedIsReadWithItsTables() throws Exception {
    assertThat(read(LEAST).publication()).isEmpty();
    AgentPublication least =
        read(LEAST + "keys: 500\n" + publish("", "shop.carts: {" + CARTS + "}"))
            .publication()
            .orElseThrow();
    assertThat(least.where()).isEqualTo(PublicationSettings.in(PublicationSettings.TABLE));
    assertThat(least.interval()).isEqualTo(Duration.ofSeconds(1));
    assertTable(
        least,
        TableSettings.of("shop.carts", 0, Level.LOCAL_QUORUM)
            .withPolicy(Policies.of("harmony", 0.01))
            .withSafeLevel(Level.LOCAL_QUORUM)
            .withLadder(LevelLadder.LOCAL),
        500);
    AgentPublication all =
        read(LEAST
                + publish(
                    "table: ops.levels, valid: 5s, level: LOCAL_QUORUM, create: yes,"
                        + " shared-rows: no, interval: 2s, ",
                    "'shop.\"Carts\"': {policy: ONE, write-level: ONE, safe-level: ALL,"
                        + " window: 1m, keys: 7}"))
            .publication()
            .orElseThrow();
    assertThat(all.where())
        .isEqualTo(
            new PublicationSettings(
                TableName.parse("ops.levels"),
                Duration.ofSeconds(5),
                Level.LOCAL_QUORUM,
                true,
                false));
    assertThat(all.interval()).isEqualTo(Duration.ofSeconds(2));
    assertTable(
        all,
        TableSettings.of("shop.\"Carts\"", 0, Level.ONE)
            .withPolicy(new StaticPolicy(Level.ONE))
            .withSafeLevel(Level.ALL)
            .withLadder(LevelLadder.GLOBAL)
            .withWindow(Duration.ofMinutes(1)),
        7);
  }

  private static void assertTable(AgentPublication read, TableSettings expected, long keys) {
    assertThat(read.tables()).containsOnlyKeys(expected.table());
    TableSettings table = Objects.requireNonNull(read.tables().get(expected.table()));
    assertThat(table.withPopularity(expected.popularity())).isEqualTo(expected);
    assertThat(table.popularity())
        .usingRecursiveComparison()
        .isEqualTo(KeyPopularity.uniform(keys));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "valid: 1s | - | line 4, publish.valid: A published level is written every second",
        "level: ONE | - | line 4, publish.level: Levels are read at a quorum",
        "level: MOST | - | \"MOST\" is not a level",
        "table: levels | - | publish.table: \"levels\" is no table; write its keyspace too",
        "interval: 11s | - | publish.interval: this must be from 1s to 10s.",
        "interval: 500ms | - | publish.interval: this must be from 1s to 10s.",
        "create: perhaps | - | publish.create: \"perhaps\" is neither true nor false.",
        "tabel: a.b | - | publish.tabel: this key is not known; publish has table, valid, level",
        "- | carts: {CARTS} | publish.tables.carts: \"carts\" is no table",
        "- | quorate.levels: {CARTS} | levels are published in this table",
        "- | 'shop.carts: {CARTS}, SHOP.carts: {CARTS}' | this table is named twice",
        "- | '' | publish.tables: no table is named",
        "- | 'shop.carts: {policy: ONE, write-level: ONE}' | the key safe-level is missing.",
        "- | 'shop.carts: {policy: ONE, safe-level: ALL}' | the key write-level is missing.",
        "- | 'shop.carts: {write-level: ONE}' | the key policy is missing.",
        "- | 'shop.carts: {CARTS, when: now}' | shop.carts has policy, write-level, safe-level",
        "- | 'shop.carts: {CARTS, window: -1s}' | publish.tables.shop.carts.window:",
        "- | 'shop.carts: {CARTS, keys: 0}' | publish.tables.shop.carts.keys: \"0\" is not",
      })
  void whatCannotBePublishedIsToldWithItsPlace(
      @Nullable String keys, @Nullable String tables, String problem) {
    String named = tables == null ? "shop.carts: {CARTS}" : tables;
    String text = publish(keys == null ? "" : keys + ", ", named.replace("CARTS", CARTS));
    assertThatThrownBy(() -> read(LEAST + text))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("line 4, publish")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"quorate 1%", "recency 1%"})
  void aPolicyThatGoesByAProcessOwnRequestsIsRefusedWithOnesThatDoNot(String policy) {
    String table = "shop.carts: {policy: " + policy + ", write-level: ONE, safe-level: QUORUM}";
    assertThatThrownBy(() -> read(LEAST + publish("", table)))
        .isInstanceOf(StudyFileException.class)
        .hasMessageEndingWith(
            "line 4, publish.tables.shop.carts.policy: "
                + policy
                + " goes by what a process itself reads and writes, which the agent does not; write"
                + " one that goes by rates alone (harmony, harmony-per-key, random-read, pbs) or a"
                + " level, or publish from a process of the application.");
  }

  @Test
  void aSafeLevelIsOneOfReads() {
    String table = "shop.carts: {policy: ONE, write-level: ONE, safe-level: EACH_QUORUM}";
    assertThatThrownBy(() -> read(LEAST + publish("", table)))
        .hasMessageContaining("safe-level: EACH_QUORUM is a level of writes here");
  }

  private static String publish(String keys, String tables) {
    return "publish: {" + keys + "tables: {" + tables + "}}\n";
  }

  @Test
  void aFileOfMetersIsReadWithItsOwnFaults() throws Exception {
    Path meters = folder.resolve("meters.yaml");
    Files.writeString(meters, "meters: {web1: {kind: model}}\nhosts: {web1: [10.0.0.5]}\n");
    assertThat(read(LEAST).meters()).isEmpty();
    assertThat(read(LEAST + "meters: meters.yaml\n").meters().orElseThrow().hosts())
        .isEqualTo(Map.of("web1", List.of("10.0.0.5")));
    Files.writeString(meters, "meters: {web1: {kind: modle}}\n");
    assertThatThrownBy(() -> read(LEAST + "meters: meters.yaml\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("line 4, meters: ")
        .hasMessageContaining("modle");
    Files.writeString(meters, "metres: {}\n");
    assertThatThrownBy(() -> read(LEAST + "meters: meters.yaml\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("meters.yaml, line 1");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> read("keyspaces: {shop: all}"))
        .hasMessageContaining("the key history is missing");
    assertThatThrownBy(() -> read("keyspaces: {shop: all}\nhistory: {directory: x}"))
        .hasMessageContaining("it is not said where the cluster is");
    assertThatThrownBy(() -> AgentFile.read(folder.resolve("none.yaml")))
        .isInstanceOf(IOException.class)
        .hasMessage("The file of an agent " + folder.resolve("none.yaml") + " is not there.");
  }

  @Test
  void elsewhereThanHereAPageNeedsALoginAndEncryptionTogether() throws Exception {
    TestKeys.create(folder.resolve("page.p12"));
    secret("password.txt", TestKeys.PASSWORD);
    Path login = secret("login.txt", "prometheus:secret");
    Files.setPosixFilePermissions(login, PosixFilePermissions.fromString("rw-r--r--"));
    String tls = "tls: {keystore: page.p12, password-file: password.txt}";
    assertThatThrownBy(() -> read(LEAST + "page: {address: 0.0.0.0, " + tls + "}"))
        .hasMessageContaining("it needs both login-file and tls");
    String both = LEAST + "page: {address: 0.0.0.0, login-file: login.txt, " + tls + "}";
    assertThatThrownBy(() -> read(both))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("line 4, page.login-file: Others may read the login in ")
        .hasMessageEndingWith("chmod 600 " + login);
    Files.setPosixFilePermissions(login, PosixFilePermissions.fromString("rw-------"));
    AgentSettings.Page page = read(both).page();
    assertThat(page.encryption()).isNotNull();
    assertThat(Objects.requireNonNull(page.login()).user()).isEqualTo("prometheus");
    secret("login.txt", "prometheus:");
    assertThatThrownBy(() -> read(both))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("line 4, page: the login of the page has no password");
  }

  @Test
  void headersForACollectorAreOfAPrivateFileAndLeaveNoMachineUnencrypted() throws Exception {
    String otlp = LEAST + "otlp: {headers-file: headers.txt, endpoint: 'SCHEME://192.0.2.7:4318'}";
    Path headers = secret("headers.txt", "Authorization: Bearer a:b\n\nX-Scope-OrgID: shop\n");
    Collector collector = Objects.requireNonNull(read(otlp.replace("SCHEME", "https")).collector());
    assertThat(collector.headers())
        .isEqualTo(Map.of("Authorization", "Bearer a:b", "X-Scope-OrgID", "shop"));
    assertThat(collector).hasToString("https://192.0.2.7:4318/v1/metrics");
    assertThat(collector.interval()).isEqualTo(Duration.ofMinutes(1));
    assertThatThrownBy(() -> read(otlp.replace("SCHEME", "http")))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("line 4, otlp: the headers would go to 192.0.2.7 unencrypted");
    for (String wrong :
        List.of(
            "hidden | is no header that can be sent",
            "Authorization: hid\u0007den | is no header that can be sent",
            "Host: hidden | is no header that can be sent",
            "hidden: | is no header that can be sent",
            "content-type: hidden | is a header that the agent writes itself",
            "Content-Encoding: hidden | is a header that the agent writes itself",
            "x-scope: hidden | has a header that is in a line before it")) {
      String[] parts = wrong.split(" \\| ", 2);
      secret("headers.txt", "X-Scope: b\n" + parts[0]);
      assertThatThrownBy(() -> read(otlp.replace("SCHEME", "https")))
          .isInstanceOf(StudyFileException.class)
          .hasMessageContaining("Line 2 of " + headers + " " + parts[1])
          .hasMessageNotContaining("hid");
    }
    Files.setPosixFilePermissions(headers, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> read(otlp.replace("SCHEME", "https")))
        .hasMessageContaining("otlp.headers-file: Others may read the headers in " + headers);
  }

  @Test
  void aCollectorIsAskedAtItsOwnPathOrAtTheUsualOne() {
    assertThat(
            List.of("http://c:4318", "http://c:4318/", "https://c/api/v1/otlp/v1/metrics").stream()
                .map(text -> Collector.endpoint(text).toString()))
        .containsExactly(
            "http://c:4318/v1/metrics",
            "http://c:4318/v1/metrics",
            "https://c/api/v1/otlp/v1/metrics");
  }

  @Test
  void keysThatCannotBeUsedAreToldWithTheirPlace() throws Exception {
    TestKeys.create(folder.resolve("page.p12"));
    String text = LEAST + "page: {tls: {keystore: page.p12, password-file: password.txt}}\n";
    String place = "line 4, page.tls.password-file: ";
    Path password = folder.resolve("password.txt");
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(StudyFileException.class)
        .hasMessageEndingWith(
            place + "The file " + password + " cannot be read; it must hold the password.");
    secret("password.txt", TestKeys.PASSWORD + "\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(StudyFileException.class)
        .hasMessageEndingWith(
            place + "Others may read the password in " + password + "; run: chmod 600 " + password);
    secret("password.txt", TestKeys.PASSWORD + "\n");
    assertThat(read(text).page().encryption()).isNotNull();
    secret("password.txt", TestKeys.PASSWORD + " ");
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("page.tls.keystore: the key store cannot be used");
  }

  @Test
  void certificatesWithoutAKeyAreRefused() throws Exception {
    char[] password = TestKeys.PASSWORD.toCharArray();
    TestKeys.create(folder.resolve("page.p12"));
    KeyStore keys = KeyStore.getInstance(folder.resolve("page.p12").toFile(), password);
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("page", keys.getCertificate("page"));
    try (OutputStream out = Files.newOutputStream(folder.resolve("trusted.p12"))) {
      certificates.store(out, password);
    }
    secret("password.txt", TestKeys.PASSWORD);
    assertThatThrownBy(
            () -> read(LEAST + "page: {tls: {keystore: trusted.p12, password-file: password.txt}}"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("line 4, page.tls.keystore: the key store has no private key");
  }

  @Test
  void eachTableIsNamedOnceAndWithoutItsKeyspace() throws Exception {
    assertThat(
            keyspaces(
                "{Shop: [shop.carts, Carts, '\"Orders\"'], '\"Audit\"': [Audit.log], log: all}"))
        .isEqualTo(
            Map.of(
                "shop",
                List.of("carts", "\"Orders\""),
                "\"Audit\"",
                List.of("log"),
                "log",
                List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{my-shop: all} | keyspaces.my-shop: \"my-shop\" is not the name of a keyspace",
        "{shop: [carts, or ders]} | keyspaces.shop: \"or ders\" is not the name of a table",
        "{shop: [audit.log]} | keyspaces.shop: \"audit.log\" is not the name of a table",
        "{shop: all, SHOP: carts} | keyspaces.SHOP: this keyspace is named twice",
      })
  void aNameThatNothingCanHaveIsRefusedBeforeTheClusterIsAsked(String named, String problem) {
    assertThatThrownBy(() -> keyspaces(named))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("agent.yaml, line 2, " + problem);
  }

  @Test
  void aWrongExporterIsToldAtItsOwnLine() {
    assertThatThrownBy(() -> read(LEAST + "jmx: 7199\nprometheus: ftp://node\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("line 5, prometheus: \"ftp://node\" is no endpoint");
  }

  private Map<String, List<String>> keyspaces(String named) throws Exception {
    return read(LEAST.replace("{shop: all}", named)).keyspaces();
  }

  /** A file that only its owner may read. */
  private Path secret(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private AgentSettings read(String text) throws Exception {
    Path file = folder.resolve("agent.yaml");
    Files.writeString(file, text);
    return AgentFile.read(file);
  }
}
