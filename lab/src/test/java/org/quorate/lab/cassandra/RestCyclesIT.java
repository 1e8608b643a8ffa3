package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.RestingReplicas;
import org.quorate.lab.cassandra.rest.UsedLevels;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.progress.Progress;

/**
 * A replica rests and wakes again and again under writes, and whoever sends it to rest or wakes it
 * is killed at a moment drawn by chance each time; the next one goes on, or undoes it. Nothing that
 * was acknowledged is ever missing at the replica when it has clients again, and no write fails.
 * {@code -Dquorate.rest-cycles=50} has it do so fifty times, in an hour and a half.
 */
@Tag("parallel")
@Tag("faults")
class RestCyclesIT {
  private static final String NAME = "it-rest-cycles";
  private static final String GEAR = "node4";
  private static final int CYCLES = Integer.getInteger("quorate.rest-cycles", 2);
  private static final long SEED = 1;
  private static final UsedLevels LOCAL =
      new UsedLevels(Set.of(Level.LOCAL_QUORUM), Set.of(Level.LOCAL_QUORUM));

  /** A little longer than a rest or a wake takes, so that some are killed after their end. */
  private static final int LONGEST_REST_MILLIS = 15_000;

  private static final int LONGEST_WAKE_MILLIS = 40_000;

  private static final int BETWEEN_WRITES_MILLIS = 50;

  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicInteger next = new AtomicInteger();

  @Test
  void nothingThatWasAcknowledgedIsLostWhereverItsControllersAreKilled() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(NAME, CassandraEngine.DEFAULT_VERSION)
            .dataCenters(List.of(new DataCenter("dc1", 3, 3), new DataCenter("gear", 1, 1)))
            .replicationFactor(1)
            .quickCompiler(true)
            .setting("hints_flush_period", "1s")
            .build();
    try (RunningCluster cluster =
            LabDirectories.engine(null)
                .start(spec, LabDirectories.ROOT.resolve("rest-cycles"), Progress.silent());
        CqlSession session =
            Sessions.within(cluster, "dc1", DefaultConsistencyLevel.LOCAL_QUORUM)) {
      session.execute(
          "CREATE KEYSPACE it WITH replication = "
              + new Replication(Map.of("dc1", 3, "gear", 1)).toCql());
      session.execute("CREATE TABLE it.t (k int PRIMARY KEY, v int)");
      PreparedStatement insert = session.prepare("INSERT INTO it.t (k, v) VALUES (?, ?)");
      ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
      var unused =
          writer.scheduleWithFixedDelay(
              () -> write(session, insert), 0, BETWEEN_WRITES_MILLIS, TimeUnit.MILLISECONDS);
      try {
        cycles(cluster);
      } finally {
        writer.shutdown();
        assertThat(writer.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      }
      assertThat(failed).as("failed writes").hasValue(0);
      assertThat(acknowledged).hasSizeGreaterThan(100);
    }
  }

  private void cycles(RunningCluster cluster) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    RestingReplicas replicas = new RestingReplicas(cluster);
    for (int cycle = 1; cycle <= CYCLES; cycle++) {
      List<String> done = new ArrayList<>();
      done.add(killed("rest", random.nextInt(LONGEST_REST_MILLIS)));
      if (random.nextBoolean()) {
        // It may not rest yet, as while another node lacks a write that timed out.
        await()
            .atMost(Duration.ofMinutes(3))
            .pollInterval(Duration.ofSeconds(1))
            .ignoreExceptionsInstanceOf(EngineException.class)
            .until(
                () -> {
                  replicas.rest(List.of(GEAR), RestTerms.DEFAULT, LOCAL, silent());
                  return true;
                });
        done.add("rest");
        done.add(killed("wake", random.nextInt(LONGEST_WAKE_MILLIS)));
      }
      if (replicas.journal().of(GEAR).isPresent()) {
        replicas.wake(List.of(GEAR), false, silent(), done::add);
      }
      assertThat(cluster.nodes().get(3).state()).as("%s", done).isEqualTo(NodeState.READY);
      assertHasAll(cluster, "cycle " + cycle + ": " + done);
    }
  }

  private static String killed(String command, int afterMillis) throws Exception {
    Process controller = RestMain.start(NAME, command, GEAR);
    boolean hasEnded = controller.waitFor(afterMillis, TimeUnit.MILLISECONDS);
    controller.destroyForcibly().waitFor();
    return command + (hasEnded ? " ended" : " killed after " + afterMillis + " ms");
  }

  private void write(CqlSession session, PreparedStatement insert) {
    int key = next.getAndIncrement();
    try {
      session.execute(insert.bind(key, key));
      acknowledged.add(key);
    } catch (DriverException e) {
      failed.incrementAndGet();
    }
  }

  /** At the one replica of its data centre, which is the coordinator too. */
  private void assertHasAll(RunningCluster cluster, String done) {
    Set<Integer> before = Set.copyOf(acknowledged);
    try (CqlSession there = Sessions.within(cluster, "gear", DefaultConsistencyLevel.LOCAL_ONE)) {
      // What was acknowledged a moment ago may be on its way to another data centre.
      await()
          .untilAsserted(
              () -> {
                Set<Integer> keys =
                    there.execute("SELECT k FROM it.t").all().stream()
                        .map(row -> row.getInt(0))
                        .collect(Collectors.toSet());
                assertThat(keys).as(done).containsAll(before);
              });
    }
  }

  private static Progress.Task silent() {
    return Progress.silent().start("", 0, "");
  }
}
