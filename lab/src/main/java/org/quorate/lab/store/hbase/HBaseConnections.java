package org.quorate.lab.store.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.hbase.ClientConfiguration;

/**
 * Connections with one cluster: one for requests, one for whoever looks at what others wrote, and
 * one whose client tells when servers have answered for its buffers. Each has caches and threads of
 * its own, is opened when it is first asked for, and is closed with this. Used by one thread; the
 * connections are thread-safe.
 *
 * <p>The client is as it comes, but for its time limits, which by default are twenty minutes for an
 * operation: here {@value #OPERATION_SECONDS} s ({@value #BUFFER_SECONDS} s for what is sent of
 * buffers), and {@value #REQUEST_SECONDS} s for each of its requests. As any client of HBase does,
 * it sends a request again where its region has moved.
 */
public final class HBaseConnections implements AutoCloseable {
  /** Longest time of an operation, shorter than the patience of whoever sends load. */
  static final int OPERATION_SECONDS = 30;

  /** Longest time of a part of a buffer, which nobody may be waiting for. */
  static final int BUFFER_SECONDS = 120;

  /** Longest time of one request. */
  static final int REQUEST_SECONDS = 10;

  private final Configuration configuration;
  private final Deque<Closeable> opened = new ArrayDeque<>();
  private final LongAdder probedRows = new LongAdder();
  private volatile @Nullable Consumer<long[]> acknowledgements;
  private @Nullable Connection requests;
  private @Nullable Connection probing;
  private @Nullable Connection buffers;

  /**
   * @param properties of HBase's client, by which it finds the cluster
   */
  public HBaseConnections(Map<String, String> properties) {
    configuration = ClientConfiguration.of(Map.of());
    configuration.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, OPERATION_SECONDS * 1000);
    configuration.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, OPERATION_SECONDS * 1000);
    configuration.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, REQUEST_SECONDS * 1000);
    configuration.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, OPERATION_SECONDS * 1000);
    properties.forEach(configuration::set);
  }

  /**
   * For reads, writes that are not kept back, and administration.
   *
   * @throws IOException when there is no connection; the message is a sentence for the user
   */
  public Connection requests() throws IOException {
    Connection known = requests;
    if (known == null) {
      known = open(configuration);
      requests = known;
    }
    return known;
  }

  /** For looking at what others wrote, so that their caches and queues have no part in it. */
  Connection probing() throws IOException {
    Connection known = probing;
    if (known == null) {
      known = open(configuration);
      probing = known;
    }
    return known;
  }

  /** Rows were looked at that no client of the load asked for. May be called by any thread. */
  void probed(int rows) {
    probedRows.add(rows);
  }

  /**
   * Rows that were looked at for the sake of measuring alone, ever. Servers count these as they
   * count the load's. May be called by any thread.
   */
  public long probedRows() {
    return probedRows.sum();
  }

  /**
   * For the buffers of HBase's own client.
   *
   * @param told the versions of writes that a server has answered for, in any thread, until another
   *     listener takes its place
   */
  Connection buffers(Consumer<long[]> told) throws IOException {
    acknowledgements = told;
    Connection known = buffers;
    if (known == null) {
      Configuration telling = new Configuration(configuration);
      telling.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, BUFFER_SECONDS * 1000);
      Runnable silence = AcknowledgementControllers.listen(telling, this::tell);
      opened.push(silence::run);
      known = open(telling);
      buffers = known;
    }
    return known;
  }

  private void tell(long[] versions) {
    Consumer<long[]> told = acknowledgements;
    if (told != null) {
      told.accept(versions);
    }
  }

  private Connection open(Configuration of) throws IOException {
    try {
      Connection connection = ConnectionFactory.createConnection(of);
      opened.push(connection);
      return connection;
    } catch (IOException e) {
      throw new IOException(
          "HBase's client cannot connect by ZooKeeper at "
              + of.get(HConstants.ZOOKEEPER_QUORUM)
              + ":"
              + of.get(HConstants.ZOOKEEPER_CLIENT_PORT)
              + " ("
              + e.getMessage()
              + "); see whether ZooKeeper and the master are up.",
          e);
    }
  }

  /** Closes all connections, the last that was opened first. Never throws. */
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      Closing.quietly(opened.pop());
    }
  }
}
