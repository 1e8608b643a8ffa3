package org.quorate.hbase.destination;

import org.apache.hadoop.hbase.TableName;

/** Guesses where writes go. Thread-safe; does not wait for servers. */
public interface Routing {
  /** Where nothing is known: all writes go to one place. */
  Routing UNKNOWN =
      new Routing() {
        @Override
        public String server(TableName table, byte[] row) {
          return "";
        }

        @Override
        public void outdated(TableName table, byte[] row) {}
      };

  /**
   * The server that has a row, by name; empty where it is not known.
   *
   * @param row its key
   */
  String server(TableName table, byte[] row);

  /** A write of a row found its region gone; where that is should be looked up anew. */
  void outdated(TableName table, byte[] row);
}
