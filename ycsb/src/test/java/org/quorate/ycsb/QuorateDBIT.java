package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.ycsb.StockClient.counted;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
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
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.StalenessSummary;
import org.quorate.study.progress.Progress;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Stock YCSB's client, as its users run it, against one real node. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("faults")
@Tag("parallel")
class QuorateDBIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final int RECORDS = 300;
  private static final int OPERATIONS = 1000;

  private static RunningCluster cluster;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  static Path folder;

  @BeforeAll
  static void startOneNode() throws Exception {
    cluster =
        new CassandraEngine(
                ClusterRegistry.ofUser(),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                null)
            .start(
                ClusterSpec.builder(
                        "it-ycsb-" + ProcessHandle.current().pid(), CassandraEngine.DEFAULT_VERSION)
                    .nodes(1)
                    .quickCompiler(true)
                    .build(),
                ROOT.resolve("ycsb"),
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
    QuorateDB binding = new QuorateDB();
    binding.setProperties(properties());
    assertThatThrownBy(binding::init)
        .isInstanceOf(DBException.class)
        .hasMessageContaining("no table ycsb.usertable");
  }

  @Test
  @Order(2)
  void stockYcsbLoadsAndRunsWorkloadAAndItsHistoryIsJudged() throws Exception {
    Path loaded = folder.resolve("load.csv.gz");
    String load = client("-load", loaded);
    assertThat(counted(load, "INSERT", "OK")).isEqualTo(RECORDS);

    Path ran = folder.resolve("run.csv.gz");
    String run = client("-t", ran);
    long reads = counted(run, "READ", "OK");
    long updates = counted(run, "UPDATE", "OK");
    assertThat(reads + updates).isEqualTo(OPERATIONS);
    // Of 1,000 draws at one half: six standard deviations and more, so that chance alone fails once
    // in 10^9.
    assertThat(reads).isBetween(400L, 600L);

    StalenessSummary verdict =
        HistoryCheck.check(List.of(loaded, ran), HistoryCheckOptions.defaults()).all();
    assertThat(verdict.reads()).isEqualTo(reads);
    assertThat(verdict.staleReads()).as("there is one replica").isZero();
    assertThat(verdict.unknownVersions()).isZero();
    assertThat(verdict.readYourWritesViolations()).isZero();
    assertThat(verdict.monotonicReadsViolations()).isZero();
  }

  @Test
  @Order(3)
  @SuppressWarnings("JdkObsolete") // YCSB's own signature
  void fieldsAndRowsComeBackAsTheyWereWritten() throws Exception {
    QuorateDB binding = new QuorateDB();
    binding.setProperties(properties());
    binding.init();
    try {
      BindingContract.assertFieldsComeBack(binding, "user1", "user2");

      Map<String, ByteIterator> two = new HashMap<>();
      assertThat(binding.read("usertable", "user1", Set.of("field0", "field9"), two))
          .isEqualTo(Status.OK);
      assertThat(two.keySet()).containsExactly("field0");
      assertThat(binding.read("usertable", "user1", Set.of("field10"), new HashMap<>()))
          .isEqualTo(Status.BAD_REQUEST);
      assertThat(binding.delete("usertable", "user1")).isEqualTo(Status.NOT_IMPLEMENTED);

      Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
      assertThat(binding.scan("usertable", "user1", 5, null, rows)).isEqualTo(Status.OK);
      assertThat(rows).isNotEmpty().hasSizeLessThanOrEqualTo(5);
      assertThat(rows.get(0).keySet()).containsExactlyInAnyOrder("field0", "field3");
    } finally {
      binding.cleanup();
    }
  }

  private static Properties properties() {
    Properties properties = new Properties();
    InetSocketAddress node = cluster.contactPoints().get(0);
    properties.setProperty("hosts", node.getHostString());
    properties.setProperty("port", Integer.toString(node.getPort()));
    return properties;
  }

  private static String client(String phase, Path history) throws Exception {
    Properties properties = properties();
    properties.setProperty("quorate.history", history.toString());
    properties.setProperty("quorate.replicationfactor", "1");
    String output =
        new StockClient(QuorateDB.class, folder, RECORDS, OPERATIONS, List.of())
            .run(phase, properties);
    assertThat(history).as(output).exists();
    return output;
  }
}
