package org.quorate.bench.deferral;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;

/** A way of writing, opened for one measurement. */
interface WriteWay extends AutoCloseable {
  /** Writes one row; each thread has an index of its own. */
  void write(int thread, Put put) throws IOException;

  /**
   * Returns when servers have all that this thread wrote. Each thread calls it when it has written
   * its last row, so that all of them send what is left at once, as those of an application would.
   */
  void finish(int thread) throws IOException;

  /** Closes what is left; all threads have finished, or one of them has failed. */
  @Override
  void close() throws IOException;

  /** Opens it. */
  @FunctionalInterface
  interface Opening {
    /**
     * @param threads that will write
     */
    WriteWay open(Connection connection, TableName table, int threads) throws IOException;
  }

  /**
   * A way that has a name.
   *
   * @param name as the table of results has it
   * @param ceiling whether it is there to show what the servers can take
   */
  record Named(String name, boolean ceiling, Opening opening) {}
}
