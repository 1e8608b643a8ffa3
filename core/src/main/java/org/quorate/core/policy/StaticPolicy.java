package org.quorate.core.policy;

import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Observation;

/**
 * Always the same level: the baselines, and the switch that turns adaptation off.
 *
 * @param level of every read
 */
public record StaticPolicy(Level level) implements ConsistencyPolicy {
  @Override
  public String name() {
    return level.name();
  }

  @Override
  public Decision decide(Observation observation, ReadLevels levels) {
    return Decision.of(level, "The level is set to " + level + ".");
  }

  @Override
  public Optional<Level> fixedLevel() {
    return Optional.of(level);
  }

  @Override
  public String toString() {
    return name();
  }
}
