package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Observation;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.progress.Progress;

/** An application in a data centre of three replicas, beside another with one. */
@Tag("parallel")
@Tag("faults")
class AdaptiveCentersIT {
  private static final TableName TABLE = new TableName("it", "t");
  private static final int READS = 100;

  private final Queue<LevelEvent> events = new ConcurrentLinkedQueue<>();
  private volatile Level asked = Level.LOCAL_ONE;

  @Test
  void levelsAreThoseOfTheApplicationsOwnDataCentreWhateverBecomesOfTheOther() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder("it-adaptive-centers", CassandraEngine.DEFAULT_VERSION)
            .dataCenters(List.of(new DataCenter("dc1", 3, 3), new DataCenter("dc2", 1, 1)))
            .replicationFactor(1)
            .tokensPerNode(16)
            .quickCompiler(true)
            .build();
    try (RunningCluster cluster =
            LabDirectories.engine(null)
                .start(spec, LabDirectories.ROOT.resolve("adaptive-centers"), Progress.silent());
        CqlSession plain = Sessions.open(cluster, "dc1", DefaultConsistencyLevel.LOCAL_QUORUM)) {
      plain.execute(
          "CREATE KEYSPACE it WITH replication = "
              + new Replication(Map.of("dc1", 3, "dc2", 1)).toCql());
      plain.execute("CREATE TABLE it.t (k int PRIMARY KEY, v int)");
      plain.execute("INSERT INTO it.t (k, v) VALUES (1, 1)");
      AdaptiveSession session = Quorate.adaptive(plain, settings());
      await(() -> session.levels().level(TABLE).orElseThrow().current() == Level.LOCAL_ONE);
      assertThat(session.levels().readLevels(TABLE).replicationFactor()).isEqualTo(3);
      assertAllServedAt("LOCAL_ONE", session);

      cluster.nodes().get(3).stop();
      awaitDown(plain, 1);
      await(() -> session.levels().level(TABLE).orElseThrow().current() == Level.LOCAL_ONE);
      assertAllServedAt("LOCAL_ONE", session);

      cluster.nodes().get(2).stop();
      awaitDown(plain, 2);
      asked = Level.ALL;
      await(() -> session.levels().level(TABLE).orElseThrow().current() == Level.LOCAL_QUORUM);
      assertAllServedAt("LOCAL_QUORUM", session);
      assertThat(events).extracting(LevelEvent::kind).doesNotContain(Kind.LIMITED);
    }
  }

  private static void assertAllServedAt(String level, CqlSession session) {
    PreparedStatement read = session.prepare("SELECT v FROM it.t WHERE k = ?");
    for (int i = 0; i < READS; i++) {
      Statement<?> sent =
          (Statement<?>) session.execute(read.bind(1)).getExecutionInfo().getRequest();
      assertThat(sent.getConsistencyLevel().name()).isEqualTo(level);
    }
  }

  private static void awaitDown(CqlSession session, int count) {
    await(
        () ->
            session.getMetadata().getNodes().values().stream()
                    .filter(node -> node.getState() == NodeState.DOWN)
                    .count()
                == count);
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(condition);
  }

  private AdaptiveSettings settings() {
    return AdaptiveSettings.builder()
        .mode(Mode.ADAPT)
        .table(
            TableSettings.of(TABLE, 0.01, Level.LOCAL_QUORUM)
                .withPolicy(new Asking())
                .withWindow(Duration.ZERO))
        .counters(session -> List.of(new SystemViewsSource(session)))
        .propagation(
            (session, table, ladder, bytes) -> new GivenPropagation(0.01, System::nanoTime))
        // Servers that are busy with a death answer late; what is older than 15 s is not acted
        // upon.
        .interval(Duration.ofSeconds(5))
        .propagationInterval(Duration.ofSeconds(5))
        .management(false)
        .listener(events::add)
        .build();
  }

  private final class Asking implements ConsistencyPolicy {
    @Override
    public String name() {
      return "asking";
    }

    @Override
    public Decision decide(Observation observation, ReadLevels levels) {
      return Decision.of(asked, "It asks for " + asked + ".");
    }
  }
}
