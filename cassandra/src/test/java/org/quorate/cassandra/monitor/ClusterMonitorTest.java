package org.quorate.cassandra.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Replication;

class ClusterMonitorTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final Set<TableName> TABLES = Set.of(CARTS);
  private static final long UNKNOWN = TableCounts.UNKNOWN;

  private final List<FakeNode> nodes = new ArrayList<>();
  private final List<Runnable> alarms = new ArrayList<>();
  private final FakeSource first = new FakeSource("first");
  private final FakeSource second = new FakeSource("second");
  private final FakeNode one = FakeNode.of(1, "dc1");
  private final FakeNode two = FakeNode.of(2, "dc1");
  private final FakeNode three = FakeNode.of(3, "dc1");
  private Replication replication = new Replication(Map.of("dc1", 3));
  private long now;

  private final ClusterMonitor monitor =
      new ClusterMonitor(
          new ClusterTopology() {
            @Override
            public Collection<Node> nodes() {
              return nodes.stream().map(known -> known.node).toList();
            }

            @Override
            public Replication replication(String keyspace) {
              return replication;
            }
          },
          List.of(first, second),
          Duration.ofSeconds(2),
          () -> now,
          (delay, action) -> alarms.add(action));

  @Test
  void theFirstRoundHasNothingToTakeADifferenceTo() {
    nodes.add(one);
    var poll = poll();
    assertThat(poll).isNotDone();
    first.answer(one, 10, counts(100, 50));
    assertThat(poll.join()).isEmpty();
  }

  @Test
  void ratesAreDifferencesByEachNodesOwnInstantsSummedOverNodes() {
    nodes.addAll(List.of(one, two));
    begin();
    first.answer(one, 10, counts(100, 50));
    first.answer(two, 10.5, counts(1000, 0));
    var poll = poll();
    first.answer(two, 14.5, counts(1040, 8));
    first.answer(one, 12, counts(130, 60));

    MonitorReading reading = poll.join().orElseThrow();
    TableTraffic traffic = reading.tables().get(CARTS);
    assertThat(traffic.readsPerSecond()).isEqualTo(30 / 2.0 + 40 / 4.0);
    assertThat(traffic.writesPerSecond()).isEqualTo(10 / 2.0 + 8 / 4.0);
    assertThat(reading.coordinated())
        .isEqualTo(Map.of(one.id, 30 / 2.0 + 10 / 2.0, two.id, 40 / 4.0 + 8 / 4.0));
    assertThat(reading.seconds()).isEqualTo(3);
    assertThat(reading.takenAtNanos()).isEqualTo(12_000_000_000L);
    assertThat(reading.source()).isEqualTo("first");
    assertThat(reading.isComplete()).isTrue();
    assertThat(reading.problems()).isEmpty();
  }

  @Test
  void aTableThatNoNodeHasIsAbsent() {
    nodes.add(one);
    round(10, Map.of());
    assertThat(round(12, Map.of()).orElseThrow().tables()).isEmpty();
    assertThat(round(14, counts(5, 5)).orElseThrow().tables()).as("begins").isEmpty();
    assertThat(reads(round(16, counts(9, 5)))).isEqualTo(2);
  }

  @Test
  void aRestartedNodeMakesNoNegativeRateAndBeginsAnew() {
    nodes.addAll(List.of(one, two));
    both(10, counts(1000, 500), counts(100, 50));
    MonitorReading restarted = both(12, counts(1100, 600), counts(4, 60)).orElseThrow();
    assertThat(restarted.tables().get(CARTS).readsPerSecond()).isEqualTo(50);
    assertThat(restarted.begun()).containsExactly(two.id);
    assertThat(restarted.isComplete()).isFalse();

    MonitorReading after = both(14, counts(1100, 600), counts(24, 70)).orElseThrow();
    assertThat(after.tables().get(CARTS).readsPerSecond()).isEqualTo(10);
    assertThat(after.isComplete()).isTrue();
  }

  @Test
  void aRestartIsNoticedByTheNodesOtherCountsToo() {
    nodes.add(one);
    begin();
    first.answer(one, 10, counts(100, 50), mismatches(7));
    begin();
    first.answer(one, 12, counts(120, 60), mismatches(9));
    var poll = poll();
    first.answer(one, 14, counts(130, 70), mismatches(0));
    assertThat(poll.join()).isEmpty();
  }

  @Test
  void aNewNodeHasAShareFromItsSecondReadingOn() {
    nodes.add(one);
    round(10, counts(100, 0));
    nodes.add(two);
    MonitorReading grown = both(12, counts(120, 0), counts(5000, 0)).orElseThrow();
    assertThat(grown.tables().get(CARTS).readsPerSecond()).isEqualTo(10);
    assertThat(grown.begun()).containsExactly(two.id);
    assertThat(reads(both(14, counts(140, 0), counts(5006, 0)))).isEqualTo(13);
  }

  @Test
  void aNodeThatLeftIsForgotten() {
    nodes.addAll(List.of(one, two));
    both(10, counts(100, 0), counts(100, 0));
    nodes.remove(two);
    MonitorReading shrunk = round(12, counts(120, 0)).orElseThrow();
    assertThat(shrunk.tables().get(CARTS).readsPerSecond()).isEqualTo(10);
    assertThat(shrunk.isComplete()).isTrue();
    assertThat(first.forgotten).containsExactly(two.id);
  }

  @Test
  void aNodeThatIsDownIsNotAskedAndBeginsAnewWhenItIsBack() {
    nodes.addAll(List.of(one, two));
    both(10, counts(100, 0), counts(100, 0));
    two.state = NodeState.DOWN;
    assertThat(round(12, counts(120, 0)).orElseThrow().isComplete()).isTrue();
    two.state = NodeState.UP;
    MonitorReading back = both(14, counts(140, 0), counts(900, 0)).orElseThrow();
    assertThat(back.tables().get(CARTS).readsPerSecond()).isEqualTo(10);
    assertThat(back.begun()).containsExactly(two.id);
    assertThat(first.forgotten).isEmpty();
  }

  @Test
  void aNodeThatNeverAnswersHoldsNobodyUpAndIsNotAskedTwice() {
    nodes.addAll(List.of(one, two));
    both(10, counts(100, 0), counts(100, 0));
    var poll = poll();
    first.answer(one, 12, counts(120, 0));
    assertThat(poll).as("within the patience").isNotDone();
    CompletableFuture<NodeCounts> stuck = first.open.get(two.id);
    ring();
    MonitorReading reading = poll.join().orElseThrow();
    assertThat(reading.silent()).containsExactly(two.id);
    assertThat(reading.isComplete()).isFalse();
    assertThat(reading.tables().get(CARTS).readsPerSecond()).isEqualTo(10);

    int before = first.questions;
    assertThat(round(14, counts(140, 0)).orElseThrow().silent()).containsExactly(two.id);
    assertThat(first.questions).as("only the other was asked").isEqualTo(before + 1);

    // It answers at last: that is too late to be of use, but it may be asked again.
    stuck.complete(new NodeCounts(two.id, 11_000_000_000L, counts(777, 0), NodeHealth.UNKNOWN));
    MonitorReading again = both(20, counts(200, 0), counts(200, 0)).orElseThrow();
    assertThat(again.tables().get(CARTS).readsPerSecond())
        .as("the mean since its reading before")
        .isEqualTo(60 / 6.0 + 100 / 10.0);
    assertThat(again.isComplete()).isTrue();
  }

  @Test
  void anAnswerAfterTheRoundDoesNotChangeIt() {
    nodes.addAll(List.of(one, two));
    both(10, counts(100, 0), counts(100, 0));
    var poll = poll();
    first.answer(one, 12, counts(120, 0));
    ring();
    MonitorReading reading = poll.join().orElseThrow();
    first.answer(two, 12, counts(120, 0));
    assertThat(reading.silent()).containsExactly(two.id);
  }

  @Test
  void whileAPollIsUnderWayAnotherOneIsTheSame() {
    nodes.add(one);
    round(10, counts(100, 0));
    var poll = poll();
    var other = poll();
    assertThat(first.questions).isEqualTo(2);
    first.answer(one, 12, counts(120, 0));
    assertThat(other.join()).isPresent().isEqualTo(poll.join());
  }

  @Test
  void aSourceThatRefusesGivesWayToTheNextAndSaysSoOnce() {
    nodes.addAll(List.of(one, two));
    var poll = poll();
    first.fail(one, new SourceException("Not allowed to one; grant it."));
    first.fail(two, new SourceException("Not allowed to two; grant it."));
    second.answer(one, 10, counts(100, 0));
    second.answer(two, 10, counts(100, 0));
    assertThat(poll.join()).isEmpty();

    poll = poll();
    assertThat(first.questions).as("not asked again").isEqualTo(2);
    second.answer(one, 12, counts(120, 0));
    second.answer(two, 12, counts(120, 0));
    MonitorReading reading = poll.join().orElseThrow();
    assertThat(reading.source()).isEqualTo("second");
    assertThat(reading.problems()).hasSize(1);
    assertThat(reading.problems().get(0))
        .startsWith("Instead of first, second is tried. first: Not allowed to ")
        .endsWith("grant it.");

    poll = poll();
    second.answer(one, 14, counts(140, 0));
    second.answer(two, 14, counts(140, 0));
    assertThat(poll.join().orElseThrow().problems()).isEmpty();
  }

  @Test
  void aBetterSourceIsTriedAgainAfterFiveMinutes() {
    nodes.add(one);
    begin();
    first.fail(one, new SourceException("Not allowed."));
    second.answer(one, 10, counts(100, 0));

    now += Duration.ofMinutes(5).toNanos();
    var poll = poll();
    first.fail(one, new SourceException("Still not allowed."));
    second.answer(one, 12, counts(120, 0));
    assertThat(reads(poll.join())).as("no reading was lost").isEqualTo(10);
    now += Duration.ofMinutes(5).toNanos() - 1;
    begin();
    assertThat(first.questions).isEqualTo(2);
    second.answer(one, 14, counts(120, 0));

    now += 1;
    poll = poll();
    first.answer(one, 16, counts(9, 0));
    assertThat(poll.join()).as("begins anew").isEmpty();
    poll = poll();
    first.answer(one, 18, counts(11, 0));
    assertThat(poll.join().orElseThrow().source()).isEqualTo("first");
  }

  @Test
  void aRefusalByOneNodeAloneIsAProblemButNoReasonToChange() {
    nodes.addAll(List.of(one, two));
    for (int round = 0; round < 3; round++) {
      var poll = poll();
      first.answer(one, 10 + round, counts(100 + round, 0));
      first.fail(two, new SourceException("Not here; install it."));
      if (round == 1) {
        MonitorReading reading = poll.join().orElseThrow();
        assertThat(reading.silent()).containsExactly(two.id);
        assertThat(reading.problems()).containsExactly("first: Not here; install it.");
      } else if (round == 2) {
        assertThat(poll.join().orElseThrow().problems()).isEmpty();
      }
    }
    assertThat(second.questions).isZero();
  }

  @Test
  void withNoSourceLeftThePollFailsWithAllReasonsAndTheNextBeginsAtTheFirst() {
    nodes.add(one);
    var poll = poll();
    first.fail(one, new SourceException("Not allowed."));
    SourceException refusal = new SourceException("Nothing listens.");
    second.fail(one, refusal);
    assertThatThrownBy(poll::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(SourceException.class)
        .hasMessage(
            "What the cluster counts cannot be read. first: Not allowed. second: Nothing listens.")
        .hasCause(refusal);

    begin();
    first.answer(one, 10, counts(100, 0));
    assertThat(round(12, counts(120, 0))).isPresent();
  }

  @Test
  void aFailureHasNoCauseWhereNobodyAnswersByTheLastSource() {
    nodes.add(one);
    var poll = poll();
    first.fail(one, new SourceException("Nothing listens."));
    ring();
    assertThatThrownBy(poll::join)
        .cause()
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("second: No node answered within 2000 ms")
        .hasNoCause();
  }

  @Test
  void aSourceByWhichNobodyEverAnsweredGivesWayToo() {
    nodes.add(one);
    var poll = poll();
    ring();
    second.answer(one, 10, counts(100, 0));
    assertThat(poll.join()).isEmpty();
    poll = poll();
    second.answer(one, 12, counts(120, 0));
    assertThat(poll.join().orElseThrow().problems())
        .containsExactly(
            "Instead of first, second is tried. first: No node answered within 2000 ms; check the"
                + " address and the port, and that no firewall is between.");
  }

  @Test
  void aSourceThatHasAnsweredOnceIsKeptWhenAllAreSilent() {
    nodes.add(one);
    round(10, counts(100, 0));
    var poll = poll();
    first.fail(one, new IOException("reset"));
    assertThat(poll.join()).isEmpty();
    assertThat(second.questions).isZero();
    assertThat(reads(round(14, counts(120, 0)))).isEqualTo(5);
  }

  @Test
  void aBetterSourceThatIsSilentWhenTriedAgainIsLeftForTheOneInUse() {
    nodes.add(one);
    round(10, counts(100, 0));
    var refused = poll();
    first.fail(one, new SourceException("Not allowed any more."));
    second.answer(one, 12, counts(100, 0));
    assertThat(refused.join()).isEmpty();

    now += Duration.ofMinutes(5).toNanos();
    var triedAgain = poll();
    ring();
    second.answer(one, 14, counts(120, 0));
    assertThat(reads(triedAgain.join())).isEqualTo(10);
    var next = poll();
    second.answer(one, 16, counts(140, 0));
    assertThat(reads(next.join())).as("without asking the better one").isEqualTo(10);
  }

  @Test
  void aSourceByWhichNobodyAnswersAnyMoreGivesWayAfterThreePolls() {
    nodes.add(one);
    round(10, counts(100, 0));
    for (int poll = 0; poll < 2; poll++) {
      var silent = poll();
      first.fail(one, new IOException("reset"));
      assertThat(silent.join()).isEmpty();
    }
    assertThat(second.questions).isZero();
    var third = poll();
    first.fail(one, new IOException("reset"));
    second.answer(one, 20, counts(100, 0));
    assertThat(third.join()).isEmpty();
    var next = poll();
    second.answer(one, 22, counts(120, 0));
    assertThat(reads(next.join())).isEqualTo(10);
  }

  @Test
  void aNodeThatWasNeverConnectedToAndNeverAnswersIsOutOfReachAfterThreePolls() {
    FakeNode remote = FakeNode.of(3, "dc2");
    remote.state = NodeState.UNKNOWN;
    replication = new Replication(Map.of("dc1", 1, "dc2", 1));
    nodes.addAll(List.of(one, remote));
    for (int second = 10; second <= 14; second += 2) {
      var poll = poll();
      first.answer(one, second, Map.of(CARTS, new TableCounts(0, 0, 0, second * 10L)));
      ring();
      poll.join().ifPresent(reading -> assertThat(reading.isComplete()).isFalse());
    }
    CompletableFuture<NodeCounts> stuck = first.open.get(remote.id);
    MonitorReading without = round(16, Map.of(CARTS, new TableCounts(0, 0, 0, 160))).orElseThrow();
    assertThat(without.isComplete()).isTrue();
    assertThat(without.tables().get(CARTS).writesPerSecond()).isEqualTo(10);
    assertThat(without.problems()).singleElement().asString().contains("dc2");

    stuck.complete(new NodeCounts(remote.id, 17_000_000_000L, Map.of(), NodeHealth.UNKNOWN));
    var back = poll();
    first.answer(one, 18, counts(0, 0));
    assertThat(back).as("it is waited for again").isNotDone();
    first.answer(remote, 18, counts(0, 0));
    assertThat(back.join().orElseThrow().begun()).containsExactly(remote.id);
  }

  @Test
  void writesThatANodeHeldDownCoordinatesAreSeenAtTheOtherReplicas() {
    nodes.addAll(List.of(one, two, three));
    three.state = NodeState.DOWN;
    both(10, writes(0, 0), writes(0, 0));
    // 900 writes a second, 300 through each node, and each to all three.
    MonitorReading reading = both(12, writes(600, 1800), writes(600, 1800)).orElseThrow();
    assertThat(reading.tables().get(CARTS).writesPerSecond()).isEqualTo(900);
    assertThat(reading.problems()).singleElement().asString().contains("dc1");
  }

  private static Map<TableName, TableCounts> writes(long byClients, long atReplica) {
    return Map.of(CARTS, new TableCounts(0, byClients, 0, atReplica));
  }

  @Test
  void writesAreDerivedFromReplicasWhereCoordinatorsDoNotCountThem() {
    nodes.add(one);
    round(10, Map.of(CARTS, new TableCounts(0, UNKNOWN, UNKNOWN, 300)));
    MonitorReading reading =
        round(12, Map.of(CARTS, new TableCounts(0, UNKNOWN, UNKNOWN, 360))).orElseThrow();
    TableTraffic traffic = reading.tables().get(CARTS);
    assertThat(traffic.writesPerSecond()).isCloseTo(10, within(1e-12));
    assertThat(traffic.replicaWritesPerSecond()).isEqualTo(30);
    assertThat(traffic.replicaReadsPerSecond()).isNaN();
    assertThat(reading.problems())
        .containsExactly(
            "The source first does not count clients' writes, so writes per second are what"
                + " replicas applied divided by the replication factor, hints and read repairs"
                + " included.");
    assertThat(
            round(14, Map.of(CARTS, new TableCounts(0, UNKNOWN, UNKNOWN, 360)))
                .orElseThrow()
                .problems())
        .isEmpty();
  }

  @Test
  void writesAreUnknownWhereNothingTellsThem() {
    replication = null;
    nodes.add(one);
    round(10, Map.of(CARTS, new TableCounts(0, UNKNOWN, UNKNOWN, 300)));
    MonitorReading reading =
        round(12, Map.of(CARTS, new TableCounts(0, UNKNOWN, UNKNOWN, 360))).orElseThrow();
    assertThat(reading.tables().get(CARTS).writesPerSecond()).isNaN();
    assertThat(reading.problems()).hasSize(1);
  }

  @Test
  void writesCoordinatedInADataCentreOutOfReachAreSeenAtTheReplicas() {
    replication = new Replication(Map.of("dc1", 2, "dc2", 3));
    FakeNode remote = FakeNode.of(3, "dc2");
    remote.distance = NodeDistance.IGNORED;
    nodes.addAll(List.of(one, remote));
    round(10, Map.of(CARTS, new TableCounts(0, 0, 0, 0)));
    MonitorReading reading = round(12, Map.of(CARTS, new TableCounts(0, 10, 0, 60))).orElseThrow();
    assertThat(reading.tables().get(CARTS).writesPerSecond()).isEqualTo(60 / 2.0 / 2);
    assertThat(reading.isComplete()).isTrue();
    assertThat(reading.problems()).hasSize(1);
    assertThat(reading.problems().get(0)).contains("dc2");

    TableTraffic local =
        round(14, Map.of(CARTS, new TableCounts(0, 110, 0, 62))).orElseThrow().tables().get(CARTS);
    assertThat(local.writesPerSecond()).as("the larger of both").isEqualTo(50);
  }

  @Test
  void batchesAndConditionalWritesAreSeenAtTheReplicas() {
    nodes.add(one);
    round(10, Map.of(CARTS, new TableCounts(0, 0, 0, 0)));
    TableTraffic traffic =
        round(12, Map.of(CARTS, new TableCounts(0, 10, 0, 6000))).orElseThrow().tables().get(CARTS);
    assertThat(traffic.writesPerSecond()).isEqualTo(6000 / 2.0 / 3);
  }

  /** Each node has 1 read a second more than the one before: nodes 1 to 180 have 16,290. */
  @Test
  void aLargeClusterIsReadWithoutThoseOfItsNodesThatAreSilent() {
    List<FakeNode> many =
        IntStream.rangeClosed(1, 200).mapToObj(number -> FakeNode.of(number, "dc1")).toList();
    nodes.addAll(many);
    begin();
    answer(many, 10);
    for (int second = 11; second <= 15; second++) {
      var poll = poll();
      answer(many.subList(0, 180), second);
      ring();
      MonitorReading reading = poll.join().orElseThrow();
      assertThat(reading.silent())
          .containsExactlyInAnyOrderElementsOf(
              many.subList(180, 200).stream().map(node -> node.id).toList());
      assertThat(reads(Optional.of(reading))).isEqualTo(16_290);
    }
    assertThat(first.questions).as("none twice at a time").isEqualTo(2 * 200 + 4 * 180);
    answer(many.subList(180, 200), 15);
    for (int second = 16; second <= 17; second++) {
      var poll = poll();
      answer(many, second);
      MonitorReading reading = poll.join().orElseThrow();
      assertThat(reading.silent()).isEmpty();
      assertThat(reads(Optional.of(reading))).isEqualTo(20_100);
    }
  }

  private void answer(List<FakeNode> some, int second) {
    for (FakeNode node : some) {
      first.answer(node, second, counts(second * node.id.getLeastSignificantBits(), 0));
    }
  }

  @Test
  void whoAsksSeldomWaitsLonger() {
    assertThat(ClusterMonitor.patience(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(2));
    assertThat(ClusterMonitor.patience(Duration.ofSeconds(12))).isEqualTo(Duration.ofSeconds(6));
    assertThat(ClusterMonitor.patience(Duration.ofMinutes(2))).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void aClusterWithoutNodesThatAreUpHasNoReading() {
    one.state = NodeState.DOWN;
    nodes.add(one);
    assertThat(poll().join()).isEmpty();
  }

  @Test
  void closingClosesTheSourcesAndLaterPollsFail() {
    monitor.close();
    assertThat(first.closed).isTrue();
    assertThat(second.closed).isTrue();
    assertThatThrownBy(() -> poll().join()).hasCauseInstanceOf(SourceException.class);
  }

  private void begin() {
    monitor.poll(TABLES);
  }

  private CompletableFuture<Optional<MonitorReading>> poll() {
    return monitor.poll(TABLES).toCompletableFuture();
  }

  private Optional<MonitorReading> round(double seconds, Map<TableName, TableCounts> counts) {
    var poll = poll();
    first.answer(one, seconds, counts);
    return poll.join();
  }

  private Optional<MonitorReading> both(
      double seconds, Map<TableName, TableCounts> ofOne, Map<TableName, TableCounts> ofTwo) {
    var poll = poll();
    first.answer(one, seconds, ofOne);
    first.answer(two, seconds, ofTwo);
    return poll.join();
  }

  private void ring() {
    List<Runnable> due = List.copyOf(alarms);
    alarms.clear();
    due.forEach(Runnable::run);
  }

  private static double reads(Optional<MonitorReading> reading) {
    return reading.orElseThrow().tables().get(CARTS).readsPerSecond();
  }

  private static Map<TableName, TableCounts> counts(long reads, long writes) {
    return Map.of(CARTS, new TableCounts(reads, writes, UNKNOWN, UNKNOWN));
  }

  private static NodeHealth mismatches(long count) {
    return new NodeHealth(null, null, count, null, Map.of(), Map.of());
  }
}
