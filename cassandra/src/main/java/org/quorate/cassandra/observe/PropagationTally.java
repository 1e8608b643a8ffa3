package org.quorate.cassandra.observe;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.core.staleness.Propagation;

/**
 * The latest rounds of one source of propagation times. A single round may have met a stall, so
 * what counts is the median of the rounds. Not thread-safe; of bounded size.
 */
final class PropagationTally {
  static final int MOST_ROUNDS = 60;
  private static final int MOST_NOTES = 8;

  private final ArrayDeque<PropagationReading> rounds = new ArrayDeque<>();

  void add(PropagationReading round) {
    rounds.addLast(round);
    if (rounds.size() > MOST_ROUNDS) {
      rounds.removeFirst();
    }
  }

  boolean isEmpty() {
    return rounds.isEmpty();
  }

  /**
   * What the rounds say together, or empty where there were none.
   *
   * @param meaning of the source's figure
   */
  Optional<PropagationSummary> summary(String meaning) {
    return summary(meaning, List.copyOf(rounds));
  }

  /** What those rounds say together that were taken from an instant on, as the readings have it. */
  Optional<PropagationSummary> summarySince(long nanos, String meaning) {
    return summary(
        meaning, rounds.stream().filter(round -> round.takenAtNanos() - nanos >= 0).toList());
  }

  private static Optional<PropagationSummary> summary(
      String meaning, List<PropagationReading> rounds) {
    if (rounds.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new PropagationSummary(
            new Propagation(
                median(rounds, Propagation::seconds),
                median(rounds, Propagation::lowSeconds),
                median(rounds, Propagation::highSeconds)),
            rounds.get(rounds.size() - 1).source(),
            meaning,
            rounds.size(),
            rounds.stream().mapToLong(PropagationReading::samples).sum(),
            notes(rounds)));
  }

  private static List<String> notes(List<PropagationReading> rounds) {
    return rounds.stream()
        .flatMap(round -> round.notes().stream())
        .distinct()
        .limit(MOST_NOTES)
        .toList();
  }

  private static double median(
      List<PropagationReading> rounds, ToDoubleFunction<Propagation> part) {
    double[] sorted =
        rounds.stream().map(PropagationReading::propagation).mapToDouble(part).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
