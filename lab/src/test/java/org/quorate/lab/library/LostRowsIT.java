package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.replica.ReplicaState;
import org.quorate.core.replica.ReplicaStatus;
import org.quorate.lab.cassandra.MemtableFlush;
import org.quorate.lab.engine.RunningNode;

/**
 * A replica has lost the files of a table, of which no server knows: pairs of reads show which it
 * is.
 */
@Tag("faults")
class LostRowsIT extends AdaptiveSessionFixture {
  private static final TableName LOST = new TableName("adaptive_it", "lost");
  private static final int KEYS = 2_000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static RunningNode lacking;

  @BeforeAll
  static void loseRows() throws Exception {
    change("CREATE TABLE IF NOT EXISTS adaptive_it.lost (id int PRIMARY KEY, v bigint)");
    for (int id = 0; id < KEYS; id++) {
      write(SimpleStatement.newInstance("INSERT INTO adaptive_it.lost (id, v) VALUES (?, 1)", id));
    }
    MemtableFlush.flush(cluster, LOST.keyspace(), LOST.table());
    lacking = cluster.nodes().get(1);
    lacking.stop();
    Path keyspace =
        cluster.directory().resolve(lacking.name()).resolve("data").resolve(LOST.keyspace());
    assertThat(deleteFilesOf(keyspace, LOST.table() + "-")).isPositive();
    lacking.restart();
  }

  private static int deleteFilesOf(Path keyspace, String table) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(keyspace)) {
      files =
          all.filter(Files::isRegularFile)
              .filter(each -> keyspace.relativize(each).toString().startsWith(table))
              .toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    return files.size();
  }

  @Test
  void aReplicaWithoutItsRowsIsRaisedUntilItIsRepaired() throws Exception {
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .table(TableSettings.of(LOST, 0.9, Level.QUORUM).withSafeLevel(Level.QUORUM))
            .propagation(
                (any, table, ladder, bytes) -> new GivenPropagation(0.001, System::nanoTime))
            .management(false)
            .eventPeriod(Duration.ZERO)
            .listener(events::add)
            .build();
    try (CqlSession own = open();
        AdaptiveSession session = Quorate.adaptive(own, settings)) {
      PreparedStatement read = session.prepare("SELECT v FROM adaptive_it.lost WHERE id = ?");
      Awaitility.await("nodes are seen to run")
          .atMost(PATIENCE)
          .until(
              () ->
                  session.levels().replicas().size() == 3
                      && session.levels().replicas().values().stream()
                          .allMatch(each -> each.state() == ReplicaState.FRESH));
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      for (int i = 0; !status(session).raises() && System.nanoTime() < deadline; i++) {
        session.execute(read.bind(i % KEYS));
      }
      assertThat(status(session).state()).isEqualTo(ReplicaState.SUSPECT);
      assertThat(status(session).reason())
          .matches(
              "It answered \\d+ of \\d+ compared reads stale, the others 0 of \\d+ \\(rows at rest"
                  + " for 10 s\\)\\.");
      assertThat(session.levels().replicas().values())
          .filteredOn(ReplicaStatus::raises)
          .singleElement()
          .isEqualTo(status(session));
      awaitReasonWhileReading(session, read, reason -> assertThat(reason).contains("Its token"));
      assertThat(session.levels().explain(read.bind(5)).level()).contains(Level.QUORUM);

      for (int id = 0; id < KEYS; id++) {
        own.execute(
            SimpleStatement.newInstance("SELECT v FROM adaptive_it.lost WHERE id = ?", id)
                .setConsistencyLevel(DefaultConsistencyLevel.ALL));
      }
      session.levels().declareRepaired(status(session).name());
      awaitReasonWhileReading(
          session, read, reason -> assertThat(reason).doesNotContain("Its token"));
      assertThat(events)
          .extracting(LevelEvent::kind)
          .contains(Kind.REPLICA_BEHIND, Kind.REPLICA_FRESH);
    }
  }

  /** Decisions rest on what is read. */
  private static void awaitReasonWhileReading(
      AdaptiveSession session, PreparedStatement read, Consumer<String> expected) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              for (int id = 0; id < 100; id++) {
                session.execute(read.bind(id));
              }
              expected.accept(session.levels().explain(read.bind(5)).reason());
            });
  }

  private static ReplicaStatus status(AdaptiveSession session) {
    String address =
        lacking.clientAddress().getAddress().getHostAddress()
            + ":"
            + lacking.clientAddress().getPort();
    return session.levels().replicas().values().stream()
        .filter(each -> each.name().endsWith(address))
        .findFirst()
        .orElseThrow();
  }
}
