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
  public Decision decide(Observation observation) {
    return new Decision(level, "The level is set to " + level + ".", Optional.empty());
  }
}
