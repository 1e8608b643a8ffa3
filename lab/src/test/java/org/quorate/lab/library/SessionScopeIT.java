package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.guarantee.TokenSettings;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.session.SessionScope;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.guarantee.SessionTokens.Standing;
import org.quorate.core.guarantee.TokenKeys;
import org.quorate.core.level.Level;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.lab.testing.Decisions;

/** At which level the reads of users go out on real servers, which tell it by their traces. */
class SessionScopeIT extends AdaptiveSessionFixture {
  private static final TableName ORDERS = new TableName("adaptive_it", "orders");
  private static final String READ_ORDER = "SELECT v FROM adaptive_it.orders WHERE id = ?";
  private static final String WRITE_ORDER = "INSERT INTO adaptive_it.orders (id, v) VALUES (?, 1)";

  @BeforeAll
  static void createTables() {
    change(
        "CREATE TABLE IF NOT EXISTS adaptive_it.orders (id int PRIMARY KEY, v int)",
        "CREATE TABLE IF NOT EXISTS adaptive_it.unrepaired (id int PRIMARY KEY, v int)"
            + " WITH read_repair = 'NONE'");
  }

  private AdaptiveSession process() {
    return process(Level.ALL, GuaranteedTo.SCOPES);
  }

  private AdaptiveSession process(Level safeLevel, GuaranteedTo to) {
    AdaptiveSession session =
        adaptive(
            adapting(
                    TableSettings.of("adaptive_it.orders", 1, Level.QUORUM)
                        .withPolicy(new StaticPolicy(Level.ONE))
                        .withSafeLevel(safeLevel)
                        .withGuarantees(GuaranteeSettings.of(Guarantee.values()).withTo(to)))
                .tokens(TokenSettings.DEFAULT.withKeys(TokenKeys.of(List.of(new byte[32])))));
    Decisions.await(session, ORDERS, Level.ONE);
    return session;
  }

  @Test
  void whatAUserWroteAndReadIsReadAtTheLevelThatMeetsItByWhateverProcess() throws Exception {
    AdaptiveSession one = process();
    SessionScope scope = one.resume(null);
    PreparedStatement write =
        scope.prepare(
            SimpleStatement.newInstance(WRITE_ORDER)
                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM));
    scope.execute(write.bind(1));
    scope.execute(
        BatchStatement.newInstance(BatchType.UNLOGGED, write.bind(2))
            .setConsistencyLevel(DefaultConsistencyLevel.QUORUM));
    scope.executeAsync(write.bind(3)).toCompletableFuture().get();
    SessionScope resumed = process().resume(scope.token());

    assertThat(resumed.standing()).isEqualTo(Standing.RESUMED);
    PreparedStatement read = resumed.prepare(READ_ORDER);
    for (int key = 1; key <= 3; key++) {
      assertThat(traced(resumed, read.bind(key))).isEqualTo("QUORUM");
    }
    assertThat(traced(resumed, read.bind(4))).isEqualTo("ONE");
    assertThat(traced(resumed, read.bind(4))).isEqualTo("ALL");
    SessionScope next = one.resume(resumed.token());
    assertThat(traced(next, SimpleStatement.newInstance(READ_ORDER, 4))).isEqualTo("ALL");
    assertThat(traced(one, SimpleStatement.newInstance(READ_ORDER, 1))).isEqualTo("ONE");
  }

  @Test
  void onlyRequestsThatAskForGuaranteesPayForThem() throws Exception {
    AdaptiveSession session = process(Level.QUORUM, GuaranteedTo.REQUESTS);
    PreparedStatement read = session.prepare(READ_ORDER);

    assertThat(traced(session.guaranteed(), read.bind(5))).isEqualTo("QUORUM");
    assertThat(traced(session, read.bind(5))).isEqualTo("ONE");
  }

  @Test
  void aTableWhoseReadsRepairNothingCannotHaveMonotonicReads() {
    assertThatThrownBy(
            () ->
                adaptive(
                    adapting(
                        TableSettings.of("adaptive_it.unrepaired", 1, Level.QUORUM)
                            .withSafeLevel(Level.ALL)
                            .withGuarantees(GuaranteeSettings.of(Guarantee.MONOTONIC_READS)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The guarantees of table adaptive_it.unrepaired are refused:")
        .hasMessageContaining("read_repair = 'NONE'");
  }
}
