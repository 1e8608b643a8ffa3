package org.quorate.lab.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.DriverException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.core.level.Replication;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.OwnKeyspace;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Counter;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.run.StudyRunner;
import org.quorate.testing.SelfSignedKey;

/**
 * Studies on a cluster that they do not start: three nodes that want a password and speak TLS, on
 * what stands for one host with a meter whose readings go to a file.
 */
@Isolated("It has clusters and clients answer within the seconds that users wait.")
@Tag("faults")
class RemoteStudyIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final String KEYS_PASSWORD = "quorate";
  private static final double WATTS = 120;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Of the fields of a history's line. */
  private static final int CLIENT = 5;

  @TempDir private static Path folder;
  private static RunningCluster cluster;
  private static ScheduledExecutorService meter;
  private static CassandraConnection owner;
  private static int lines;

  @BeforeAll
  static void somebodyHasACluster() throws Exception {
    Path keys = folder.resolve("keys");
    SelfSignedKey.create(keys, "RSA", "node", KEYS_PASSWORD);
    cluster =
        new CassandraEngine(
                new ClusterRegistry(ROOT.resolve("clusters")),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                null)
            .start(
                ClusterSpec.builder("it-remote", CassandraEngine.DEFAULT_VERSION)
                    .nodes(3)
                    .quickCompiler(true)
                    .setting("authenticator", "PasswordAuthenticator")
                    .setting(
                        "client_encryption_options",
                        "{enabled: true, optional: true, keystore: "
                            + keys
                            + ", keystore_password: "
                            + KEYS_PASSWORD
                            + "}")
                    .build(),
                ROOT.resolve("remote"),
                Progress.silent());
    meter = Executors.newSingleThreadScheduledExecutor();
    Path log = folder.resolve("watts.csv");
    Files.writeString(log, "time,watts\n");
    writeLine(log);
    var unused = meter.scheduleAtFixedRate(() -> writeLine(log), 0, 100, TimeUnit.MILLISECONDS);
    Path configuration = configuration("application.conf", "cassandra");
    configuration("wrong.conf", "guessed");
    // The first role is created some time after the start.
    await("the owner is let in")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              owner =
                  CassandraConnection.open(
                      ConnectionSettings.of(cluster.contactPoints(), configuration)
                          .withLocalDataCenter("dc1"));
              return true;
            });
  }

  private static Path configuration(String name, String password) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        """
        datastax-java-driver {
          advanced.auth-provider {
            class = PlainTextAuthProvider
            username = cassandra
            password = %s
          }
          advanced.ssl-engine-factory {
            class = DefaultSslEngineFactory
            truststore-path = "%s"
            truststore-password = %s
            hostname-validation = false
          }
        }
        """
            .formatted(password, folder.resolve("keys"), KEYS_PASSWORD));
  }

  /** A meter that never changes would be taken for a dead one. */
  private static void writeLine(Path log) {
    double watts = WATTS + (lines++ % 2 == 0 ? 1 : -1);
    try {
      Files.writeString(
          log,
          String.format(Locale.ROOT, "%.3f,%.1f%n", System.currentTimeMillis() / 1000.0, watts),
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterAll
  static void nothingStays() {
    if (owner != null) {
      owner.close();
    }
    if (meter != null) {
      meter.shutdownNow();
    }
    if (cluster != null) {
      cluster.stop();
    }
  }

  @Test
  void aStudyGoesOnAfterAnAbortAndLeavesNothingWhereItShallNot() throws Exception {
    StudyFile study =
        study(
            "metered",
            "keyspace: metered_it, keep-tables: false, hosts: {rack: ["
                + addresses()
                + "]}, management: {"
                + cluster.nodes().stream()
                    .map(
                        node ->
                            node.clientAddress().getHostString()
                                + ": \"127.0.0.1:"
                                + node.managementPort()
                                + "\"")
                    .collect(Collectors.joining(", "))
                + "}",
            """
            factors: {read-level: [ONE, ALL]}
            monitor: {propagation: canary}
            power:
              idle: 500ms
              meters:
                rack:
                  {kind: csv, path: %s, time-format: epoch-s, value: watts, unit: W, period: 100ms}
            """
                .formatted(folder.resolve("watts.csv")));
    Path directory = folder.resolve("metered");

    assertThatThrownBy(
            () -> new StudyRunner(new RemoteBackend(), new Abort()).run(study, directory))
        .hasMessage("aborted");
    assertThat(StudyDirectory.open(directory).results()).hasSize(1);
    new StudyRunner(new RemoteBackend(), Progress.silent()).resume(directory);

    List<RunResult> runs = List.copyOf(StudyDirectory.open(directory).results().values());
    assertThat(runs).extracting(RunResult::session).containsExactly(1, 2);
    for (RunResult run : runs) {
      assertThat(run.succeeded()).isPositive();
      assertThat(run.failed()).isZero();
      assertThat(run.staleness()).isNotNull();
      assertThat(run.staleness().reads()).isPositive();
      assertThat(run.staleness().unknownVersions()).as("reads of another session's rows").isZero();
      assertThat(run.links()).isEmpty();
      assertThat(run.machine().serversShare()).isNull();
      assertThat(run.serverProcessorSeconds()).isNull();
      assertThat(run.nodes())
          .hasSize(3)
          .allMatch(node -> node.up() && node.counters().containsKey(Counter.DIGEST_MISMATCHES));
      assertThat(writesPerWrite(run)).isCloseTo(3, within(0.1));
      hasTheJoulesOfItsMeter(run);
    }
    assertThat(tables("metered_it")).containsExactly("quorate_mark");
  }

  private static void hasTheJoulesOfItsMeter(RunResult run) {
    EnergyResult energy = run.energy();
    assertThat(energy).isNotNull();
    HostResult host = energy.hosts().get(0);
    assertThat(host.host()).isEqualTo("rack");
    assertThat(host.nodes()).hasSize(3);
    assertThat(host.origin()).isEqualTo(HostResult.MEASURED);
    assertThat(host.joules()).isCloseTo(WATTS * energy.seconds(), within(2.0));
    assertThat(host.processorSeconds()).isNull();
    assertThat(host.utilisationBySecond()).isEmpty();
    assertThat(energy.idleWatts().get("rack")).isCloseTo(WATTS, within(1.0));
  }

  @Test
  void withoutManagementCqlTellsReplicaReadsAndWritesAndTablesStay() throws Exception {
    StudyFile study =
        study("kept", "keyspace: kept_it, hot-nodes: [" + address(0) + "]", "coordinators: hot\n");
    Path directory = folder.resolve("kept");
    new StudyRunner(new RemoteBackend(), Progress.silent()).run(study, directory);

    StudyDirectory left = StudyDirectory.open(directory);
    RunResult run = left.results().get(1);
    assertThat(run.nodes())
        .extracting(node -> node.counters().keySet())
        .containsOnly(Set.of(Counter.REPLICA_READS, Counter.REPLICA_WRITES));
    assertThat(writesPerWrite(run)).isCloseTo(3, within(0.1));
    assertThat(run.notes()).noneMatch(note -> note.contains("counters are not known"));
    assertThat(left.sessions().environment().facts())
        .containsEntry("replication", "dc1:3")
        .containsKey("client's processors")
        .hasEntrySatisfying(
            "server counters", text -> assertThat(text).startsWith("system_views over CQL"));
    assertThat(tables("kept_it")).hasSize(2).contains("quorate_mark");
    String comment =
        owner
            .session()
            .execute(
                "SELECT table_name, comment FROM system_schema.tables WHERE keyspace_name ="
                    + " 'kept_it'")
            .all()
            .stream()
            .filter(row -> !"quorate_mark".equals(row.getString(0)))
            .map(row -> String.valueOf(row.getString(1)))
            .collect(Collectors.joining());
    assertThat(comment)
        .startsWith(
            "Rows of a Quorate study, session 1 of " + Instant.now().toString().substring(0, 4));
  }

  @Test
  void processesTellOneAnotherWhatTheyKnowAndWhatThatTakesIsCountedOverAll() throws Exception {
    StudyFile study =
        study(
            "processes",
            "keyspace: processes_it",
            """
            monitor: {evidence: 1s}
            parts:
              both: {factors: {policy: [quorate 5%], processes: [2]}, runs: {duration: 5s}}
            """);
    Path directory = folder.resolve("processes");
    // A row lives for 12 s, and the end of a study may take longer.
    Set<UUID> told = ConcurrentHashMap.newKeySet();
    Future<?> looks =
        meter.scheduleWithFixedDelay(() -> told.addAll(tellers()), 0, 200, TimeUnit.MILLISECONDS);
    try {
      new StudyRunner(new RemoteBackend(), Progress.silent()).run(study, directory);
    } finally {
      looks.cancel(false);
    }

    RunResult run = StudyDirectory.open(directory).results().get(1);
    assertThat(told)
        .as("two that are measured, and two that warm up, perhaps before they tell anything")
        .hasSizeBetween(2, 4);
    assertThat(run.notes()).noneMatch(note -> note.startsWith("Evidence is"));
    assertThat(run.monitor()).isNotNull();
    assertThat(MonitorResult.added(run.monitor(), MonitorResult.EVIDENCE))
        .as("a query and a write at three replicas in each round, of either process")
        .isGreaterThanOrEqualTo(2 * (1 + 3));
    assertThat(clients(directory)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  /** Processes of which there is evidence; none before there is a table of it. */
  private static Set<UUID> tellers() {
    try {
      return owner
          .session()
          .execute("SELECT process FROM processes_it.quorate_evidence WHERE part = 0")
          .all()
          .stream()
          .map(row -> row.getUuid(0))
          .collect(Collectors.toSet());
    } catch (DriverException notYet) {
      return Set.of();
    }
  }

  /** Those that the measured run's operations are of: the first half is the first process's. */
  private static SortedSet<Integer> clients(Path directory) throws IOException {
    SortedSet<Integer> clients = new TreeSet<>();
    Path history = directory.resolve("runs/001/history.csv.gz");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(history)), StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> line.startsWith("read,"))
          .forEach(line -> clients.add(Integer.parseInt(line.split(",", -1)[CLIENT])));
    }
    return clients;
  }

  @Test
  void whatIsOtherwiseThanExpectedIsRefusedAndNothingIsTouched() throws Exception {
    owner
        .session()
        .execute(
            "CREATE KEYSPACE shop_it WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    owner.session().execute("CREATE TABLE shop_it.usertable (y_id text PRIMARY KEY)");

    assertThat(refusal("keyspace: shop_it", ""))
        .isEqualTo(
            "The cluster has a keyspace shop_it that Quorate did not create, so nothing in it is"
                + " touched; name another under remote: keyspace.");
    assertThat(tables("shop_it")).containsExactly("usertable");
    assertThat(refusal("keyspace: none_it", "cluster: {nodes: 4}\n"))
        .contains("expects 4 nodes in the data centre dc1, but the cluster has 3 there");
    assertThat(refusal("keyspace: none_it, driver-config: wrong.conf", ""))
        .contains("refuses the login")
        .doesNotContain("guessed");
    assertThat(refusal("keyspace: none_it, local-data-center: dc2", ""))
        .contains("no data centre named dc2; it has dc1");
    assertThat(refusal("keyspace: none_it, hosts: {one: [" + address(0) + "]}", ""))
        .contains(address(1) + " is on no host");
    assertThat(tables("none_it")).isEmpty();
  }

  @Test
  void aKeyspaceThatAKillLeftEmptyIsUsed() throws Exception {
    String keyspace =
        "CREATE KEYSPACE %s WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': %d}";
    Replication three = new Replication(Map.of("dc1", 3));
    owner.session().execute(keyspace.formatted("empty_it", 3));
    OwnKeyspace.claim(owner, "empty_it", three);
    OwnKeyspace.claim(owner, "empty_it", three);
    assertThat(tables("empty_it")).containsExactly("quorate_mark");

    owner.session().execute(keyspace.formatted("other_it", 2));
    owner.session().execute(keyspace.formatted("typed_it", 3));
    owner.session().execute("CREATE TYPE typed_it.money (cents bigint)");
    for (String foreign : List.of("other_it", "typed_it")) {
      assertThatThrownBy(() -> OwnKeyspace.claim(owner, foreign, three))
          .hasMessageContaining("has a keyspace " + foreign + " that Quorate did not create");
      assertThat(tables(foreign)).isEmpty();
    }
  }

  private static String refusal(String remote, String more) throws Exception {
    Path directory = Files.createTempDirectory(folder, "refused");
    StudyFile study = study("refused", remote, more);
    try {
      new StudyRunner(new RemoteBackend(), Progress.silent()).run(study, directory);
    } catch (BackendException refused) {
      return String.valueOf(refused.getMessage());
    }
    throw new AssertionError("Nothing was refused.");
  }

  /** A study of one or few short runs; later keys win over the usual ones. */
  private static StudyFile study(String name, String remote, String more) throws Exception {
    List<String> parts =
        new ArrayList<>(List.of("contact-points: [\"" + address(0) + ":" + port() + "\"]", remote));
    if (!remote.contains("driver-config")) {
      parts.add("driver-config: application.conf");
    }
    if (!remote.contains("local-data-center")) {
      parts.add("local-data-center: dc1");
    }
    Path path = folder.resolve(name + ".yaml");
    Files.writeString(
        path,
        """
        title: On a cluster of somebody else
        backend: remote
        workload:
          properties:
            {recordcount: 100, readproportion: 0.5, updateproportion: 0.5, fieldcount: 1, fieldlength: 20}
        load: {threads: 8}
        runs: {repetitions: 1, warm-up: 500ms, settle: 0s, duration: 1500ms}
        """
            + "remote: {"
            + String.join(", ", parts)
            + "}\n"
            + more);
    return StudyFile.load(path, StudyOverrides.NONE);
  }

  private static String address(int node) {
    return cluster.nodes().get(node).clientAddress().getAddress().getHostAddress();
  }

  private static int port() {
    return cluster.nodes().get(0).clientAddress().getPort();
  }

  private static String addresses() {
    return cluster.nodes().stream()
        .map(RunningNode::clientAddress)
        .map(address -> address.getAddress().getHostAddress())
        .collect(Collectors.joining(", "));
  }

  private static List<String> tables(String keyspace) {
    return owner
        .session()
        .execute(
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = '" + keyspace + "'")
        .all()
        .stream()
        .map(row -> String.valueOf(row.getString(0)))
        .toList();
  }

  private static double writesPerWrite(RunResult run) {
    long applied =
        run.nodes().stream()
            .mapToLong(node -> node.counters().getOrDefault(Counter.REPLICA_WRITES, 0L))
            .sum();
    long sent =
        run.operations().stream()
            .filter(operation -> operation.kind().equals("UPDATE"))
            .findFirst()
            .orElseThrow()
            .ok();
    return applied / (double) sent;
  }

  /** Ends a study, as a crash would, when its second run begins. */
  private static final class Abort implements Progress {
    @Override
    public Task start(String name, long total, String unit) {
      if (name.startsWith("run 2 ")) {
        throw new IllegalStateException("aborted");
      }
      return Progress.silent().start(name, total, unit);
    }

    @Override
    public void message(String line) {}
  }
}
