package org.quorate.hbase.session;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Table;

/** How long a request may take, which is how long it waits for what it depends on. Stateless. */
final class RequestTime {
  private static final Duration UNLIMITED = Duration.ofDays(1);

  private RequestTime() {}

  /** As the table's operation timeout says. */
  static Duration of(Table table) {
    long millis = table.getOperationTimeout(TimeUnit.MILLISECONDS);
    return millis > 0 && millis < UNLIMITED.toMillis() ? Duration.ofMillis(millis) : UNLIMITED;
  }
}
