package org.quorate.cassandra.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.Traffic;
import org.quorate.core.level.Level;

class TrafficRoundsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final TableName AUDIT = new TableName("shop", "audit");

  private final FakeNode node = FakeNode.of(1, "dc1");
  private final FakeSession driver = new FakeSession("ONE");
  private final FakeSource source = new FakeSource("fake");
  private final OwnReads.Counter own = new OwnReads.Counter();
  private final TrafficRounds rounds =
      new TrafficRounds(
          new ClusterMonitor(
              driver.session, List.of(source), Duration.ofMinutes(1), System::nanoTime),
          Set.of(CARTS),
          own::soFar);

  TrafficRoundsTest() {
    driver.nodes(node.node);
  }

  @Test
  void ownReadsCountFromOneAnswerToTheNextAsOfTheQuestion() {
    send(7);
    var begun = begin();
    source.answer(node, 0, Map.of(CARTS, new TableCounts(100, 0, 0, 0)));
    assertThat(begun.join()).as("nothing to compare with").isEmpty();
    send(60);
    var failed = begin();
    source.fail(node, new SourceException("no permission"));
    assertThat(failed).isCompletedExceptionally();
    send(20);
    var seen = begin();
    send(5);
    source.answer(node, 4, Map.of(CARTS, new TableCounts(300, 40, 0, 0)));
    TrafficRound round = seen.join().orElseThrow();
    assertThat(round.own().of(CARTS)).isEqualTo(Map.of(Level.ONE, 80L));
    assertThat(round.traffic(CARTS)).contains(new Traffic(4_000_000_000L, 4, 50, 10, 80, true));
    assertThat(round.traffic(AUDIT)).isEmpty();
  }

  @Test
  void ownReadsOfARoundThatNobodyAnswersCountWithTheNextReading() {
    send(7);
    var begun = begin();
    source.answer(node, 0, Map.of(CARTS, new TableCounts(100, 0, 0, 0)));
    assertThat(begun.join()).isEmpty();
    send(60);
    var silent = begin();
    source.fail(node, new IOException("too late"));
    assertThat(silent.join()).isEmpty();
    send(20);
    var seen = begin();
    source.answer(node, 4, Map.of(CARTS, new TableCounts(300, 40, 0, 0)));
    assertThat(seen.join().orElseThrow().traffic(CARTS))
        .contains(new Traffic(4_000_000_000L, 4, 50, 10, 80, true));
  }

  @Test
  void whileARoundIsUnderWayNoneIsBegun() {
    var first = begin();
    assertThat(begin().join()).isEmpty();
    assertThat(first).isNotDone();
    assertThat(source.questions).isEqualTo(1);
  }

  @Test
  void readsAreKnownByTableAndLevel() {
    send(2);
    own.ended(CARTS, DefaultConsistencyLevel.ALL);
    own.ended(AUDIT, DefaultConsistencyLevel.ALL);
    own.ended(AUDIT, DefaultConsistencyLevel.SERIAL);
    OwnReads soFar = own.soFar();
    assertThat(soFar.of(CARTS)).isEqualTo(Map.of(Level.ONE, 2L, Level.ALL, 1L));
    assertThat(soFar.ofAllTables()).isEqualTo(Map.of(Level.ONE, 2L, Level.ALL, 2L));
  }

  private void send(int reads) {
    for (int i = 0; i < reads; i++) {
      own.ended(CARTS, DefaultConsistencyLevel.ONE);
    }
  }

  private CompletableFuture<Optional<TrafficRound>> begin() {
    return rounds.begin().toCompletableFuture();
  }
}
