package org.quorate.lab.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/** Waits for the levels that sessions decide on. */
public final class Decisions {
  private Decisions() {}

  /**
   * Until a table's reads go out at a level since that was decided. The level alone does not tell:
   * they have the application's own until the cluster has said what kind of table it is, and the
   * safe one from then until something is decided.
   */
  public static void await(AdaptiveSession session, TableName table, Level level) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              TableStatus status = session.levels().status(table).orElseThrow();
              return status.level() == level
                  && status.leftAlone().isEmpty()
                  && status.decision().isPresent();
            });
  }
}
