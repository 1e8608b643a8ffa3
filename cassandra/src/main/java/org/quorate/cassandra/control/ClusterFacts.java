package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.guard.SchemaFacts;
import org.quorate.cassandra.guard.SchemaReader;
import org.quorate.cassandra.guard.TableGuard;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;

/** What the driver knows of a cluster that bears on the levels of a table. Thread-safe. */
final class ClusterFacts {
  /**
   * What there is to know of one table.
   *
   * @param replication where its rows are
   * @param localDataCenter that the driver calls local for statements of no other profile
   * @param own the application's own level
   * @param options of the table, such as {@code read_repair}
   */
  record TableFacts(
      Replication replication,
      String localDataCenter,
      Level own,
      Map<CqlIdentifier, Object> options) {}

  /**
   * What is known, and why the table is not minded; one of the two is there at least.
   *
   * @param lasting whether the latter is more than waiting for an answer of the cluster
   */
  record Answer(Optional<TableFacts> facts, Optional<String> problem, boolean lasting) {
    static Answer of(TableFacts facts) {
      return new Answer(Optional.of(facts), Optional.empty(), true);
    }

    /**
     * The table is not minded before the cluster has said what kind of table it is.
     *
     * @param trouble why it has not, where it failed to
     */
    static Answer soon(Optional<TableFacts> facts, Optional<String> trouble) {
      return new Answer(
          facts,
          Optional.of(trouble.orElse("What kind of table it is, is being asked for.")),
          trouble.isPresent());
    }

    static Answer because(String sentence) {
      return new Answer(Optional.empty(), Optional.of(sentence), true);
    }
  }

  private final CqlSession session;
  private final SchemaReader schema;

  ClusterFacts(CqlSession session) {
    this.session = session;
    this.schema = new SchemaReader(session);
  }

  /** The level of statements that say nothing of it, now; empty for none of plain reads. */
  Optional<Level> ownLevel() {
    return DriverLevels.toLevel(
        session
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .getString(DefaultDriverOption.REQUEST_CONSISTENCY));
  }

  /** Looks at what the driver knows now. */
  Answer of(TableName name) {
    Optional<KeyspaceMetadata> keyspace = KnownCluster.keyspace(session, name.keyspace());
    Optional<TableMetadata> table =
        keyspace.flatMap(each -> each.getTable(CqlIdentifier.fromInternal(name.table())));
    boolean view =
        keyspace
            .flatMap(each -> each.getView(CqlIdentifier.fromInternal(name.table())))
            .isPresent();
    if (keyspace.isEmpty() || (table.isEmpty() && !view)) {
      return Answer.because(
          "The table cannot be minded: the cluster has no table "
              + name
              + ", or the driver does not read its schema; check the name and"
              + " advanced.metadata.schema.");
    }
    Optional<SchemaFacts> said = schema.look(name, keyspace.get());
    Optional<String> objection = said.flatMap(facts -> TableGuard.objection(name, facts));
    if (objection.isPresent()) {
      return Answer.because(objection.get());
    }
    @Nullable Replication replication =
        KnownCluster.replication(session, keyspace.get().getReplication());
    if (replication == null && said.isEmpty()) {
      // The guard may have a better word for it.
      return Answer.soon(Optional.empty(), schema.trouble(name));
    }
    if (replication == null) {
      return Answer.because(
          "The table cannot be minded: the replication of keyspace "
              + name.keyspace()
              + " is neither NetworkTopologyStrategy nor SimpleStrategy in one data centre.");
    }
    Optional<Level> own = ownLevel();
    if (own.isEmpty()) {
      return Answer.because(
          "The table cannot be minded: the application's own level, basic.request.consistency, is"
              + " none of plain reads.");
    }
    if (table.stream()
        .flatMap(each -> each.getColumns().values().stream())
        .anyMatch(column -> column.getType().equals(DataTypes.COUNTER))) {
      return Answer.because("The table " + name + " has counters, which are left alone.");
    }
    Optional<String> local = LocalDataCenter.of(session);
    if (local.isEmpty() && replication.replicasByDataCenter().size() > 1) {
      return Answer.because(
          "The table cannot be minded: its rows are in several data centres, and so are the nodes"
              + " that the driver calls local, so what LOCAL levels mean is not known; set"
              + " basic.load-balancing-policy.local-datacenter.");
    }
    TableFacts facts =
        new TableFacts(
            replication,
            local.orElse(""),
            own.get(),
            table.map(TableMetadata::getOptions).orElse(Map.of()));
    return said.isPresent()
        ? Answer.of(facts)
        : Answer.soon(Optional.of(facts), schema.trouble(name));
  }
}
