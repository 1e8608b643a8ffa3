package org.quorate.lab.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.lab.process.ProcessStatistics;
import org.quorate.study.result.Counter;
import org.quorate.study.result.NodeResult;

class CounterDifferenceTest {
  private static final ProcessStatistics EARLY = process(10, 100, 50, 7);
  private static final ProcessStatistics LATE = process(10, 300, 150, 7);

  @Test
  void countsProcessorTimeAndLevelsAreDifferenced() {
    CounterDifference difference =
        CounterDifference.between(
            snapshot("node1", reading(1, Map.of(Counter.HINTS, 5L), Map.of(Level.ONE, 10L)), EARLY),
            snapshot("node1", reading(1, Map.of(Counter.HINTS, 9L), Map.of(Level.ONE, 17L)), LATE));
    NodeResult node = difference.nodes().get(0);
    assertThat(node.counters()).isEqualTo(Map.of(Counter.HINTS, 4L));
    assertThat(node.processorSeconds()).isEqualTo(3.0);
    assertThat(node.up()).isTrue();
    assertThat(difference.levels().reads()).isEqualTo(Map.of(Level.ONE, 7L));
    assertThat(difference.notes()).isEmpty();
  }

  @Test
  void levelsAreSummedOverServers() {
    CounterDifference difference =
        CounterDifference.between(
            new CounterSnapshot(
                List.of(
                    node("a", reading(1, Map.of(), Map.of(Level.ONE, 1L)), EARLY),
                    node("b", reading(1, Map.of(), Map.of(Level.ONE, 2L)), EARLY))),
            new CounterSnapshot(
                List.of(
                    node("a", reading(1, Map.of(), Map.of(Level.ONE, 4L)), LATE),
                    node("b", reading(1, Map.of(), Map.of(Level.ONE, 6L)), LATE))));
    assertThat(difference.levels().reads()).isEqualTo(Map.of(Level.ONE, 7L));
  }

  @Test
  void countersOfAServerThatDoesNotAnswerAreAbsentAndNeverZero() {
    ServerReading reading = reading(1, Map.of(Counter.HINTS, 5L), Map.of());
    CounterDifference atTheEnd =
        CounterDifference.between(snapshot("node1", reading, EARLY), snapshot("node1", null, LATE));
    assertThat(atTheEnd.nodes().get(0).counters()).isEmpty();
    assertThat(atTheEnd.nodes().get(0).up()).isFalse();
    assertThat(atTheEnd.nodes().get(0).processorSeconds()).isEqualTo(3.0);
    assertThat(atTheEnd.notes())
        .containsExactly("node1 did not answer at the end of the run; its counters are not known.");

    CounterDifference atTheStart =
        CounterDifference.between(snapshot("node1", null, EARLY), snapshot("node1", reading, LATE));
    assertThat(atTheStart.nodes().get(0).counters()).isEmpty();
    assertThat(atTheStart.nodes().get(0).up()).isTrue();
    assertThat(atTheStart.notes()).hasSize(1);
  }

  @Test
  void aServerStartedAnewIsNoticedThoughItsCountsMayHaveGrown() {
    CounterDifference difference =
        CounterDifference.between(
            snapshot("node1", reading(1, Map.of(Counter.HINTS, 5L), Map.of(Level.ONE, 1L)), EARLY),
            snapshot(
                "node1",
                reading(2, Map.of(Counter.HINTS, 9L), Map.of(Level.ONE, 9L)),
                process(11, 60, 40, 90)));
    assertThat(difference.nodes().get(0).counters()).isEmpty();
    assertThat(difference.nodes().get(0).processorSeconds()).isNull();
    assertThat(difference.levels().reads()).isEmpty();
    assertThat(difference.notes())
        .containsExactly(
            "node1 was started anew during the run; its counters are not known.",
            "node1 was started anew during the run; the processor time it took is not known.");
  }

  @Test
  void aServerThatEndedHasNoProcessorTimeAndANote() {
    CounterDifference difference =
        CounterDifference.between(
            snapshot("node1", reading(1, Map.of(), Map.of()), EARLY),
            snapshot("node1", null, null));
    assertThat(difference.nodes().get(0).up()).isFalse();
    assertThat(difference.nodes().get(0).processorSeconds()).isNull();
    assertThat(difference.notes())
        .contains("node1 ended during the run; the processor time it took is not known.");
  }

  @Test
  void aServerThatIsDownThroughoutTakesNoProcessorTime() {
    CounterDifference difference =
        CounterDifference.between(snapshot("node1", null, null), snapshot("node1", null, null));
    assertThat(difference.nodes().get(0).processorSeconds()).isEqualTo(0.0);
  }

  @Test
  void aCounterThatWentBackwardsIsNotKnown() {
    CounterDifference difference =
        CounterDifference.between(
            snapshot(
                "node1",
                reading(1, Map.of(Counter.REPLICA_READS, 5L, Counter.HINTS, 1L), Map.of()),
                EARLY),
            snapshot(
                "node1",
                reading(1, Map.of(Counter.REPLICA_READS, 0L, Counter.HINTS, 1L), Map.of()),
                LATE));
    assertThat(difference.nodes().get(0).counters()).isEqualTo(Map.of(Counter.HINTS, 0L));
    assertThat(difference.notes())
        .containsExactly("node1 has lost counters during the run; those are not known.");
  }

  @Test
  void snapshotsOfDifferentServersAreRefused() {
    ServerReading reading = reading(1, Map.of(), Map.of());
    assertThatThrownBy(
            () ->
                CounterDifference.between(
                    snapshot("node1", reading, EARLY), snapshot("node2", reading, LATE)))
        .hasMessageContaining("different servers");
  }

  private static CounterSnapshot snapshot(
      String name, @Nullable ServerReading reading, @Nullable ProcessStatistics process) {
    return new CounterSnapshot(List.of(node(name, reading, process)));
  }

  private static CounterSnapshot.Node node(
      String name, @Nullable ServerReading reading, @Nullable ProcessStatistics process) {
    return CounterSnapshot.Node.here(name, reading, process);
  }

  private static ServerReading reading(
      long startedAt, Map<Counter, Long> counters, Map<Level, Long> reads) {
    return new ServerReading(startedAt, counters, new LevelsServed(reads, Map.of()));
  }

  private static ProcessStatistics process(long id, long user, long system, long start) {
    return new ProcessStatistics(id, 'S', user, system, start, 1);
  }
}
