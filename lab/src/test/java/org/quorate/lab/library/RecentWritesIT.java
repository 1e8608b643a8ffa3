package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Observation;
import org.quorate.lab.testing.Decisions;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Which reads of one session are raised on real servers, which tell the level by their traces. */
class RecentWritesIT extends AdaptiveSessionFixture {
  private static final String WRITE = "UPDATE adaptive_it.carts SET v = 'b' WHERE id = ?";

  /** Longer than any test, so that what was written stays recent. */
  private static final long WINDOW_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final Raise RECENTLY_WRITTEN =
      new Raise.RecentlyWritten(WINDOW_NANOS, Level.QUORUM);

  private AdaptiveSession session;
  private PreparedStatement read;

  /** Raises what it is told to. */
  private record Raising(List<Raise> raises) implements ConsistencyPolicy {
    @Override
    public String name() {
      return "raising";
    }

    /** So that it stays however late servers tell their counts. */
    @Override
    public Optional<Level> fixedLevel() {
      return Optional.of(Level.ONE);
    }

    @Override
    public Decision decide(Observation observation, ReadLevels levels) {
      return new Decision(Level.ONE, raises, "The test says so.", Optional.empty());
    }
  }

  private void adapt(Raise... raises) {
    session = adaptive(adapting(carts(1).withPolicy(new Raising(List.of(raises)))));
    read = session.prepare(READ);
    awaitDecision();
  }

  private void awaitDecision() {
    Decisions.await(session, CARTS, Level.ONE);
  }

  private void assertRaised(int... ids) {
    for (int id : ids) {
      assertThat(traced(session, read.bind(id))).as("row %d", id).isEqualTo("QUORUM");
      assertThat(traced(session, SimpleStatement.newInstance(READ, id))).isEqualTo("QUORUM");
    }
    assertThat(traced(session, read.bind(19))).as("another row").isEqualTo("ONE");
    assertThat(traced(session, SimpleStatement.newInstance(READ, 19))).isEqualTo("ONE");
  }

  @Test
  void whatIsWrittenAndReadAtOnceIsReadAtTheRaisedLevelAndNothingElse() throws Exception {
    adapt(RECENTLY_WRITTEN);
    session.execute(session.prepare(WRITE).bind(1));
    session.execute(plain.prepare(WRITE).bind(2));
    session.execute(SimpleStatement.newInstance(WRITE, 3));
    session.execute("INSERT INTO adaptive_it.carts (id, v) VALUES (4, 'b')");
    session.execute(
        BatchStatement.newInstance(
            BatchType.UNLOGGED,
            session.prepare(WRITE).bind(5),
            SimpleStatement.newInstance("DELETE FROM adaptive_it.carts WHERE id = 6")));
    assertRaised(1, 2, 3, 4, 5, 6);
    session
        .executeAsync(session.prepare(WRITE).bind(7))
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
    assertThat(all(session.executeReactive(session.prepare(WRITE).bind(8)))).isEmpty();
    assertRaised(7, 8);
  }

  /** What a publisher says at its end. */
  private static <ItemT> List<ItemT> all(Publisher<ItemT> publisher) throws Exception {
    List<ItemT> items = new ArrayList<>();
    CompletableFuture<List<ItemT>> ended = new CompletableFuture<>();
    publisher.subscribe(
        new Subscriber<>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(ItemT item) {
            items.add(item);
          }

          @Override
          public void onError(Throwable failure) {
            ended.completeExceptionally(failure);
          }

          @Override
          public void onComplete() {
            ended.complete(items);
          }
        });
    return ended.get(60, TimeUnit.SECONDS);
  }

  @Test
  void aReactiveReadHasTheLevelOfTheMomentOfItsSubscription() throws Exception {
    adapt(RECENTLY_WRITTEN);
    ReactiveResultSet before = session.executeReactive(read.bind(11));
    assertThat(all(before)).hasSize(1);
    assertThat(levels(before)).containsExactly("ONE");
    ReactiveResultSet rows = session.executeReactive(read.bind(11));
    session.execute(
        session.prepare(WRITE).bind(11).setConsistencyLevel(DefaultConsistencyLevel.ALL));
    assertThat(all(rows)).extracting(row -> row.getString(0)).containsExactly("b");
    assertThat(levels(rows)).containsExactly("QUORUM");
  }

  private static List<String> levels(ReactiveResultSet rows) throws Exception {
    return all(rows.getExecutionInfos()).stream()
        .map(info -> ((Statement<?>) info.getRequest()).getConsistencyLevel().name())
        .toList();
  }

  @Test
  void readsOfARangeOfTheRealRingAreRaisedAndTheExplanationSaysWhy() {
    TokenMap ring = plain.getMetadata().getTokenMap().orElseThrow();
    long token =
        Long.parseLong(
            ring.format(
                ring.newToken(TypeCodecs.INT.encode(9, plain.getContext().getProtocolVersion()))));
    adapt(RECENTLY_WRITTEN, new Raise.TokenRange(token - 1, token, Level.ALL));
    assertThat(traced(session, read.bind(9))).isEqualTo("ALL");
    assertThat(traced(session, read.bind(10))).isEqualTo("ONE");
    LevelExplanation raised = session.levels().explain(read.bind(9));
    assertThat(raised.table()).contains(CARTS);
    assertThat(raised.level()).contains(Level.ALL);
    assertThat(raised.reason()).contains("Its token " + token + " is in the range");
    assertThat(session.levels().explain(read.bind(10)).reason()).isEqualTo("The test says so.");
    assertThat(session.metrics())
        .filteredOn(metric -> metric.name().equals("quorate.reads.raised"))
        .filteredOn(metric -> "range".equals(metric.tags().get("cause")))
        .singleElement()
        .satisfies(metric -> assertThat(metric.value()).isEqualTo(1));
  }
}
