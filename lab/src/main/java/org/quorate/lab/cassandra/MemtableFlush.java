package org.quorate.lab.cassandra;

import java.io.IOException;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;

/**
 * Has all servers of a cluster that run write to disk what they hold of a table in memory, and
 * waits until they have. Afterwards reads go the way that they go on a server that has run for
 * long: before the first flush all rows come from memory alone, and after it the servers have to
 * compile the way through their files, which would fall into the middle of a measurement.
 * Stateless.
 */
public final class MemtableFlush {
  private MemtableFlush() {}

  /**
   * Flushes one table.
   *
   * @param keyspace the table's keyspace as the server keeps it, without quotes
   * @param table the table's name, likewise
   * @throws EngineException when a server does not do it
   */
  public static void flush(RunningCluster cluster, String keyspace, String table)
      throws EngineException {
    for (RunningNode node : cluster.nodes()) {
      if (node.state() != NodeState.READY) {
        continue;
      }
      try (Management management = Management.connect(node.managementPort())) {
        management.flush(keyspace, table);
      } catch (IOException e) {
        throw new EngineException(
            node.name()
                + " could not write table "
                + table
                + " to disk ("
                + e.getMessage()
                + "); see its log in "
                + cluster.directory()
                + ".",
            e);
      }
    }
  }
}
