package org.quorate.lab.host;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.Workload;
import org.quorate.lab.store.LaneStores;

/** What a load host sends to. Used by one thread. */
public interface HostStores extends AutoCloseable {
  /**
   * Opens a table for a load; the same one again as often as it is asked for.
   *
   * @param contactPoints {@code HOST} or {@code HOST:PORT} of the cluster, the same at every call;
   *     empty where this host's own configuration has them
   * @param localDataCenter whose nodes coordinate requests, likewise
   * @param workload names its fields and rows
   * @param lanes that will send
   * @return to be closed when the load is over
   * @throws IOException when it cannot be reached; the message is a sentence for the user
   */
  LaneStores open(
      List<String> contactPoints,
      @Nullable String localDataCenter,
      HostTable table,
      Workload workload,
      int lanes)
      throws IOException;

  /** Lets go of all connections. Never throws. */
  @Override
  void close();
}
