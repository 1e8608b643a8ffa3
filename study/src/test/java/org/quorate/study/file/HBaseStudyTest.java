package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.level.Level;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.Expectation;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.plan.Study;
import org.quorate.study.testing.Studies;

/** Studies of HBase, whose writes may be kept back and whose rows have one replica that answers. */
final class HBaseStudyTest {
  private static final String HBASE = "cluster: {engine: hbase}\n";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void bufferingAndDurabilityAreFactors() throws Exception {
    Study study =
        load(
            HBASE
                + "parts:\n"
                + "  a: {factors: {buffering: [none, stock, stock 1s, bounded 1s]}}\n"
                + "  b: {factors: {buffering: [bounded 1s], durability: [process-crash]}}\n");

    assertThat(study.cells().values())
        .extracting(RunSettings::buffering)
        .containsExactly(
            new Buffering.Unbuffered(),
            new Buffering.StockBuffer(12L << 20, null),
            new Buffering.StockBuffer(12L << 20, Duration.ofSeconds(1)),
            new Buffering.BoundedDeferral(Duration.ofSeconds(1), null, null, null),
            new Buffering.BoundedDeferral(Duration.ofSeconds(1), null, null, null));
    assertThat(study.cells().values())
        .extracting(RunSettings::durability)
        .containsExactly(
            Durability.NONE,
            Durability.NONE,
            Durability.NONE,
            Durability.NONE,
            Durability.PROCESS_CRASH);
    assertThat(study.cells().keySet())
        .extracting(Cell::label)
        .containsExactly(
            "unbuffered",
            "stock buffer",
            "stock buffer 1s",
            "bounded 1s",
            "bounded 1s, durability process-crash");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "buffering: bounded 1s adaptive",
        "factors: {buffering: [bounded 1s, bounded 250ms 12MiB adaptive]}"
      })
  void flushesThatAdaptAreRefusedInAStudyThatIsToBeginAndReadInOneThatBegan(String line)
      throws Exception {
    assertThatThrownBy(() -> load(HBASE + line + "\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("the size of flushes no longer adapts; remove adaptive");

    StudyFile began =
        StudyFile.reread(
            "x",
            folder.resolve("study.yaml"),
            folder,
            "title: x\nworkload: {properties: {recordcount: 10}}\n" + HBASE + line + "\n",
            StudyOverrides.NONE,
            Map.of());
    assertThat(began.study().cells().values())
        .extracting(settings -> settings.buffering().text())
        .allMatch(buffering -> buffering.startsWith("bounded"));
  }

  @Test
  void aStudyMaySayThemOnceForAllCells() throws Exception {
    Study study = load(HBASE + "buffering: bounded 250ms\ndurability: machine-crash\n");
    RunSettings only = study.cells().values().iterator().next();

    assertThat(only.buffering().text()).isEqualTo("bounded 250ms");
    assertThat(only.durability()).isEqualTo(Durability.MACHINE_CRASH);
    assertThat(study.settings())
        .containsEntry("engine", "hbase")
        .containsEntry("buffering of writes", "bounded 250ms")
        .containsEntry("durability of writes that are kept back", "machine-crash")
        .doesNotContainKeys(
            "read level", "write level", "second read", "replication factor", "tokens per node");
  }

  @Test
  void whatServersDoThatAreNotNeededIsAFactor() throws Exception {
    Study study =
        load(
            HBASE
                + "offload: {capacity: 300/s, low: 0.3, awake: 0.5}\n"
                + "factors: {offload: [none, idle, stop]}\n");
    OffloadSettings none =
        new OffloadSettings(
            Rest.NONE,
            null,
            300,
            0.3,
            0.7,
            Duration.ofSeconds(5),
            0.5,
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            1);

    assertThat(study.cells().values())
        .extracting(RunSettings::offload)
        .containsExactly(none, none.with(Rest.IDLE), none.with(Rest.STOP));
    assertThat(study.cells().keySet())
        .extracting(Cell::label)
        .containsExactly("no resting servers", "idle servers", "stopped servers");
    assertThat(study.settings())
        .containsEntry("servers that are not needed", "none, idle, stop (varied)")
        .containsEntry("what a server can do", "300/s")
        .containsEntry("servers that never rest", "a share of 0.5");
    assertThat(none.leastAwakeOf(3)).isEqualTo(2);
    assertThat(
            load("cluster: {engine: hbase, hdfs-data-nodes: 3}\noffload: {capacity: 300/s}\n")
                .cells()
                .values())
        .as("where nothing rests copies of others may be kept")
        .hasSize(1);
    assertThat(load(HBASE).cells().values().iterator().next().offload()).isNull();
  }

  @Test
  void aStudyMayExpectThatBoundsAreKept() throws Exception {
    Study study =
        load(
            HBASE
                + "runs: {history: no}\n"
                + "factors: {buffering: [none, bounded 1s], threads: [1, 2]}\n"
                + "expects: [{bound-kept: {buffering: bounded 1s, threads: 2}}]\n");

    assertThat(study.expectations())
        .containsExactly(
            new Expectation.BoundKept(Map.of("buffering", "bounded 1s", "threads", "2")));
  }

  @Test
  void someServersAlwaysStayAwake() {
    double[][] examples = {{1, 3, 1}, {2, 3, 2}, {9, 3, 3}, {0.1, 3, 1}, {0.7, 3, 3}};
    for (double[] each : examples) {
      OffloadSettings settings =
          new OffloadSettings(
              Rest.STOP,
              null,
              1,
              0.1,
              0.2,
              Duration.ZERO,
              each[0],
              Duration.ofSeconds(1),
              Duration.ZERO,
              1);

      assertThat((double) settings.leastAwakeOf((int) each[1])).isEqualTo(each[2]);
    }
  }

  @Test
  void eachRowHasOneReplicaThatAnswers() throws Exception {
    RunSettings settings = load(HBASE).cells().values().iterator().next();

    assertThat(settings.cluster().engine()).isEqualTo(StoreEngine.HBASE);
    assertThat(settings.cluster().replicationFactor()).isEqualTo(1);
    assertThat(settings.cluster().nodes()).isEqualTo(3);
    assertThat(settings.cluster().heapBytes()).isEqualTo(256L << 20);
    assertThat(settings.readPolicy()).isEqualTo(new StaticPolicy(Level.ONE));
    assertThat(settings.writeLevel()).isEqualTo(Level.ONE);
    assertThat(settings.buffering()).isEqualTo(new Buffering.Unbuffered());
  }

  @Test
  void propertiesOfItsServersAreNumbersAndTruths() throws Exception {
    Study study =
        load(
            "cluster: {engine: hbase, settings: {hbase.regionserver.handler.count: 10,"
                + " hbase.wal.hsync: true}}\n");

    assertThat(study.cells().values().iterator().next().cluster().settings())
        .containsEntry("hbase.regionserver.handler.count", "10")
        .containsEntry("hbase.wal.hsync", "true");
  }

  @Test
  void whereItsServersKeepTheirFilesIsSaid() throws Exception {
    Map<Integer, String> words =
        Map.of(
            0, "in local folders",
            1, "in HDFS, on 1 data node",
            3, "in HDFS, on 3 data nodes");
    for (Map.Entry<Integer, String> each : words.entrySet()) {
      Study study =
          load("cluster: {engine: hbase, hdfs-data-nodes: %d}\n".formatted(each.getKey()));

      assertThat(study.settings()).containsEntry("files", each.getValue());
      assertThat(study.cells().values().iterator().next().cluster().files())
          .isEqualTo(each.getValue());
    }
    assertThat(load("").settings()).doesNotContainKey("files").containsEntry("nodes", "3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cluster: {engine: hbase, replication-factor: 1} | line 2, cluster.replication-factor: HBase spreads | remove it
          cluster: {engine: hbase, tokens: 1}             | line 2, cluster.tokens: HBase spreads | remove it
          cluster: {engine: hbase, pools: balanced}       | line 2, cluster.pools: HBase spreads | remove it
          cluster: {engine: hbase, data-centers: {a: 3}}  | line 2, cluster.data-centers: HBase spreads | remove it
          cluster: {engine: hbase, settings: {hbase.coprocessor.region.classes: x.Y}} | line 2, cluster.settings.hbase.coprocessor.region.classes: a study sets only | a number
          cluster: {engine: hbase, settings: {hbase.regionserver.port: 1}} | line 2, cluster.settings.hbase.regionserver.port: this is chosen | remove it
          cluster: {engine: hbase}\\nlevels: {read: ONE}  | line 3, levels: HBase has one replica | remove it
          cluster: {engine: hbase}\\nmonitor: {}          | line 3, monitor: a monitor estimates | remove it
          cluster: {engine: hbase}\\ncoordinators: hot    | line 3, coordinators: HBase's clients ask | remove it
          cluster: {engine: hbase}\\nruns: {second-read: ONE} | line 3, runs.second-read: a second read asks | remove it
          cluster: {engine: hbase}\\nfactors: {read-level: [ONE]} | line 3, factors.read-level: HBase has nothing | remove the factor
          cluster: {engine: hbase}\\nfactors: {replication-factor: [1]} | line 3, factors.replication-factor: HBase has nothing | remove the factor
          cluster: {engine: hbase}\\nbuffering: stok      | line 3, buffering: "stok" is no buffering | Did you mean stock?
          cluster: {engine: hbase}\\ndurability: process-crash | line 3, durability: only a bounded deferral | take durability none
          cluster: {engine: hbase}\\nfactors: {buffering: [stock], durability: [machine-crash]} | line 3, factors.durability: only a bounded deferral | for buffering stock 12MiB
          cluster: {engine: hbase}\\nfactors: {durability: [proces]} | line 3, factors.durability: "proces" is not known here | process-crash
          cluster: {engine: hbase}\\nfactors: {offload: [stop]} | line 3, factors.offload: the study does not say | write offload: {capacity
          cluster: {engine: hbase, hdfs-data-nodes: 3}\\noffload: {rest: idle, capacity: 1/s} | line 3, offload.rest: a host whose data node | remove hdfs-data-nodes
          cluster: {engine: hbase, hdfs-data-nodes: 3}\\noffload: {capacity: 1/s}\\nfactors: {offload: [none, stop]} | line 4, factors.offload: a host whose data node | or take none
          cluster: {engine: hbase, nodes: 1}\\noffload: {rest: stop, capacity: 1/s} | line 3, offload.rest: a cluster of one server | add nodes
          cluster: {engine: hbase}\\noffload: {rest: idle, capacity: 1/s, awake: 3} | line 3, offload.rest: by offload.awake none of the 3 servers may rest | lower it
          cluster: {engine: hbase}\\noffload: {capacity: 1/s, awake: 0.7}\\nfactors: {offload: [none, stop]} | line 4, factors.offload: by offload.awake none of the 3 | or take none
          cluster: {engine: hbase}\\nfactors: {buffering: [none, bounded 1s]}\\nexpects: [{bound-kept: {}}] | line 4, expects.bound-kept: writes of the cell "unbuffered" have no bound | such as buffering: bounded 1s
          cluster: {engine: hbase}\\nbuffering: stock flush 1s\\nexpects: [{bound-kept: {}}] | line 4, expects.bound-kept: writes of the cell "the only cell" have no bound | such as buffering: bounded 1s
          cluster: {engine: hbase}\\noffload: {capacity: 1/s, low: 0.8} | line 3, offload.high: the high mark 0.7 | above the low mark 0.8
          cluster: {engine: hbase}\\noffload: {capacity: 1/s, interval: 3s} | line 3, offload.window: requests must be | interval of 3s
          cluster: {engine: hbase}\\noffload: {rest: stop, gear: west, capacity: 1/s} | line 3, offload.rest: region servers rest one by one | remove offload.gear
          buffering: stock                                | line 2, buffering: Cassandra's clients send every write | engine: hbase
          factors: {buffering: [none, bounded 1s]}        | line 2, factors.buffering: Cassandra's clients | engine: hbase
          """)
  void refusesWhatDoesNotFit(String lines, String place, String advice) {
    String text =
        "title: x\n" + lines.replace("\\n", "\n") + "\nworkload: {properties: {recordcount: 1}}\n";

    assertThatThrownBy(() -> Studies.load(folder, text))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(place)
        .hasMessageContaining(advice);
  }

  private Study load(String lines) throws Exception {
    return Studies.load(folder, "title: x\nworkload: {properties: {recordcount: 10}}\n" + lines)
        .study();
  }
}
