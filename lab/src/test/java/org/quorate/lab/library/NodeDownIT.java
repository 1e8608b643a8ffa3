package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.core.level.Level;
import org.quorate.lab.engine.RunningNode;

/** One node of three is down: what sessions that have just started do to reads. */
@Tag("faults")
class NodeDownIT extends AdaptiveSessionFixture {
  private static final int READS = 1_000;
  private static RunningNode down;

  @BeforeAll
  static void stopNode() throws Exception {
    down = cluster.nodes().get(2);
    down.stop();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                plain.getMetadata().getNodes().values().stream()
                    .anyMatch(node -> node.getState() == NodeState.DOWN));
  }

  @AfterAll
  static void restartNode() throws Exception {
    down.restart();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void readsAtTheApplicationsOwnLevelFailNoMoreOftenThanThroughThePlainSession(Mode mode) {
    int ofPlain;
    try (CqlSession own = ownSession()) {
      ofPlain = failed(own);
    }
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(mode)
            .table(TableSettings.of("adaptive_it.carts", 0.01, Level.LOCAL_ONE))
            .management(false)
            .listener(events::add)
            .build();
    try (AdaptiveSession session = Quorate.adaptive(ownSession(), settings)) {
      assertThat(failed(session)).isLessThanOrEqualTo(ofPlain);
      assertThat(session.levels().level(CARTS).orElseThrow().current().isLocal()).isTrue();
    }
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.LIMITED)
        .extracting(LevelEvent::reason)
        .hasSize(mode == Mode.ADAPT ? 1 : 0)
        .allMatch(reason -> reason.startsWith("Reads are sent at LOCAL_QUORUM at most"));
  }

  private static int failed(CqlSession session) {
    PreparedStatement read = session.prepare(READ);
    int failed = 0;
    for (int i = 0; i < READS; i++) {
      try {
        session.execute(read.bind(i % 20));
      } catch (DriverException e) {
        failed++;
      }
    }
    return failed;
  }

  private static CqlSession ownSession() {
    return CqlSession.builder()
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter("dc1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(15))
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM")
                .build())
        .build();
  }
}
