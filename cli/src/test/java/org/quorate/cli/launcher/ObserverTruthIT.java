package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.cassandra.jmx.CassandraBeans;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.cli.house.House;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.Wilson;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.cassandra.MemtableFlush;
import org.quorate.lab.counter.LocalManagement;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.load.store.Store;
import org.quorate.study.progress.Progress;

/**
 * Whether what {@code observe} says of stale reads is true, and what it costs: of 20 loads on a
 * cluster of three nodes, on each of which it looks as a stranger would, while every read of the
 * load, at ONE, is recorded and judged by the oracle.
 *
 * <p>The exact rate is that of <em>all</em> reads that the load sent while it was observed, so it
 * has no error as the rate of that time, and that is what the observer's interval has to contain.
 * As an estimate of the rate of such a load at another time it is a sample, whose own interval
 * (Wilson's) is printed beside it; that one decides nothing. Where the observer compared nothing
 * there is no interval, which counts as a miss.
 *
 * <p>The observer's reads are what coordinators counted less what the load has sent, a row of a
 * range read counted as one. The load goes on without an observer for a while, before and after it
 * in turn, for the 99th percentile of its reads.
 *
 * <p>Properties, all beginning with {@code quorate.observer-truth}: {@code .settings=3,7} for some
 * of the settings alone; {@code .seed} and {@code .arrivals=100,200} for others; {@code
 * .sample-keys=20} for pairs at a stated rate instead of 1 % of reads; {@code .jmx=false} for
 * counts over CQL alone; {@code .seconds} for how long it looks.
 */
@Isolated("looks at times")
@EnabledIfSystemProperty(
    named = "quorate.observer-truth",
    matches = "true",
    disabledReason = "it takes 16 minutes of a quiet machine: -Dquorate.observer-truth=true")
final class ObserverTruthIT {
  private static final String PROPERTY = "quorate.observer-truth";
  private static final int SETTINGS = 20;
  private static final double LEAST_INSIDE = 0.9;
  private static final long SEED = Long.getLong(PROPERTY + ".seed", 24);
  private static final boolean OVER_JMX =
      Boolean.parseBoolean(System.getProperty(PROPERTY + ".jmx", "true"));
  private static final String KEYSPACE = "truth";
  private static final int MOST_SESSIONS = 4;
  private static final Duration WARM_UP = Duration.ofSeconds(12);
  private static final Duration SETTLE = Duration.ofSeconds(2);
  private static final Duration ALONE = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();

