package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;

/** What a session does where servers do not allow the levels of what it measures. */
class ForbiddenMeasurementsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String GUARDRAIL = "read_consistency_levels_disallowed";
  private static final Duration WAIT = Duration.ofSeconds(60);

  private final Queue<LevelEvent> events = new ConcurrentLinkedQueue<>();
  private final StandInServer server = StandInServer.with(Map.of());
  private AdaptiveSession session;

  @AfterEach
  void close() {
    if (session != null) {
      session.close();
    }
    server.close();
  }

  private void adapt() {
    server.addNode();
    session =
        Quorate.adaptive(
            server.session("QUORUM").build(),
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(
                    TableSettings.of(CARTS, 0.1, Level.QUORUM)
                        .withPolicy(Policies.of("quorate", 0.1)))
                .interval(Duration.ofMillis(100))
                .eventPeriod(Duration.ZERO)
                .management(false)
                .listener(events::add)
                .build());
  }

  private List<String> problems(String saying) {
    return events.stream()
        .filter(event -> event.kind() == Kind.SOURCE_PROBLEM)
        .map(LevelEvent::reason)
        .filter(reason -> reason.contains(saying))
        .toList();
  }

  /** Not that a server stood still for longer than it is waited for, which may be told besides. */
  private List<String> refusals(String saying) {
    return problems(saying).stream().filter(reason -> reason.contains(GUARDRAIL)).toList();
  }

  private boolean hasDecided() {
    return session.levels().status(CARTS).orElseThrow().decision().isPresent();
  }

  /** A time without the slowest replica's would let reads be weaker than what writes leave out. */
  @Test
  void whereTheSlowestReplicaCannotBeTimedReadsKeepTheApplicationsOwnLevelAndThatIsTold() {
    server.disallowed.add("ALL");
    adapt();
    String told = "propagation time could not be measured";
    Awaitility.await()
        .atMost(WAIT)
        .until(() -> !refusals(told).isEmpty() || (hasDecided() && isWeaker()));
    BoundStatement read = session.prepare(StandInServer.READ).bind(1);
    session.execute(read);
    assertThat(server.levels).containsExactly("QUORUM");
    assertThat(refusals(told))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each).contains("[ALL] are not allowed", "shop.carts"));
    List<String> all = problems(told);
    for (int i = 1; i < all.size(); i++) {
      assertThat(all.get(i)).as("told anew only after another").isNotEqualTo(all.get(i - 1));
    }
  }

  /** System tables are not exempt: nothing is silent, and no firewall is to blame. */
  @Test
  void whereTrafficCannotBeReadForItsLevelTheGuardrailIsNamed() {
    server.disallowed.add("ONE");
    adapt();
    Awaitility.await().atMost(WAIT).until(() -> !refusals("system_views").isEmpty());
    assertThat(refusals("system_views"))
        .first()
        .asString()
        .contains("[ONE] are not allowed")
        .doesNotContain("firewall");
  }

  private boolean isWeaker() {
    return session.levels().level(CARTS).orElseThrow().current() != Level.QUORUM;
  }
}
