package org.quorate.bench.session;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.Conversions;

/** How far a statement is encoded. */
public enum Encoding {
  /** Its level alone, by the same steps as {@code Conversions.toMessage}. */
  LEVEL {
    @Override
    Object encode(Statement<?> statement, InternalDriverContext context) {
      DriverExecutionProfile profile = Conversions.resolveExecutionProfile(statement, context);
      ConsistencyLevel level = statement.getConsistencyLevel();
      return level == null
          ? context
              .getConsistencyLevelRegistry()
              .nameToCode(profile.getString(DefaultDriverOption.REQUEST_CONSISTENCY))
          : level.getProtocolCode();
    }
  },
  /** The whole request, by the driver. */
  REQUEST {
    @Override
    Object encode(Statement<?> statement, InternalDriverContext context) {
      return Conversions.toMessage(
          statement, Conversions.resolveExecutionProfile(statement, context), context);
    }
  };

  /** What would be written to the connection; small numbers are boxed without an allocation. */
  abstract Object encode(Statement<?> statement, InternalDriverContext context);
}
