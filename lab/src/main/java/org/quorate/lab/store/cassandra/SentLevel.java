package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.Optional;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.core.level.Level;

/** At which level the driver says that it sent a request. Stateless. */
final class SentLevel {
  private SentLevel() {}

  /** Of a request that succeeded. */
  static Optional<Level> of(ExecutionInfo info) {
    if (!(info.getRequest() instanceof Statement<?> statement)) {
      return Optional.empty();
    }
    ConsistencyLevel level = statement.getConsistencyLevel();
    return level == null ? Optional.empty() : DriverLevels.toLevel(level.name());
  }

  /** Of one that failed; empty where it was not sent. */
  static Optional<Level> of(Throwable failure) {
    return Failures.cause(failure) instanceof DriverException told
            && told.getExecutionInfo() != null
        ? of(told.getExecutionInfo())
        : Optional.empty();
  }
}
