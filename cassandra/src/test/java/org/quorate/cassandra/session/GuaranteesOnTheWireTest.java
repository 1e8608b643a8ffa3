package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.internal.core.retry.ConsistencyDowngradingRetryVerdict;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.error.Unavailable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.level.Level;

/** What becomes of guarantees where the driver tries again, or fetches pages, by itself. */
final class GuaranteesOnTheWireTest extends GuaranteedTable {
  private static final String INSERT = "INSERT INTO shop.carts (id, v) VALUES (1, 'a')";

  private final StandInServer server = StandInServer.with(Map.of());
  private CqlSession connected;

  @AfterEach
  void disconnect() {
    if (connected != null) {
      connected.close();
    }
    server.close();
  }

  private AdaptiveCqlSession connect() {
    connected = server.session("QUORUM").build();
    return session(
        connected,
        carts(Level.QUORUM).withGuarantees(GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES)),
        Mode.ADAPT);
  }

  /** Tries again at ONE, as an application's own policy may. */
  public static final class Weakening extends DefaultRetryPolicy {
    public Weakening(DriverContext context, String profile) {
      super(context, profile);
    }

    @Override
    public RetryVerdict onUnavailableVerdict(
        Request request, ConsistencyLevel level, int required, int alive, int retries) {
      return retries == 0
          ? new ConsistencyDowngradingRetryVerdict(DefaultConsistencyLevel.ONE)
          : RetryVerdict.RETHROW;
    }
  }

  private AdaptiveCqlSession connectWeakening() {
    server.options.put(TypedDriverOption.RETRY_POLICY_CLASS, Weakening.class.getName());
    return connect();
  }

  private static Message unavailable() {
    return new Unavailable("down", ProtocolConstants.ConsistencyLevel.QUORUM, 2, 1);
  }

  private static void execute(CqlSession session, Statement<?> statement, boolean isBlocking) {
    if (isBlocking) {
      session.execute(statement);
    } else {
      session.executeAsync(statement).toCompletableFuture().join();
    }
  }

  private List<String> broken() {
    return told.stream()
        .filter(event -> event.kind() == Kind.GUARANTEE)
        .map(LevelEvent::reason)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReadThatARetryPolicySendsAgainBelowWhatWasPromisedIsTold(boolean isBlocking) {
    AdaptiveCqlSession session = connectWeakening();
    session.execute(SimpleStatement.newInstance(INSERT));
    server.answers.add(GuaranteesOnTheWireTest::unavailable);
    execute(session, SimpleStatement.newInstance(READ, 2), isBlocking);
    assertThat(server.levels).containsExactly("ONE", "ONE");
    assertThat(broken()).as("nothing was promised of this one").isEmpty();

    server.levels.clear();
    server.answers.add(GuaranteesOnTheWireTest::unavailable);
    execute(session, session.prepare(READ).bind(1), isBlocking);
    assertThat(server.levels).containsExactly("QUORUM", "ONE");
    assertThat(broken())
        .containsExactly(
            "What was guaranteed of the table did not hold for a read: it was answered at ONE,"
                + " where QUORUM was promised, since a retry policy of the application had it sent"
                + " again at that level; choose a policy that keeps levels"
                + " (advanced.retry-policy).");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWriteThatARetryPolicySendsAgainBelowWhatWasStatedIsTold(boolean isBlocking) {
    AdaptiveCqlSession session = connectWeakening();
    execute(session, SimpleStatement.newInstance(INSERT), isBlocking);
    assertThat(session.levels().guarantees().get(CARTS).weakWrite()).isEmpty();

    server.writeAnswers.add(GuaranteesOnTheWireTest::unavailable);
    execute(session, SimpleStatement.newInstance(INSERT), isBlocking);
    assertThat(session.levels().guarantees().get(CARTS).weakWrite())
        .contains(
            "a write was sent at ONE, and write-level = QUORUM was stated; such writes may be"
                + " missed.");
  }

  /** Somebody to whom QUORUM was promised, and what is heard of reads. */
  private record Hearing(List<Level> heard) implements Client {
    @Override
    public Level floor(TableName table, long hash, long nanosSinceOwnWrite) {
      return Level.QUORUM;
    }

    @Override
    public void read(TableName table, long hash, Level level) {
      heard.add(level);
    }

    @Override
    public void written(TableName table, long hash, @Nullable Level level) {}

    @Override
    public boolean isOrderingWrites() {
      return false;
    }

    @Override
    public long timestamp(long proposed) {
      return proposed;
    }
  }

  @Test
  void theClientHearsAtWhichLevelItsReadWasAnswered() {
    AdaptiveCqlSession session = connectWeakening();
    List<Level> heard = new ArrayList<>();
    Statement<?> read = session.prepare(READ).bind(1);
    session.execute(read, new Hearing(heard), Statement.SYNC);
    assertThat(heard).containsExactly(Level.QUORUM);
    server.answers.add(GuaranteesOnTheWireTest::unavailable);
    session.execute(read, new Hearing(heard), Statement.SYNC);
    assertThat(heard).containsExactly(Level.QUORUM, Level.QUORUM, Level.ONE);
  }

  /** What is not promised: a result of several pages is one read, of its beginning. */
  @Test
  void aPageThatTheDriverFetchesIsAtTheLevelOfTheFirstWhateverWasWrittenSince() {
    AdaptiveCqlSession session = connect();
    server.answers.add(StandInServer::page);
    BoundStatement read = session.prepare(READ).bind(1);
    AsyncResultSet first = session.executeAsync(read).toCompletableFuture().join();
    session.execute(SimpleStatement.newInstance(INSERT));
    AsyncResultSet second = first.fetchNextPage().toCompletableFuture().join();
    assertThat(second.hasMorePages()).isFalse();
    assertThat(server.levels).containsExactly("ONE", "ONE");

    session.execute(read.setPagingState(ByteBuffer.wrap(new byte[] {1})));
    assertThat(server.levels).as("a paging state of one's own").last().isEqualTo("QUORUM");
  }
}
