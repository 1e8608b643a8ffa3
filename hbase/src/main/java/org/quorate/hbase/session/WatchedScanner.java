package org.quorate.hbase.session;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/** A server's scanner of which every row is also shown to somebody. */
final class WatchedScanner implements ResultScanner {
  private final ResultScanner server;
  private final Consumer<Result> watcher;

  WatchedScanner(ResultScanner server, Consumer<Result> watcher) {
    this.server = server;
    this.watcher = watcher;
  }

  @Override
  public @Nullable Result next() throws IOException {
    Result row = server.next();
    if (row != null) {
      watcher.accept(row);
    }
    return row;
  }

  @Override
  public void close() {
    server.close();
  }

  @Override
  public boolean renewLease() {
    return server.renewLease();
  }

  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return server.getScanMetrics();
  }
}
