package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.sample.PairQuery;
import org.quorate.cassandra.sample.TimestampQuery;
import org.quorate.cassandra.statement.PartitionRestriction;
import org.quorate.cassandra.statement.StatementReader;
import org.quorate.cassandra.statement.StatementShape;
import org.quorate.cassandra.table.TableName;

/**
 * What each query of a session is. A read may be touched when it stays within one partition, by its
 * text and the table's key, on a table that was opted in. The first conditional write to such a
 * table is told to the controller, which leaves the table alone from then on. Thread-safe.
 */
final class Statements {
  private static final Optional<ReadPlan> NONE = Optional.empty();

  private final CqlSession session;
  private final LevelController levels;
  private final RecentQueries<Optional<ReadPlan>> recent = new RecentQueries<>();

  Statements(CqlSession session, LevelController levels) {
    this.session = session;
    this.levels = levels;
  }

  /**
   * How to touch a query, or empty where it is to be left alone.
   *
   * @param keyspace of the statement itself, or null for the session's
   */
  Optional<ReadPlan> plan(String text, @Nullable CqlIdentifier keyspace) {
    CqlIdentifier effective = keyspace != null ? keyspace : session.getKeyspace().orElse(null);
    RecentQueries.Query query = new RecentQueries.Query(effective, text);
    Optional<ReadPlan> known = recent.find(query);
    if (known != null) {
      return known;
    }
    StatementShape shape = StatementReader.read(text);
    if (shape instanceof StatementShape.ConditionalWrite write) {
      write.targets().forEach(target -> conditional(name(target, effective)));
    }
    Optional<ReadPlan> plan = NONE;
    if (shape instanceof StatementShape.Read read) {
      TableName name = name(read.target(), effective);
      TableLevel level = name == null ? null : levels.level(name).orElse(null);
      if (name != null && level != null) {
        Optional<TableMetadata> table = metadata(name);
        if (table.isEmpty()) {
          // Not remembered, since the driver may come to know the table.
          return NONE;
        }
        plan = plan(read, name, level, table.get());
      }
    }
    recent.remember(query, plan);
    return plan;
  }

  private void conditional(@Nullable TableName table) {
    if (table != null) {
      levels.leaveAlone(
          table,
          "The table "
              + table
              + " has conditional writes, whose reads must not be weakened, so it is left alone.");
    }
  }

  private Optional<TableMetadata> metadata(TableName name) {
    return session
        .getMetadata()
        .getKeyspace(CqlIdentifier.fromInternal(name.keyspace()))
        .flatMap(each -> each.getTable(CqlIdentifier.fromInternal(name.table())));
  }

  private static Optional<ReadPlan> plan(
      StatementShape.Read read, TableName name, TableLevel level, TableMetadata table) {
    PartitionRestriction restriction =
        PartitionRestriction.of(
            read.relations(),
            names(table.getPartitionKey()),
            names(table.getClusteringColumns().keySet()));
    if (restriction == PartitionRestriction.OTHER) {
      return NONE;
    }
    Optional<PairQuery> pair = Optional.empty();
    if (!read.markersBeforeRestriction()) {
      pair =
          restriction == PartitionRestriction.ROW
              ? TimestampQuery.ofRow(name, table, read.restriction())
              : TimestampQuery.ofSlice(name, table, read);
    }
    return Optional.of(new ReadPlan(name, level, pair));
  }

  private static List<String> names(Collection<ColumnMetadata> columns) {
    return columns.stream().map(column -> column.getName().asInternal()).toList();
  }

  private static @Nullable TableName name(
      StatementShape.Target target, @Nullable CqlIdentifier keyspace) {
    if (!target.keyspace().isEmpty()) {
      return new TableName(target.keyspace(), target.table());
    }
    return keyspace == null ? null : new TableName(keyspace.asInternal(), target.table());
  }
}
