package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.propagation.IdealLevelNode.Left;
import org.quorate.core.staleness.Propagation;

class IdealLevelNodeTest {
  private final FakeServer server = new FakeServer();
  private final IdealLevelNode node = new IdealLevelNode(server, "ONE");

  @Test
  void theDifferenceOfMeansIsTheHighBoundAndHalfOfItTheValue() {
    // Means of 41 ms and 1 ms.
    Propagation time = new WriteTotals(10, 410_000, 20, 20_000, 0).propagation();
    assertThat(time.seconds()).isCloseTo(0.02, within(1e-12));
    assertThat(time.lowSeconds()).isZero();
    assertThat(time.highSeconds()).isCloseTo(0.04, within(1e-12));
  }

  @Test
  void aDifferenceBelowZeroIsZero() {
    assertThat(new WriteTotals(10, 10, 10, 20, 0).propagation()).isEqualTo(Propagation.exactly(0));
  }

  @Test
  void writesAreThoseBetweenTwoReadings() throws Exception {
    server.totals = new WriteTotals(5, 500, 7, 70, 1);
    assertThat(node.advance()).isEqualTo(WriteTotals.NONE);
    assertThat(server.level).isEqualTo("ALL");
    server.totals = new WriteTotals(8, 900, 17, 270, 3);
    assertThat(node.advance()).isEqualTo(new WriteTotals(3, 400, 10, 200, 2));
    assertThat(node.advance()).isEqualTo(WriteTotals.NONE);
    assertThat(server.settings).containsExactly("ALL");
  }

  @Test
  void aServerThatWasStartedAnewIsSetAgainAndItsCountsBeginAgain() throws Exception {
    server.totals = new WriteTotals(5, 500, 5, 50, 0);
    node.advance();
    server.startedAt++;
    server.level = "";
    server.totals = new WriteTotals(9, 900, 9, 90, 0);
    assertThat(node.advance()).isEqualTo(WriteTotals.NONE);
    assertThat(server.level).isEqualTo("ALL");
    server.totals = new WriteTotals(10, 950, 10, 91, 0);
    assertThat(node.advance()).isEqualTo(new WriteTotals(1, 50, 1, 1, 0));
    // What it says in its configuration may be ALL already.
    server.startedAt++;
    server.totals = new WriteTotals(20, 1, 20, 1, 0);
    assertThat(node.advance()).isEqualTo(WriteTotals.NONE);
  }

  @Test
  void theLevelIsSetBackOnce() throws Exception {
    server.level = "EACH_QUORUM";
    node.advance();
    assertThat(node.restore()).isEqualTo(Left.AS_IT_WAS);
    assertThat(node.restore()).isEqualTo(Left.AS_IT_WAS);
    assertThat(node.advance()).isEqualTo(WriteTotals.NONE);
    assertThat(server.settings).containsExactly("ALL", "EACH_QUORUM");
    assertThat(server.closed).isTrue();
  }

  @Test
  void whereThereWasNoneTheWriteLevelIsLeft() throws Exception {
    node.advance();
    assertThat(node.restore()).isEqualTo(Left.WITH_ANOTHER);
    assertThat(server.level).isEqualTo("ONE");
  }

  @Test
  void whatSomebodyElseHasSetMeanwhileStays() throws Exception {
    node.advance();
    server.level = "LOCAL_QUORUM";
    assertThat(node.restore()).isEqualTo(Left.AS_IT_WAS);
    assertThat(server.level).isEqualTo("LOCAL_QUORUM");
  }

  @Test
  void aServerThatHadTheLevelAlreadyIsNotTouched() throws Exception {
    server.level = "ALL";
    node.advance();
    assertThat(node.restore()).as("which is told").isEqualTo(Left.WITH_IDEAL);
    assertThat(server.settings).isEmpty();
  }

  @Test
  void ofTwoThatMeasureTheLastOneGivesBackWhatTheFirstHadFound() throws Exception {
    server.level = "EACH_QUORUM";
    node.advance();
    IdealLevelNode other = new IdealLevelNode(server, "ONE");
    other.advance();
    node.restore();
    assertThat(server.level).isEqualTo("EACH_QUORUM");
    other.advance();
    assertThat(server.level).isEqualTo("ALL");
    assertThat(other.restore()).isEqualTo(Left.AS_IT_WAS);
    assertThat(server.level).isEqualTo("EACH_QUORUM");
  }

  private static final class FakeServer implements IdealLevelServer {
    private final List<String> settings = new ArrayList<>();
    private String level = "";
    private WriteTotals totals = WriteTotals.NONE;
    private long startedAt = 1;
    private boolean closed;

    @Override
    public long startedAt() {
      return startedAt;
    }

    @Override
    public String idealLevel() {
      return level;
    }

    @Override
    public void setIdealLevel(String wanted) {
      level = wanted;
      settings.add(wanted);
    }

    @Override
    public WriteTotals totals() {
      return totals;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
