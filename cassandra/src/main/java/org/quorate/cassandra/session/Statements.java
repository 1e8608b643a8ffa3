package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
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
 * table is told to the controller, which leaves the table alone from then on. What a query is, is
 * found anew when the driver has learnt of a change of the schema. Thread-safe.
 */
final class Statements {
  /** A power of two. */
  private static final int SEEN = 256;

  private static final Optional<ReadPlan> NONE = Optional.empty();

  /**
   * What is known as long as the schema is this object: the driver makes another for each change.
   */
  private record Known(
      Map<CqlIdentifier, KeyspaceMetadata> schema, RecentQueries<Optional<ReadPlan>> recent) {}

  private final CqlSession session;
  private final LevelController levels;

  /** Statements that were looked at, so that none is at each of its requests. */
  private final AtomicReferenceArray<PreparedStatement> seen = new AtomicReferenceArray<>(SEEN);

  private final MentionedTables minded;
  private volatile Known known = new Known(Map.of(), new RecentQueries<>());

  Statements(CqlSession session, LevelController levels) {
    this.session = session;
    this.levels = levels;
    this.minded = new MentionedTables(levels.status().stream().map(TableStatus::table).toList());
  }

  /**
   * How to touch a query, or empty where it is to be left alone.
   *
   * @param keyspace of the statement itself, or null for the session's
   */
  Optional<ReadPlan> plan(String text, @Nullable CqlIdentifier keyspace) {
    // Of other tables each text may be a new one, with its values in it: reading it would be dear.
    if (!minded.isAnyIn(text)) {
      return NONE;
    }
    RecentQueries.Query query = query(text, keyspace);
    Known now = known();
    Optional<ReadPlan> found = now.recent.find(query);
    if (found != null) {
      return found;
    }
    StatementShape shape = StatementReader.read(text);
    if (shape instanceof StatementShape.ConditionalWrite write) {
      write.targets().forEach(target -> conditional(name(target, query.keyspace())));
    }
    Optional<ReadPlan> plan = NONE;
    if (shape instanceof StatementShape.Read read) {
      TableName name = name(read.target(), query.keyspace());
      TableLevel level = name == null ? null : levels.level(name).orElse(null);
      if (name != null && level != null) {
        plan = metadata(name, now.schema).flatMap(table -> plan(read, name, level, table));
      }
    }
    now.recent.remember(query, plan);
    return plan;
  }

  /**
   * The table of a read that may be touched, or of one that may be as soon as the driver knows the
   * table.
   *
   * @param keyspace of the statement itself, or null for the session's
   */
  Optional<TableLevel> table(String text, @Nullable CqlIdentifier keyspace) {
    Optional<ReadPlan> plan = plan(text, keyspace);
    if (plan.isPresent()
        || !minded.isAnyIn(text)
        || !(StatementReader.read(text) instanceof StatementShape.Read read)) {
      return plan.map(ReadPlan::level);
    }
    TableName name = name(read.target(), query(text, keyspace).keyspace());
    return name == null || metadata(name, schema()).isPresent()
        ? Optional.empty()
        : levels.level(name);
  }

  /**
   * Looks at a statement that was not prepared through this session: conditional writes are told
   * of. Names without a keyspace are in the one that it was prepared in.
   */
  void look(PreparedStatement prepared) {
    int place = System.identityHashCode(prepared) & (SEEN - 1);
    if (seen.getPlain(place) != prepared) {
      ColumnDefinitions markers = prepared.getVariableDefinitions();
      plan(prepared.getQuery(), markers.size() == 0 ? null : markers.get(0).getKeyspace());
      seen.setRelease(place, prepared);
    }
  }

  /**
   * A text with the keyspace that it is sent in now.
   *
   * @param keyspace of the statement itself, or null for the session's
   */
  RecentQueries.Query query(String text, @Nullable CqlIdentifier keyspace) {
    return new RecentQueries.Query(
        keyspace != null ? keyspace : session.getKeyspace().orElse(null), text);
  }

  /** Of all texts whose meaning is remembered now. */
  int rememberedCharacters() {
    return known.recent.characters();
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

  /** The driver's knowledge of all tables: another object after each change. */
  Map<CqlIdentifier, KeyspaceMetadata> schema() {
    return session.getMetadata().getKeyspaces();
  }

  @SuppressWarnings("ReferenceEquality") // Nothing else tells without comparing all tables.
  private Known known() {
    Map<CqlIdentifier, KeyspaceMetadata> schema = schema();
    Known now = known;
    if (now.schema != schema) {
      now = new Known(schema, new RecentQueries<>());
      known = now;
    }
    return now;
  }

  private static Optional<TableMetadata> metadata(
      TableName name, Map<CqlIdentifier, KeyspaceMetadata> schema) {
    return Optional.ofNullable(schema.get(CqlIdentifier.fromInternal(name.keyspace())))
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
