package org.quorate.lab.backend.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.quorate.lab.counter.CounterDifference;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.LevelsServed;
import org.quorate.lab.counter.ServerReading;
import org.quorate.study.result.Counter;
import org.quorate.study.result.NodeResult;

final class MovingRegionsTest {
  private final Read read = new Read();
  private final MovingRegions counters = new MovingRegions(read);

  @Test
  void theCountsOfAServerWhoseRegionsChangedAreNotToldAsItsRequests() throws Exception {
    read.next.add(new CounterSnapshot(List.of(node("node1", 10), node("node2", 10))));
    read.next.add(new CounterSnapshot(List.of(node("node1", 900), node("node2", 12))));

    CounterDifference difference = CounterDifference.between(counters.read(), counters.read());

    assertThat(difference.nodes()).extracting(NodeResult::node).containsExactly("node1", "node2");
    assertThat(difference.nodes()).allMatch(node -> node.up() && node.counters().isEmpty());
    assertThat(difference.notes()).as("of single servers").noneMatch(note -> note.contains("lost"));
    assertThat(counters.notes()).hasSize(1).allMatch(note -> note.contains("moved during the run"));
  }

  @Test
  void aServerThatDidNotAnswerIsStillKnownAsSuch() throws Exception {
    read.next.add(new CounterSnapshot(List.of(CounterSnapshot.Node.here("node1", null, null))));

    assertThat(counters.read().answered()).isZero();
    counters.close();
    assertThat(read.closed).isTrue();
  }

  private static CounterSnapshot.Node node(String name, long writes) {
    return CounterSnapshot.Node.here(
        name,
        new ServerReading(1, Map.of(Counter.REPLICA_WRITES, writes), LevelsServed.NONE),
        null);
  }

  /** What was read, one snapshot after the other. */
  private static final class Read implements CounterReader {
    final Queue<CounterSnapshot> next = new ArrayDeque<>();
    boolean closed;

    @Override
    public CounterSnapshot read() {
      return next.remove();
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
