package org.quorate.cassandra.propagation;

import java.io.IOException;

/**
 * What one server tells of its ideal consistency level, and lets be changed. Calls may block, and
 * throw {@link SecurityException} where they are forbidden.
 */
interface IdealLevelServer extends AutoCloseable {
  /** When the server was started; another value means that it was started anew. */
  long startedAt() throws IOException;

  /** The level in force, or empty where there is none. */
  String idealLevel() throws IOException;

  /**
   * Sets the level.
   *
   * @throws IOException when the server does not answer, or another level is in force afterwards
   */
  void setIdealLevel(String level) throws IOException;

  /** Writes since the server's start. */
  WriteTotals totals() throws IOException;

  @Override
  void close();
}
