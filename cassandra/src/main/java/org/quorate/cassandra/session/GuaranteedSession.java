package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import org.quorate.cassandra.control.LevelExplanation;

/**
 * The session for requests that ask for what was guaranteed of their tables to the session or to
 * such requests; what was guaranteed to scopes alone only a scope keeps. Thread-safe. Closing it
 * closes nothing.
 */
public interface GuaranteedSession extends CqlSession {
  /**
   * Which level a statement would get if it were sent through this session now, and why; what was
   * guaranteed counts.
   */
  LevelExplanation explain(Statement<?> statement);
}
