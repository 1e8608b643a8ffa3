package org.quorate.cassandra.level;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Optional;
import org.quorate.core.level.Level;

/** The driver's consistency levels and Quorate's, each for the other. Stateless. */
public final class DriverLevels {
  private DriverLevels() {}

  /** The driver's constant; no allocation. */
  public static ConsistencyLevel of(Level level) {
    return switch (level) {
      case ONE -> DefaultConsistencyLevel.ONE;
      case TWO -> DefaultConsistencyLevel.TWO;
      case THREE -> DefaultConsistencyLevel.THREE;
      case QUORUM -> DefaultConsistencyLevel.QUORUM;
      case ALL -> DefaultConsistencyLevel.ALL;
      case LOCAL_ONE -> DefaultConsistencyLevel.LOCAL_ONE;
      case LOCAL_QUORUM -> DefaultConsistencyLevel.LOCAL_QUORUM;
      case EACH_QUORUM -> DefaultConsistencyLevel.EACH_QUORUM;
    };
  }

  /**
   * The level of a driver's constant, or of its name in a configuration.
   *
   * @return empty for what is no level of plain reads and writes: ANY, SERIAL, LOCAL_SERIAL, or a
   *     level that somebody else defines
   */
  public static Optional<Level> toLevel(String name) {
    for (Level level : Level.values()) {
      if (level.name().equals(name)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }
}
