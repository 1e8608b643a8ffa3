package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.core.level.Level;

/** What is guaranteed to those requests alone that ask for it. */
final class GuaranteedRequestsTest extends GuaranteedTable {
  @Test
  void requestsThatAskReadWhatTheirProcessHasWrittenAndOthersPayNothing() {
    AdaptiveCqlSession session = session(OWN_WRITES.withTo(GuaranteedTo.REQUESTS));
    session.execute(SimpleStatement.newInstance(WRITE, 1));
    session.guaranteed().execute(SimpleStatement.newInstance(WRITE, 2));

    assertThat(read(session.guaranteed(), 1)).isEqualTo("QUORUM");
    assertThat(read(session.guaranteed(), 2)).isEqualTo("QUORUM");
    assertThat(read(session.guaranteed(), 3)).isEqualTo("ONE");
    assertThat(read(session, 1)).isEqualTo("ONE");
    assertThat(read(session.resume(null), 1)).as("a scope asks").isEqualTo("QUORUM");
    SimpleStatement read = SimpleStatement.newInstance(READ, 1);
    assertThat(session.guaranteed().explain(read).level()).contains(Level.QUORUM);
    assertThat(session.levels().explain(read).level()).contains(Level.ONE);
  }

  @Test
  void requestsThatAskSeeNothingOlderThanTheySaw() {
    AdaptiveCqlSession session = session(MONOTONIC.withTo(GuaranteedTo.REQUESTS));

    assertThat(read(session.guaranteed(), 1)).isEqualTo("QUORUM");
    assertThat(read(session, 1)).isEqualTo("ONE");
  }

  @ParameterizedTest
  @EnumSource(GuaranteedTo.class)
  void whoAsksIsPromisedNothingOfATableThatIsGuaranteedToScopesAlone(GuaranteedTo to) {
    AdaptiveCqlSession session = session(MONOTONIC.withTo(to));

    assertThat(read(session.guaranteed(), 1))
        .isEqualTo(to == GuaranteedTo.SCOPES ? "ONE" : "QUORUM");
    String reason = session.guaranteed().explain(SimpleStatement.newInstance(READ, 1)).reason();
    assertThat(reason.contains("is promised to scopes alone, so not to this read."))
        .as(reason)
        .isEqualTo(to == GuaranteedTo.SCOPES);
  }

  @Test
  void aWeakWriteOfARequestThatDoesNotAskIsToldToo() {
    AdaptiveCqlSession session = session(OWN_WRITES.withTo(GuaranteedTo.REQUESTS));
    session.execute(
        SimpleStatement.newInstance(WRITE, 1).setConsistencyLevel(DefaultConsistencyLevel.ONE));

    assertThat(session.levels().guarantees().get(CARTS).weakWrite())
        .hasValueSatisfying(told -> assertThat(told).startsWith("a write was sent at ONE"));
  }

  @Test
  void closingWhatAsksClosesNothing() {
    AdaptiveCqlSession session = session(OWN_WRITES.withTo(GuaranteedTo.REQUESTS));
    session.guaranteed().close();

    assertThat(driver.closed).isNotDone();
    assertThat(read(session, 1)).isEqualTo("ONE");
  }

  @Test
  void batchesAndAsynchronousWritesAreReadAndLaterPagesAreAsStrong() {
    AdaptiveCqlSession session = session(OWN_WRITES.withTo(GuaranteedTo.REQUESTS));
    SimpleStatement write = SimpleStatement.newInstance(WRITE, 1);
    session.execute(BatchStatement.newInstance(BatchType.LOGGED, write));
    CompletionStage<AsyncResultSet> unused =
        session.executeAsync(SimpleStatement.newInstance(WRITE, 2));

    boolean acknowledged = driver.pending.remove(0).complete(null);
    assertThat(acknowledged).isTrue();
    assertThat(read(session.guaranteed(), 1)).isEqualTo("QUORUM");
    assertThat(read(session.guaranteed(), 2)).as("acknowledged").isEqualTo("QUORUM");
    ByteBuffer page = ByteBuffer.wrap(new byte[] {1});
    session.guaranteed().execute(SimpleStatement.newInstance(READ, 3).setPagingState(page));
    assertThat(last()).as("a later page").isEqualTo("QUORUM");
    CompletionStage<AsyncResultSet> sent =
        session.guaranteed().executeAsync(SimpleStatement.newInstance(READ, 1));
    assertThat(last()).isEqualTo("QUORUM");
    assertThat(sent).isNotNull();
  }
}
