package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import org.quorate.core.level.Level;

/** The driver's consistency level for each level of a study. */
public final class Levels {
  private Levels() {}

  /** The driver's constant; no allocation. */
  public static ConsistencyLevel driverLevel(Level level) {
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
}
