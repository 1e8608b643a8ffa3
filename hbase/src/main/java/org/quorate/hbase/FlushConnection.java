package org.quorate.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.UserProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the connection that flushes take, beside an application's own. Stateless. */
final class FlushConnection {
  private static final Logger LOG = LoggerFactory.getLogger(FlushConnection.class);

  private FlushConnection() {}

  /** With the configuration and the user of another. */
  static AsyncConnection beside(Connection connection) throws IOException {
    CompletableFuture<AsyncConnection> opened =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration(), user(connection));
    try {
      return opened.get();
    } catch (InterruptedException e) {
      CompletableFuture<Void> unused = opened.thenAccept(FlushConnection::closeUnused);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while connecting to HBase.");
    } catch (ExecutionException e) {
      throw new IOException(
          "There is no asynchronous connection to HBase; see whether ZooKeeper and the master"
              + " answer.",
          e.getCause());
    }
  }

  private static void closeUnused(AsyncConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      LOG.debug("A connection that nobody waits for any more could not be closed.", e);
    }
  }

  /** As whom a connection asks: its own user where it says so, else the one who runs this. */
  static User user(Connection connection) throws IOException {
    if (connection instanceof ClusterConnection cluster) {
      try {
        return cluster.getUser();
      } catch (NoSuchMethodError olderClient) {
        LOG.debug("The client does not say whose its connections are.");
      }
    }
    return UserProvider.instantiate(connection.getConfiguration()).getCurrent();
  }
}
