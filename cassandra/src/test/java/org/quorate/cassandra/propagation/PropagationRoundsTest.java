package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Propagation;

class PropagationRoundsTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  private static final class CountingSource implements PropagationSource {
    private final LevelLadder ladder;
    private final OwnReads.Counter reads = new OwnReads.Counter();
    private int asked;
    private boolean closed;
    private int timesClosed;

    CountingSource(LevelLadder ladder) {
      this.ladder = ladder;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public String meaning() {
      return "of " + ladder;
    }

    @Override
    public CompletionStage<PropagationReading> measure(int mostPairs) {
      asked = mostPairs;
      return measure();
    }

    @Override
    public CompletionStage<PropagationReading> measure() {
      reads.ended(CARTS, DefaultConsistencyLevel.ALL);
      return CompletableFuture.completedFuture(
          new PropagationReading(Propagation.exactly(0.001), name(), 30, 0, List.of()));
    }

    @Override
    public OwnReads readsSent() {
      return reads.soFar();
    }

    @Override
    public void close() {
      closed = true;
      timesClosed++;
      throw new IllegalStateException("by the test");
    }
  }

  private static ReadLevels levels(LevelLadder ladder) {
    return new ReadLevels(new Replication(Map.of("dc1", 3)), "dc1", ladder, Level.QUORUM);
  }

  private final List<CountingSource> made = new ArrayList<>();
  private final PropagationRounds rounds =
      new PropagationRounds(
          new FakeSession("LOCAL_QUORUM").session,
          (session, table, ladder, bytes) -> {
            made.add(new CountingSource(ladder));
            return made.get(made.size() - 1);
          },
          () -> Double.NaN,
          (table, replication, reading, failure) -> assertThat(failure).isNull());

  @Test
  void aSourceIsMadeAnewForAnotherLadder() {
    rounds.begin(CARTS, levels(LevelLadder.GLOBAL));
    rounds.begin(CARTS, levels(LevelLadder.GLOBAL));
    rounds.begin(CARTS, levels(LevelLadder.LOCAL));
    assertThat(made)
        .extracting(source -> source.ladder)
        .containsExactly(LevelLadder.GLOBAL, LevelLadder.LOCAL);
    assertThat(made).extracting(source -> source.closed).containsExactly(true, false);
    assertThat(rounds.source(CARTS).orElseThrow().meaning()).isEqualTo("of LOCAL");
    assertThat(rounds.readsSent().of(CARTS))
        .as("of both, since servers counted both")
        .isEqualTo(Map.of(Level.ALL, 3L));
  }

  @Test
  void aSourceIsToldHowManyPairsItMaySend() {
    rounds.begin(CARTS, levels(LevelLadder.GLOBAL), 3);
    assertThat(made.get(0).asked).isEqualTo(3);
  }

  @Test
  void aSourceThatCannotBeClosedKeepsNoOtherOpen() {
    rounds.begin(CARTS, levels(LevelLadder.GLOBAL));
    rounds.begin(new TableName("shop", "orders"), levels(LevelLadder.GLOBAL));
    rounds.close();
    assertThat(made).hasSize(2).allMatch(source -> source.closed);
  }

  @Test
  void readsThatWereSentAreKnownAfterTheEndToo() {
    rounds.begin(CARTS, levels(LevelLadder.GLOBAL));
    rounds.close();
    rounds.close();
    assertThat(rounds.readsSent().of(CARTS)).isEqualTo(Map.of(Level.ALL, 1L));
    assertThat(made).extracting(source -> source.timesClosed).containsExactly(1);
  }
}
