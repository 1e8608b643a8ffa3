package org.quorate.core.policy;

import java.util.Optional;
import java.util.OptionalDouble;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Observation;

/**
 * Chooses the level of reads. Implementations are values: pure, immutable and thread-safe, equal
 * where they decide alike. A new one is a class with this interface and one line in {@link
 * Policies}; studies, the library and reports then know it by its name.
 */
public interface ConsistencyPolicy {
  /**
   * The name in studies and reports, with its settings, for example {@code harmony 20%}; {@link
   * PolicyParser#parse} makes the same policy of it.
   */
  String name();

  /**
   * The decision that follows from what was observed.
   *
   * @param levels of the table, to choose from; {@code observation} counts the same replicas
   */
  Decision decide(Observation observation, ReadLevels levels);

  /** The level of every read, where it never changes; empty for a policy that adapts. */
  default Optional<Level> fixedLevel() {
    return Optional.empty();
  }

  /** The largest stale-read rate that is accepted, 0 to 1; empty where none is stated. */
  default OptionalDouble acceptedRate() {
    return OptionalDouble.empty();
  }

  /**
   * The same policy where no more than this rate is accepted, as while a budget of stale reads is
   * short of what the policy accepts; itself where it keeps no budget.
   *
   * @param rate 0 to 1
   */
  default ConsistencyPolicy accepting(double rate) {
    return this;
  }

  /** The same policy where pairs of reads have proven its model wrong; itself where it has none. */
  default ConsistencyPolicy doubting() {
    return this;
  }

  /**
   * How likely reads at the weakest level are stale by what is observed now, so that what was sent
   * can be told to be; empty where it does not tell single reads apart.
   *
   * @param sent at which the reads were
   */
  default Optional<StaleReads> staleReads(
      Observation observation, ReadLevels levels, Decision sent) {
    return Optional.empty();
  }

  /**
   * Whether it decides on the rates of a table's traffic; one that does not decides on what this
   * process itself knows, and is to be given evidence.
   */
  default boolean needsRates() {
    return true;
  }

  /**
   * Whether it may send all reads at a {@linkplain SampledLevel level of which pairs show enough}.
   */
  default boolean samplesLevel() {
    return false;
  }

  /** The name of the staleness model that it rests on; empty where it rests on none. */
  default Optional<String> modelName() {
    return Optional.empty();
  }
}
