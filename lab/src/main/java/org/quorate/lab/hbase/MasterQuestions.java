package org.quorate.lab.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks the master of a cluster that may still be starting, over HBase's own client: the Java
 * machine's management port would listen on all addresses. A question is asked once, and given up
 * after {@value #PATIENCE_MILLIS} ms. The connection is opened by the first question. Thread-safe.
 */
final class MasterQuestions implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 2_000;

  private final InetSocketAddress zooKeeper;
  private @Nullable Connection connection;

  /**
   * @param zooKeeper where clients find the master
   */
  MasterQuestions(InetSocketAddress zooKeeper) {
    this.zooKeeper = zooKeeper;
  }

  /**
   * What the active master says.
   *
   * @throws IOException when none answers, or it has not assigned its regions yet
   */
  MasterView ask() throws IOException {
    try (Admin admin = connection().getAdmin()) {
      // The state of a cluster is told by a master that is not ready as well; this is not.
      admin.listDecommissionedRegionServers();
      return MasterView.of(
          admin
              .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
              .getLiveServerMetrics()
              .values());
    }
  }

  private synchronized Connection connection() throws IOException {
    Connection known = connection;
    if (known == null) {
      known = ConnectionFactory.createConnection(configuration());
      connection = known;
    }
    return known;
  }

  private Configuration configuration() {
    Configuration configuration = ClientConfiguration.of(HBaseEngine.clientProperties(zooKeeper));
    configuration.setInt("zookeeper.recovery.retry", 1);
    configuration.setInt("zookeeper.recovery.retry.intervalmill", 100);
    configuration.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    configuration.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, PATIENCE_MILLIS);
    configuration.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, PATIENCE_MILLIS);
    configuration.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, PATIENCE_MILLIS);
    return configuration;
  }

  @Override
  public synchronized void close() {
    Connection known = connection;
    if (known != null) {
      try {
        known.close();
      } catch (IOException ignored) {
        // Nothing was asked to be kept.
      }
    }
  }
}
