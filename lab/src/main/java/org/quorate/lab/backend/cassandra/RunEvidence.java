package org.quorate.lab.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.evidence.EvidenceTable;
import org.quorate.cassandra.table.TableName;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.RunSettings;

/** The table by which the processes of a run tell one another what they know. Stateless. */
public final class RunEvidence {
  /** Its name, in the keyspace of the run's table. */
  public static final String TABLE = "quorate_evidence";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private RunEvidence() {}

  /** How often a run's processes exchange evidence; null where its policy does not go by any. */
  public static @Nullable Duration every(RunSettings run) {
    MonitorSettings monitor = run.monitor();
    return monitor != null && run.processes() > 1 && !run.readPolicy().needsRates()
        ? monitor.evidence()
        : null;
  }

  /**
   * Makes the table for a run, with nothing in it, so that nobody hears of an earlier run's
   * processes.
   *
   * @return null where the run's processes tell one another nothing
   * @throws StoreException when the servers refuse that, or a replica does not answer
   */
  static @Nullable EvidenceSettings begin(
      CassandraConnection connection, String keyspace, RunSettings run) throws StoreException {
    Duration every = every(run);
    if (every == null) {
      return null;
    }
    EvidenceSettings settings =
        EvidenceSettings.in(new TableName(keyspace, TABLE)).withEvery(every);
    CqlSession session = connection.session();
    try {
      session.execute(
          SimpleStatement.newInstance(EvidenceTable.createTable(settings)).setTimeout(PATIENCE));
      session.execute(
          SimpleStatement.newInstance("DELETE FROM " + settings.table().toCql() + " WHERE part = 0")
              .setConsistencyLevel(DefaultConsistencyLevel.ALL)
              .setTimeout(PATIENCE));
      return settings;
    } catch (DriverException e) {
      throw new StoreException(
          "The table "
              + settings.table()
              + " cannot be made ready for the evidence of a run: "
              + e.getMessage()
              + ".",
          e);
    }
  }
}