  private static final List<CassandraConnection> SESSIONS = new ArrayList<>();
  private static final List<ManagementConnection> SERVERS = new ArrayList<>();
  private static LinkProcess links;
  private static RunningCluster cluster;
  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    tell("Starting servers.");
    links = new LinkProcess(ROOT.resolve("clusters"), DelayDistribution.NONE, SEED);
    cluster =
        new CassandraEngine(
                new ClusterRegistry(ROOT.resolve("clusters")),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                links)
            .start(
                ClusterSpec.builder("it-truth", CassandraEngine.DEFAULT_VERSION)
                    .nodes(3)
                    .quickCompiler(true)
                    .relayed(true)
                    .build(),
                ROOT.resolve("truth"),
                Progress.silent());
    for (int i = 0; i < MOST_SESSIONS; i++) {
      SESSIONS.add(CassandraConnection.open(ConnectionSettings.of(cluster.contactPoints())));
    }
    for (RunningNode node : cluster.nodes()) {
      SERVERS.add(
          new ManagementConnection(LocalManagement.address(node.managementPort()), Map.of()));
    }
    tell("Warming up.");
    TruthSetting warm = new TruthSetting(0, "none", 300, "a", "", Level.QUORUM, 1);
    try (JudgedLoad load = filled(warm)) {
      load.begin(warm.perSecond(), warm.writeLevel(), SEED);
      awaitReads(load, warm, WARM_UP);
      load.end();
    }
  }

  @AfterAll
  static void stop() {
    SESSIONS.forEach(CassandraConnection::close);
    SERVERS.forEach(ManagementConnection::close);
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void theExactRateIsInsideOfWhatTheObserverSays() throws Exception {
    List<TruthSetting> settings = settings();
    List<ObserverTruth> known = new ArrayList<>();
    for (TruthSetting setting : settings) {
      try {
        ObserverTruth truth = measure(setting);
        known.add(truth);
        tell(truth.line());
      } catch (InterruptedException asked) {
        throw asked;
      } catch (Exception | AssertionError failed) {
        tell(setting.words() + ": FAILED, " + failed);
      }
    }
    summarize(known, settings.size());
    assertThat(known.stream().filter(ObserverTruth::isInside).count())
        .as("settings whose exact rate is inside, of %d", settings.size())
        .isGreaterThanOrEqualTo((long) Math.ceil(LEAST_INSIDE * settings.size()));
  }

  private static List<TruthSetting> settings() {
    List<Integer> rates = numbers(System.getProperty(PROPERTY + ".arrivals", "100,200,300"));
    List<Integer> wanted = numbers(System.getProperty(PROPERTY + ".settings", ""));
    return TruthSetting.drawn(SEED, SETTINGS, rates).stream()
        .filter(setting -> wanted.isEmpty() || wanted.contains(setting.number()))
        .toList();
  }

  private static List<Integer> numbers(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .filter(number -> !number.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }

  private ObserverTruth measure(TruthSetting setting) throws Exception {
    try (JudgedLoad load = filled(setting)) {
      load.begin(setting.perSecond(), setting.writeLevel(), SEED + setting.number());
      awaitReads(load, setting, SETTLE);
      boolean aloneFirst = setting.number() % 2 == 0;
      Look look = null;
      long begun = System.nanoTime();
      if (aloneFirst) {
        awaitReads(load, setting, ALONE);
      } else {
        look = look(setting, load);
      }
      long between = System.nanoTime();
      if (aloneFirst) {
        look = look(setting, load);
      } else {
        awaitReads(load, setting, ALONE);
      }
      long ended = System.nanoTime();
      load.end();
      return new ObserverTruth(
          setting,
          load.between(look.from(), look.to()),
          aloneFirst ? load.between(begun, between) : load.between(between, ended),
          look.answer(),
          look.ownReads(),
          look.ownRangeReads());
    }
  }

  /** Until as many reads have ended as half of a load's operations are in a time. */
  private static void awaitReads(JudgedLoad load, TruthSetting setting, Duration time) {
    long enough = load.endedReads() + setting.perSecond() * time.toMillis() / 2_000;
    await("reads of the load")
        .pollInterval(Duration.ofMillis(100))
        .atMost(PATIENCE)
        .until(() -> load.endedReads() >= enough);
  }

  private static JudgedLoad filled(TruthSetting setting) throws Exception {
    links.links().delay(setting.linkDelay());
    var workload = setting.load();
    TableLayout layout = TableLayout.of(KEYSPACE, workload);
    CassandraSchema schema = SESSIONS.get(0).schema();
    schema.createKeyspace(
        layout,
        new Replication(Map.of("dc1", 3)),
        CassandraSchema.OnDifference.REFUSE,
        ObserverTruthIT::tell);
    schema.createTable(layout, Map.of(), ObserverTruthIT::tell);
    List<Store> stores = new ArrayList<>();
    for (CassandraConnection session : SESSIONS.subList(0, setting.sessions())) {
      stores.add(session.openStore(layout, workload.keyNames()::bytes));
    }
    JudgedLoad load = new JudgedLoad(workload, stores);
    load.fill(SEED);
    MemtableFlush.flush(cluster, layout.internalKeyspace(), layout.internalTable());
    return load;
  }

  /** What an observer said, when, and what it cost. */
  private record Look(long from, long to, JsonNode answer, long ownReads, long ownRangeReads) {}

  private Look look(TruthSetting setting, JudgedLoad load) throws Exception {
    Path output = folder.resolve("out");
    Path error = folder.resolve("err");
    long pointReads = counted(setting, "CoordinatorReadLatency");
    long rangeReads = counted(setting, "CoordinatorScanLatency");
    long loadReads = load.endedReads();
    Process observer = observer(setting, output, error);
    long from;
    long to;
    try {
      await("it has begun")
          .pollInterval(Duration.ofMillis(20))
          .atMost(PATIENCE)
          .until(() -> !observer.isAlive() || Files.readString(error).contains("Watching "));
      from = System.nanoTime();
      assertThat(observer.waitFor(3 * PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      to = System.nanoTime();
    } finally {
      observer.destroyForcibly();
    }
    assertThat(observer.exitValue()).as(Files.readString(error)).isZero();
    long own =
        counted(setting, "CoordinatorReadLatency") - pointReads - (load.endedReads() - loadReads);
    return new Look(
        from,
        to,
        answer(setting, output),
        Math.max(0, own),
        counted(setting, "CoordinatorScanLatency") - rangeReads);
  }

  private static Process observer(TruthSetting setting, Path output, Path error)
      throws IOException {
    var contact = cluster.nodes().get(0).clientAddress();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "observe",
                "--contact-point",
                contact.getAddress().getHostAddress() + ":" + contact.getPort(),
                "--keyspace",
                KEYSPACE,
                "--table",
                setting.table(),
                "--write-level",
                setting.writeLevel().name(),
                "--duration",
                System.getProperty(PROPERTY + ".seconds", "27") + "s",
                "--json"));
    if (OVER_JMX) {
      arguments.add("--jmx");
      arguments.add(
          cluster.nodes().stream()
              .map(
                  node ->
                      node.clientAddress().getAddress().getHostAddress()
                          + "=127.0.0.1:"
                          + node.managementPort())
              .collect(Collectors.joining(",")));
    }
    String pairs = System.getProperty(PROPERTY + ".sample-keys");
    if (pairs != null) {
      arguments.add("--sample-keys");
      arguments.add(pairs);
    }
    return Launch.builder(
            House.root().resolve("quorate"), House.root(), arguments.toArray(String[]::new))
        .redirectOutput(output.toFile())
        .redirectError(error.toFile())
        .start();
  }

  private static JsonNode answer(TruthSetting setting, Path output) throws IOException {
    for (JsonNode answer : JsonMapper.builder().build().readTree(output.toFile()).path("answers")) {
      if (answer.path("table").asText().equals(KEYSPACE + "." + setting.table())) {
        return answer;
      }
    }
    return JsonNodeFactory.instance.objectNode();
  }

  /** What all coordinators have counted of the table. */
  private static long counted(TruthSetting setting, String measure) throws IOException {
    long sum = 0;
    for (ManagementConnection server : SERVERS) {
      Long count =
          server.ask(
              beans ->
                  CassandraBeans.count(
                      beans, CassandraBeans.table(KEYSPACE, setting.table(), measure)));
      sum += count == null ? 0 : count;
    }
    return sum;
  }

  private static void summarize(List<ObserverTruth> known, int settings) {
    long cheap = known.stream().filter(truth -> truth.cost() < 0.01).count();
    double own =
        known.stream().mapToDouble(truth -> truth.cost() * truth.reads().nanos().size()).sum();
    double reads = known.stream().mapToDouble(truth -> truth.reads().nanos().size()).sum();
    tell(
        String.format(
            Locale.ROOT,
            "Inside: %d of %d settings, %d of them with an interval narrower than 5 %%; nothing said in"
                + " %d, not measured %d. Cost: under 1 %% of the cluster's reads in %d, %.2f %% of all.",
            known.stream().filter(ObserverTruth::isInside).count(),
            settings,
            known.stream().filter(ObserverTruth::isInside).filter(t -> width(t) < 0.05).count(),
            known.stream().filter(truth -> truth.said() == null).count(),
            settings - known.size(),
            cheap,
            100 * own / reads));
    tellOfP99(known);
  }

  private static double width(ObserverTruth truth) {
    var interval = truth.said();
    return interval == null ? 1 : interval.high() - interval.low();
  }

  /** The p99 of each setting with an observer over that without, and all of them together. */
  private static void tellOfP99(List<ObserverTruth> known) {
    PairedLogRatio.ifPositive(
            known.stream().map(truth -> truth.alone().p99Millis()).toList(),
            known.stream().map(truth -> truth.reads().p99Millis()).toList(),
            0.95)
        .ifPresent(
            ratio ->
                tell(
                    String.format(
                        Locale.ROOT,
                        "p99 observed / alone: %.3f, 95 %% interval %s (paired by setting)",
                        ratio.ratio(),
                        ratio
                            .interval()
                            .map(i -> String.format(Locale.ROOT, "%.3f to %.3f", i.low(), i.high()))
                            .orElse("unknown"))));
    long above = 0;
    long all = 0;
    for (ObserverTruth truth : known) {
      double p99 = truth.alone().p99Millis() * 1e6;
      above += truth.reads().nanos().stream().filter(nanos -> nanos > p99).count();
      all += truth.reads().nanos().size();
    }
    var share = Wilson.interval(above, all, 0.95);
    tell(
        String.format(
            Locale.ROOT,
            "Observed reads slower than the p99 of the same load alone: %.2f %% (%.2f to %.2f; 1 %% if"
                + " nothing changed)",
            100.0 * above / all,
            100 * share.low(),
            100 * share.high()));
  }

  private static void tell(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
