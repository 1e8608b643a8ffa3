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
    if (rounds.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new PropagationSummary(
            new Propagation(
                median(Propagation::seconds),
                median(Propagation::lowSeconds),
                median(Propagation::highSeconds)),
            rounds.getLast().source(),
            meaning,
            rounds.size(),
            rounds.stream().mapToLong(PropagationReading::samples).sum(),
            notes()));
  }

  private List<String> notes() {
    return rounds.stream()
        .flatMap(round -> round.notes().stream())
        .distinct()
        .limit(MOST_NOTES)
        .toList();
  }

  private double median(ToDoubleFunction<Propagation> part) {
    double[] sorted =
        rounds.stream().map(PropagationReading::propagation).mapToDouble(part).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
