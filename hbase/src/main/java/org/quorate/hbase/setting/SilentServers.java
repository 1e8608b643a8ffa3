package org.quorate.hbase.setting;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.quorate.core.quantity.Durations;

/**
 * What a server that takes a request and never answers does to the bound: the flush is tried again
 * only when the client's own time for a request is over, a minute unless told otherwise. Stateless.
 */
public final class SilentServers {
  private SilentServers() {}

  /**
   * What people should know of the bound before they rely on it; empty where a request that is not
   * answered fails within it.
   *
   * @param configuration of the connection that flushes
   */
  public static Optional<String> warning(Configuration configuration, Duration bound) {
    Duration request =
        Duration.ofMillis(
            configuration.getInt(
                HConstants.HBASE_RPC_WRITE_TIMEOUT_KEY,
                configuration.getInt(
                    HConstants.HBASE_RPC_TIMEOUT_KEY, HConstants.DEFAULT_HBASE_RPC_TIMEOUT)));
    return request.compareTo(bound) <= 0
        ? Optional.empty()
        : Optional.of(
            "A server that hangs makes writes late by up to "
                + Durations.format(request)
                + " ("
                + HConstants.HBASE_RPC_WRITE_TIMEOUT_KEY
                + "), and the bound is "
                + Durations.format(bound)
                + "; where that matters, lower it for the connection that flushes.");
  }
}
