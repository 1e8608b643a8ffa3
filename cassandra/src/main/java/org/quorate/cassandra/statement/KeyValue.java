package org.quorate.cassandra.statement;

/** Where a statement has one value. */
public sealed interface KeyValue {
  /**
   * A bind marker.
   *
   * @param index among the markers of the statement, from 0
   * @param name as the server keeps it; empty for a question mark
   */
  record Marker(int index, String name) implements KeyValue {}

  /**
   * In its text.
   *
   * @param text as it stands there, with quotes
   */
  record Literal(String text) implements KeyValue {}
}
