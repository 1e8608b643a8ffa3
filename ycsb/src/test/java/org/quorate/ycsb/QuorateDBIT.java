package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
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
import site.ycsb.StringByteIterator;

/** Stock YCSB's client, as its users run it, against one real node. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
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
                new ClusterRegistry(ROOT.resolve("clusters")),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                null)
            .start(
                ClusterSpec.builder("it-ycsb", CassandraEngine.DEFAULT_VERSION)
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
      Map<String, ByteIterator> values = new HashMap<>();
      values.put("field0", new StringByteIterator("zero"));
      values.put("field3", new StringByteIterator("three"));
      assertThat(binding.insert("usertable", "user1", values)).isEqualTo(Status.OK);
      assertThat(
              binding.update(
                  "usertable", "user1", Map.of("field3", new StringByteIterator("tres"))))
          .isEqualTo(Status.OK);

      Map<String, ByteIterator> all = new HashMap<>();
      assertThat(binding.read("usertable", "user1", null, all)).isEqualTo(Status.OK);
      assertThat(all.keySet()).containsExactlyInAnyOrder("field0", "field3");
      assertThat(all.get("field0")).hasToString("zero");
      assertThat(all.get("field3")).hasToString("tres");
      Map<String, ByteIterator> one = new HashMap<>();
      assertThat(binding.read("usertable", "user1", Set.of("field3"), one)).isEqualTo(Status.OK);
      assertThat(one.keySet()).containsExactly("field3");
      Map<String, ByteIterator> two = new HashMap<>();
      assertThat(binding.read("usertable", "user1", Set.of("field0", "field9"), two))
          .isEqualTo(Status.OK);
      assertThat(two.keySet()).containsExactly("field0");

      assertThat(binding.read("usertable", "user2", null, new HashMap<>()))
          .isEqualTo(Status.NOT_FOUND);
      assertThat(binding.read("usertable", "user1", Set.of("field10"), new HashMap<>()))
          .isEqualTo(Status.BAD_REQUEST);
      assertThat(binding.read("other", "user1", null, new HashMap<>()))
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

  /** Runs YCSB's client in a process of its own, since it ends the one that it is in. */
  private static String client(String phase, Path history) throws Exception {
    Path workload = folder.resolve("workloada");
    Files.writeString(
        workload,
        """
        recordcount=%d
        operationcount=%d
        workload=site.ycsb.workloads.CoreWorkload
        readallfields=true
        readproportion=0.5
        updateproportion=0.5
        scanproportion=0
        insertproportion=0
        requestdistribution=zipfian
        """
            .formatted(RECORDS, OPERATIONS));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add("site.ycsb.Client");
    command.add(phase);
    command.addAll(List.of("-db", QuorateDB.class.getName(), "-threads", "4"));
    command.addAll(List.of("-P", workload.toString()));
    Properties properties = properties();
    properties.setProperty("quorate.history", history.toString());
    properties.setProperty("quorate.replicationfactor", "1");
    properties.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    Path output = folder.resolve("output" + phase);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("YCSB ended").isTrue();
    String text = Files.readString(output);
    assertThat(process.exitValue()).as(text).isZero();
    assertThat(history).as(text).exists();
    return text;
  }

  private static long counted(String output, String operation, String status) {
    Matcher matcher =
        Pattern.compile("\\[" + operation + "\\], Return=" + status + ", (\\d+)").matcher(output);
    assertThat(matcher.find()).as(output).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
