package org.quorate.bench;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.OperationKind;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.Store;
import org.quorate.study.progress.Progress;

/**
 * Whether a stall of a real server is seen in full: one Cassandra node, an open loop of reads at a
 * constant 1,000 per second for 20 s, and the node stopped by SIGSTOP for one second in the middle.
 * A generator that does not omit the operations it should have sent reports a p99 response time
 * near 0.80 s and a p99.9 near 0.98 s, plus what the node needs to catch up; one that times
 * operations from their sending, as the service times printed beside them do in a closed loop, does
 * not.
 */
public final class StoppedNodeBenchmark {
  private StoppedNodeBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int repetitions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    Path directory = Files.createTempDirectory("stopped-node");
    ClusterSpec spec =
        ClusterSpec.builder("stopped-node", CassandraEngine.DEFAULT_VERSION).nodes(1).build();
    try (RunningCluster cluster =
            CassandraEngine.ofUser(null).start(spec, directory, Progress.silent());
        CassandraConnection connection =
            CassandraConnection.open(ConnectionSettings.of(cluster.contactPoints()))) {
      Workload workload = workload();
      TableLayout layout =
          new TableLayout(
              TableLayout.DEFAULT_KEYSPACE,
              workload.table(),
              IntStream.range(0, workload.fields().count()).mapToObj(i -> "field" + i).toList());
      CassandraSchema schema = connection.schema();
      schema.createKeyspace(
          layout,
          new Replication(Map.of("dc1", 1)),
          CassandraSchema.OnDifference.REFUSE,
          System.out::println);
      schema.createTable(layout, Map.of(), System.out::println);
      try (Store store = connection.openStore(layout, workload.keyNames()::bytes)) {
        drive(store, workload, new LoadPlan.Closed(16, 0), Duration.ofSeconds(20));
        for (int i = 0; i < repetitions; i++) {
          stall(store, workload, cluster.nodes().get(0));
        }
      }
    }
  }

  private static void stall(Store store, Workload workload, RunningNode node) throws Exception {
    CompletableFuture<Void> stop =
        CompletableFuture.runAsync(
            () -> {
              try {
                node.pause();
                TimeUnit.SECONDS.sleep(1);
                node.resume();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS));
    ArrivalProcess arrivals = ArrivalProcess.constant(1000, false, null);
    LoadOutcome outcome =
        drive(
            store,
            workload,
            new LoadPlan.Open(lane -> arrivals.schedule(1, lane, 1), 4096),
            Duration.ofSeconds(20));
    stop.join();
    LoadOutcome.Kind reads = outcome.kinds().get(OperationKind.READ);
    if (reads == null) {
      throw new IllegalStateException("No read was sent.");
    }
    Histogram response = reads.response();
    System.out.printf(
        "reads %,d, failed %s, response p50 %.2f ms, p99 %.3f s, p99.9 %.3f s (0.80 and 0.98 of a"
            + " perfect stall), lag p99 %.2f ms%n",
        reads.ok(),
        reads.errors(),
        response.getValueAtPercentile(50) / 1e6,
        response.getValueAtPercentile(99) / 1e9,
        response.getValueAtPercentile(99.9) / 1e9,
        outcome.lag().getValueAtPercentile(99) / 1e6);
  }

  private static LoadOutcome drive(
      Store store, Workload workload, LoadPlan.Shape shape, Duration duration)
      throws InterruptedException {
    KeySequence keys = workload.keySequence();
    OperationStream stream = workload.stream(7, 0, keys);
    LoadPlan plan =
        new LoadPlan(
            1,
            lane -> stream::next,
            shape,
            Levels.fixed(Level.ONE, Level.ONE),
            keys::acknowledge,
            duration,
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            lane -> LaneHistory.none());
    return new LoadDriver(lane -> store, SystemTime.versions(), new SystemTime())
        .drive(plan, second -> {});
  }

  private static Workload workload() throws java.io.IOException {
    return WorkloadProperties.empty()
        .withFile(
            "reads",
            new StringReader(
                """
                workload=site.ycsb.workloads.CoreWorkload
                recordcount=1000
                readproportion=1
                updateproportion=0
                """))
        .workload();
  }
}
