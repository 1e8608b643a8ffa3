package org.quorate.lab.counter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ProcessStatistics;
import org.quorate.study.result.Counter;
import org.quorate.study.result.NodeResult;

/**
 * What all servers did between two moments. Pure.
 *
 * @param nodes one entry per server; the counters of one that did not answer at either moment, or
 *     was started anew in between, are absent
 * @param levels requests served at each level, over the servers whose counts are known
 * @param notes a sentence for each server whose counts are not known, and why
 */
public record CounterDifference(List<NodeResult> nodes, LevelsServed levels, List<String> notes) {
  private static final double NANOS_PER_SECOND = 1e9;

  public CounterDifference {
    nodes = List.copyOf(nodes);
    notes = List.copyOf(notes);
  }

  /**
   * The difference of two snapshots of the same servers.
   *
   * @throws IllegalArgumentException when they are not of the same servers
   */
  public static CounterDifference between(CounterSnapshot before, CounterSnapshot after) {
    List<NodeResult> nodes = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    LevelsServed levels = LevelsServed.NONE;
    if (before.nodes().size() != after.nodes().size()) {
      throw new IllegalArgumentException("The snapshots are of different servers.");
    }
    for (int i = 0; i < after.nodes().size(); i++) {
      CounterSnapshot.Node first = before.nodes().get(i);
      CounterSnapshot.Node last = after.nodes().get(i);
      if (!first.name().equals(last.name())) {
        throw new IllegalArgumentException("The snapshots are of different servers.");
      }
      Map<Counter, Long> counters = Map.of();
      ServerReading from = first.reading();
      ServerReading to = last.reading();
      String name = last.name();
      if (to == null) {
        notes.add(name + " did not answer at the end of the run; its counters are not known.");
      } else if (from == null) {
        notes.add(name + " did not answer when the run began; its counters are not known.");
      } else if (from.startedAtMillis() != to.startedAtMillis()) {
        notes.add(name + " was started anew during the run; its counters are not known.");
      } else {
        counters = subtract(to.counters(), from.counters());
        levels = levels.plus(to.levels().since(from.levels()));
        if (counters.size() < from.counters().size()) {
          notes.add(name + " has lost counters during the run; those are not known.");
        }
      }
      nodes.add(
          new NodeResult(
              name,
              last.here() ? processorSeconds(name, first.process(), last.process(), notes) : null,
              counters,
              to != null));
    }
    return new CounterDifference(nodes, levels, notes);
  }

  /** Differences of what both know and what has not gone backwards. */
  static <K> Map<K, Long> subtract(Map<K, Long> later, Map<K, Long> earlier) {
    Map<K, Long> differences = new HashMap<>();
    earlier.forEach(
        (key, before) -> {
          Long after = later.get(key);
          if (after != null && after >= before) {
            differences.put(key, after - before);
          }
        });
    return differences;
  }

  /** Null where a part of it is lost with a process that has ended. */
  private static @Nullable Double processorSeconds(
      String name,
      @Nullable ProcessStatistics before,
      @Nullable ProcessStatistics after,
      List<String> notes) {
    if (before == null) {
      // Down when the run began: what it took since is all it took.
      return after == null ? 0.0 : seconds(after.processorTime());
    }
    if (after == null) {
      notes.add(name + " ended during the run; the processor time it took is not known.");
      return null;
    }
    if (!before.identity().equals(after.identity())) {
      notes.add(
          name + " was started anew during the run; the processor time it took is not known.");
      return null;
    }
    return seconds(after.processorTime().minus(before.processorTime()));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }
}
