package org.quorate.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * A deferred mutator for applications that are switched by configuration: with {@code
 * hbase.client.bufferedmutator.classname} set to the name of this class, each mutator that a
 * connection makes is one, those of {@code TableOutputFormat} among them; with {@link
 * BufferedMutatorParams#implementationClassName} a single one is. Deferral is as {@code
 * quorate.deferral.*} in the same configuration say. The client makes instances by reflection.
 *
 * <p>Mutators of a connection share a {@link Deferral}, which is opened with the first and closed
 * with the last of them: close mutators before their connection, as with the stock client, and keep
 * one open where many are made one after the other, since opening takes a connection for flushes.
 */
public final class ConfiguredMutator implements BufferedMutator {
  /** Guarded by itself, with the numbers of mutators and never while one is opened or closed. */
  private static final IdentityHashMap<Connection, Shared> OPEN = new IdentityHashMap<>();

  private final Connection connection;
  private final BufferedMutator mutator;
  private boolean closed;

  /** Its deferral is guarded by itself, since servers may be waited for while it is opened. */
  private static final class Shared {
    private int mutators;
    private @Nullable Deferral deferral;

    private synchronized Deferral deferral(Connection connection) throws IOException {
      Deferral opened = deferral;
      if (opened == null) {
        opened = Deferral.open(connection);
        deferral = opened;
      }
      return opened;
    }

    private synchronized void close() throws IOException {
      if (deferral != null) {
        deferral.close();
      }
    }
  }

  /**
   * As the client calls it.
   *
   * @param connection that makes the mutator
   * @param callers of the client; not used
   * @param controllers of the client; not used
   * @param params with the connection's settings filled in where they had none
   */
  public ConfiguredMutator(
      Connection connection, Object callers, Object controllers, BufferedMutatorParams params)
      throws IOException {
    this.connection = connection;
    BufferedMutatorParams own =
        params
            .clone()
            .implementationClassName(MutatorParameters.STOCK)
            // Which the client does not copy.
            .rpcTimeout(params.getRpcTimeout())
            .operationTimeout(params.getOperationTimeout());
    if (own.getWriteBufferSize() == buffer(connection.getConfiguration())) {
      // The size of a buffer that every mutator has is no wish for a flush.
      own.writeBufferSize(-1);
    }
    this.mutator = open(connection, own);
  }

  private static BufferedMutator open(Connection connection, BufferedMutatorParams params)
      throws IOException {
    Shared shared = enter(connection);
    try {
      return shared.deferral(connection).mutator(params);
    } catch (Throwable failure) {
      leave(connection);
      throw failure;
    }
  }

  private static Shared enter(Connection connection) {
    synchronized (OPEN) {
      Shared shared = OPEN.computeIfAbsent(connection, any -> new Shared());
      shared.mutators++;
      return shared;
    }
  }

  private static void leave(Connection connection) throws IOException {
    Shared last = null;
    synchronized (OPEN) {
      Shared shared = OPEN.get(connection);
      if (shared != null && --shared.mutators == 0) {
        OPEN.remove(connection);
        last = shared;
      }
    }
    if (last != null) {
      last.close();
    }
  }

  private static long buffer(Configuration configuration) {
    return configuration.getLong(
        ConnectionConfiguration.WRITE_BUFFER_SIZE_KEY,
        ConnectionConfiguration.WRITE_BUFFER_SIZE_DEFAULT);
  }

  @Override
  public TableName getName() {
    return mutator.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return mutator.getConfiguration();
  }

  @Override
  public void mutate(Mutation mutation) throws IOException {
    mutator.mutate(mutation);
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    mutator.mutate(mutations);
  }

  @Override
  public void flush() throws IOException {
    mutator.flush();
  }

  /** Flushes; the last of a connection closes its deferral. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    // What the mutator gives back is not lost where closing deferral fails as well.
    try (Closeable last = () -> leave(connection)) {
      mutator.close();
    }
  }

  @Override
  public long getWriteBufferSize() {
    return mutator.getWriteBufferSize();
  }

  @Override
  public int getMaxMutations() {
    return mutator.getMaxMutations();
  }

  @Override
  public void setWriteBufferPeriodicFlush(long timeoutMs, long timerTickMs) {
    mutator.setWriteBufferPeriodicFlush(timeoutMs, timerTickMs);
  }

  @Override
  public long getWriteBufferPeriodicFlushTimeoutMs() {
    return mutator.getWriteBufferPeriodicFlushTimeoutMs();
  }

  @Override
  public long getWriteBufferPeriodicFlushTimerTickMs() {
    return mutator.getWriteBufferPeriodicFlushTimerTickMs();
  }

  @Override
  public void setRpcTimeout(int timeout) {
    mutator.setRpcTimeout(timeout);
  }

  @Override
  public void setOperationTimeout(int timeout) {
    mutator.setOperationTimeout(timeout);
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return mutator.getRequestAttributes();
  }
}
