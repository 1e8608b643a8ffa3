package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.Statement;

/** How many rows one request of a statement returns. Stateless. */
final class Paging {
  private Paging() {}

  /** The page size of the statement itself, of its profile, or of all; no paging is the largest. */
  static int rowsAtOnce(CqlSession session, Statement<?> statement) {
    int own = statement.getPageSize();
    int rows =
        own > 0 ? own : profile(session, statement).getInt(DefaultDriverOption.REQUEST_PAGE_SIZE);
    return rows > 0 ? rows : Integer.MAX_VALUE;
  }

  private static DriverExecutionProfile profile(CqlSession session, Statement<?> statement) {
    DriverExecutionProfile profile = statement.getExecutionProfile();
    if (profile != null) {
      return profile;
    }
    DriverConfig config = session.getContext().getConfig();
    String name = statement.getExecutionProfileName();
    return name == null || name.isEmpty() ? config.getDefaultProfile() : config.getProfile(name);
  }
}
