package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.ycsb.StockClient.counted;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Vector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.StalenessSummary;
import org.quorate.study.progress.Progress;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/** Stock YCSB's client, as its users run it, against one real region server. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("faults")
@Tag("parallel")
class QuorateHBaseDBIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final int RECORDS = 300;
  private static final int OPERATIONS = 2000;

  private static RunningCluster cluster;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  static Path folder;

  @BeforeAll
  static void startOneRegionServer() throws Exception {
    System.setProperty("zookeeper.sasl.client", "false");
    Measurements.setProperties(new Properties());
    cluster =
        new HBaseEngine(
                ClusterRegistry.ofUser(),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                null)
            .start(
                HBaseEngine.spec("it-ycsb-hbase-" + ProcessHandle.current().pid())
                    .nodes(1)
                    .quickCompiler(true)
                    .build(),
                ROOT.resolve("ycsb-hbase"),
                Progress.silent());
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void withoutATableTheBindingSaysWhatToDo() {
    QuorateHBaseDB binding = new QuorateHBaseDB();
    binding.setProperties(properties());
    assertThatThrownBy(binding::init)
        .isInstanceOf(DBException.class)
        .hasMessageContaining("There is no table usertable")
        .hasMessageContaining("quorate.regions");
  }

  @Test
  @Order(2)
  void stockYcsbRunsUnbufferedAndNobodyReadsAnythingStale() throws Exception {
    Path loaded = folder.resolve("load.csv.gz");
    String load = client("-load", Map.of("quorate.history", loaded.toString()));
    assertThat(counted(load, "INSERT", "OK")).isEqualTo(RECORDS);

    Path ran = folder.resolve("run.csv.gz");
    String run = client("-t", Map.of("quorate.history", ran.toString()));
    long reads = counted(run, "READ", "OK");
    assertThat(reads + counted(run, "UPDATE", "OK")).isEqualTo(OPERATIONS);
    StalenessSummary verdict = judge(loaded, ran);
    assertThat(verdict.reads()).isEqualTo(reads);
    assertThat(verdict.staleReads()).isZero();
    assertThat(verdict.unknownVersions()).isZero();
  }

  @Test
  @Order(3)
  void deferredWritesAreAllAcknowledgedAndEveryClientReadsItsOwn() throws Exception {
    Path loaded = folder.resolve("deferred-load.csv.gz");
    String load = client("-load", deferred(loaded));
    assertThat(counted(load, "INSERT", "OK")).isEqualTo(RECORDS);
    assertThat(counted(load, "ACKNOWLEDGED", "OK")).isEqualTo(RECORDS);

    Path ran = folder.resolve("deferred-run.csv.gz");
    String run = client("-t", deferred(ran));
    long reads = counted(run, "READ", "OK");
    long updates = counted(run, "UPDATE", "OK");
    assertThat(reads + updates).isEqualTo(OPERATIONS);
    assertThat(counted(run, "ACKNOWLEDGED", "OK")).isEqualTo(updates);
    assertThat(run).contains("Deferred writes: " + updates + " accepted");
    StalenessSummary verdict = judge(loaded, ran);
    assertThat(verdict.reads()).isEqualTo(reads);
    assertThat(verdict.unknownVersions()).isZero();
    assertThat(verdict.readYourWritesViolations()).isZero();
    assertThat(verdict.monotonicReadsViolations()).isZero();
    System.out.printf(
        "deferred by at most 200 ms: %d of %d reads were stale to other clients%n",
        verdict.staleReads(), reads);
  }

  @Test
  @Order(4)
  void theStockBufferIsThereWithABoundOfZero() throws Exception {
    Map<String, String> more = new HashMap<>();
    more.put("clientbuffering", "true");
    more.put("writebuffersize", "100000");
    more.put("quorate.deferral.bound.time", "0");
    String run = client("-t", more);
    assertThat(counted(run, "READ", "OK") + counted(run, "UPDATE", "OK")).isEqualTo(OPERATIONS);
    assertThat(run).doesNotContain("Deferred writes");
  }

  @Test
  @Order(5)
  @SuppressWarnings("JdkObsolete") // YCSB's own signature
  void fieldsAndRowsComeBackAsTheyWereWritten() throws Exception {
    QuorateHBaseDB binding = new QuorateHBaseDB();
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("quorate.deferral.bound.time", "1h");
    binding.setProperties(properties);
    binding.init();
    try {
      BindingContract.assertFieldsComeBack(binding, "w1", "w2");

      assertThat(binding.insert("usertable", "w3", values())).isEqualTo(Status.OK);
      Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
      assertThat(binding.scan("usertable", "w", 5, null, rows)).isEqualTo(Status.OK);
      assertThat(rows).hasSize(2);
      assertThat(rows.get(0).keySet()).containsExactlyInAnyOrder("field0", "field3");

      assertThat(binding.delete("usertable", "w1")).isEqualTo(Status.OK);
      assertThat(binding.read("usertable", "w1", null, new HashMap<>()))
          .isEqualTo(Status.NOT_FOUND);
    } finally {
      binding.cleanup();
    }
  }

  private static Map<String, ByteIterator> values() {
    Map<String, ByteIterator> values = new HashMap<>();
    values.put("field0", new StringByteIterator("zero"));
    return values;
  }

  private static StalenessSummary judge(Path... histories) throws Exception {
    return HistoryCheck.check(List.of(histories), HistoryCheckOptions.defaults()).all();
  }

  private static Map<String, String> deferred(Path history) {
    return Map.of(
        "clientbuffering",
        "true",
        "quorate.deferral.bound.time",
        "200ms",
        "quorate.deferral.durability",
        "process-crash",
        "quorate.deferral.spill.directory",
        folder.resolve("spill").toString(),
        "quorate.history",
        history.toString());
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("columnfamily", "family");
    HBaseEngine.clientProperties(cluster).forEach(properties::setProperty);
    return properties;
  }

  private static String client(String phase, Map<String, String> more) throws Exception {
    Properties properties = properties();
    properties.setProperty("quorate.regions", "3");
    more.forEach(properties::setProperty);
    return new StockClient(
            QuorateHBaseDB.class,
            folder,
            RECORDS,
            OPERATIONS,
            List.of("-Dzookeeper.sasl.client=false"))
        .run(phase, properties);
  }
}
