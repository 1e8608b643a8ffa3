package org.quorate.core.policy;

import java.math.BigDecimal;
import java.util.Optional;
import org.quorate.core.level.Level;

/**
 * A policy as a study or a configuration states it, before it is known which levels there are. Its
 * text is {@code toString}, which {@link PolicyText#parse} reads. Immutable.
 */
public sealed interface ReadPolicy {
  /** The policy itself, on the levels of a ladder. */
  ConsistencyPolicy policy(LevelLadder ladder);

  /** The level of every read, where it never changes. */
  Optional<Level> fixedLevel();

  /**
   * Every read at the same level.
   *
   * @param level of every read
   */
  record Fixed(Level level) implements ReadPolicy {
    @Override
    public ConsistencyPolicy policy(LevelLadder ladder) {
      return new StaticPolicy(level);
    }

    @Override
    public Optional<Level> fixedLevel() {
      return Optional.of(level);
    }

    @Override
    public String toString() {
      return level.name();
    }
  }

  /**
   * The weakest level whose estimated stale-read rate is tolerated, see {@link TolerancePolicy}.
   *
   * @param model name of the staleness model, see {@link StalenessModels}
   * @param tolerance the largest stale-read rate that is accepted, 0 to 1
   */
  record Adaptive(String model, double tolerance) implements ReadPolicy {
    /**
     * @throws IllegalArgumentException if there is no such model, or the tolerance is not a rate
     */
    public Adaptive {
      StalenessModels.named(model);
      if (!(tolerance >= 0 && tolerance <= 1)) {
        throw new IllegalArgumentException(
            "A tolerance is a rate from 0 to 1, but it is " + tolerance + ".");
      }
    }

    @Override
    public ConsistencyPolicy policy(LevelLadder ladder) {
      return new TolerancePolicy(tolerance, StalenessModels.named(model), ladder);
    }

    @Override
    public Optional<Level> fixedLevel() {
      return Optional.empty();
    }

    @Override
    public String toString() {
      BigDecimal percent = BigDecimal.valueOf(tolerance).movePointRight(2);
      return model
          + " "
          + (percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString())
          + "%";
    }
  }
}
