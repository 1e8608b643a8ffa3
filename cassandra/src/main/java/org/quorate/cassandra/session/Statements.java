package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.sample.PairQuery;
import org.quorate.cassandra.sample.TimestampQuery;
import org.quorate.cassandra.statement.PartitionRestriction;
import org.quorate.cassandra.statement.StatementReader;
import org.quorate.cassandra.statement.StatementShape;
import org.quorate.cassandra.table.TableName;

/**
 * What each query of a session is. A read may be touched when it stays within one partition, by its
 * text and the table's key, on a table that was opted in. Writes to such a table are remembered.
 * What a query is, is found anew when the driver has learnt of a change of the schema. Where this
 * fails, it is taken for a query that is left alone. Thread-safe.
 */
final class Statements {
  /** A power of two. */
  private static final int SEEN = 256;

  private static final CqlIdentifier DEFAULT_TIME_TO_LIVE =
      CqlIdentifier.fromInternal("default_time_to_live");

  /**
   * What is known as long as the schema is this object: the driver makes another for each change.
   */
  private record Known(
      Map<CqlIdentifier, KeyspaceMetadata> schema, RecentQueries<StatementPlan> recent) {}

  private final CqlSession session;
  private final LevelController levels;
  private final OwnFaults faults;

  /** What a statement was by a schema. */
  private record Seen(PreparedStatement prepared, Object schema, StatementPlan plan) {}

  /** Statements that were looked at, so that none is at each of its requests. */
  private final AtomicReferenceArray<Seen> seen = new AtomicReferenceArray<>(SEEN);

  private final MentionedTables minded;
  private volatile Known known = new Known(Map.of(), new RecentQueries<>());

  Statements(CqlSession session, LevelController levels, OwnFaults faults) {
    this.session = session;
    this.levels = levels;
    this.faults = faults;
    this.minded = new MentionedTables(levels.status().stream().map(TableStatus::table).toList());
  }

  /**
   * How to touch a read, or empty where it is to be left alone.
   *
   * @param keyspace of the statement itself, or null for the session's
   */
  Optional<ReadPlan> plan(String text, @Nullable CqlIdentifier keyspace) {
    return whole(text, keyspace).read();
  }

  /**
   * What a query is.
   *
   * @param keyspace of the statement itself, or null for the session's
   */
  StatementPlan whole(String text, @Nullable CqlIdentifier keyspace) {
    try {
      return found(text, keyspace);
    } catch (RuntimeException e) {
      faults.tell(e);
      return StatementPlan.NONE;
    }
  }

  private StatementPlan found(String text, @Nullable CqlIdentifier keyspace) {
    // Of other tables each text may be a new one, with its values in it: reading it would be dear.
    if (!minded.isAnyIn(text)) {
      return StatementPlan.NONE;
    }
    RecentQueries.Query query = query(text, keyspace);
    Known now = known();
    StatementPlan found = now.recent.find(query);
    if (found != null) {
      return found;
    }
    StatementPlan plan = plan(StatementReader.read(text), query, now.schema);
    now.recent.remember(query, plan);
    return plan;
  }

  private StatementPlan plan(
      StatementShape shape,
      RecentQueries.Query query,
      Map<CqlIdentifier, KeyspaceMetadata> schema) {
    if (shape instanceof StatementShape.Read read) {
      TableName name = name(read.target(), query.keyspace());
      TableLevel level = name == null ? null : levels.level(name).orElse(null);
      return name == null || level == null
          ? StatementPlan.NONE
          : new StatementPlan(
              metadata(name, schema).flatMap(table -> plan(read, query.text(), name, level, table)),
              List.of());
    }
    if (shape instanceof StatementShape.ConditionalWrite write) {
      return writes(write.targets(), StatementShape.Effect.MAY_REMOVE_ROWS, true, query, schema);
    }
    return shape instanceof StatementShape.Write write
        ? writes(write.targets(), write.effect(), false, query, schema)
        : StatementPlan.NONE;
  }

  private StatementPlan writes(
      Set<StatementShape.Target> targets,
      StatementShape.Effect effect,
      boolean isConditional,
      RecentQueries.Query query,
      Map<CqlIdentifier, KeyspaceMetadata> schema) {
    List<TableWrite> writes = new ArrayList<>();
    for (StatementShape.Target target : targets) {
      TableName name = name(target, query.keyspace());
      TableLevel level = name == null ? null : levels.level(name).orElse(null);
      if (name != null && level != null) {
        TableMetadata table = metadata(name, schema).orElse(null);
        writes.add(
            new TableWrite(
                name,
                level.memory(),
                table == null ? null : key(query.text(), table),
                table == null || expires(table) ? StatementShape.Effect.MAY_REMOVE_ROWS : effect,
                isConditional));
      }
    }
    return writes.isEmpty() ? StatementPlan.NONE : new StatementPlan(Optional.empty(), writes);
  }

  private static boolean expires(TableMetadata table) {
    Object seconds = table.getOptions().get(DEFAULT_TIME_TO_LIVE);
    return seconds instanceof Number number && number.intValue() != 0;
  }

  private static @Nullable KeyTemplate key(String text, TableMetadata table) {
    return KeyTemplate.of(
        text,
        names(table.getPartitionKey()),
        table.getPartitionKey().stream().map(ColumnMetadata::getType).toList());
  }

  /**
   * The table of a read that may be touched, or of one that may be as soon as the driver knows the
   * table.
   *
   * @param keyspace of the statement itself, or null for the session's
   */
  Optional<TableLevel> table(String text, @Nullable CqlIdentifier keyspace) {
    try {
      return known(text, keyspace);
    } catch (RuntimeException e) {
      faults.tell(e);
      return Optional.empty();
    }
  }

  private Optional<TableLevel> known(String text, @Nullable CqlIdentifier keyspace) {
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
   * What a prepared statement is, whoever prepared it. Names without a keyspace are in the one that
   * it was prepared in.
   */
  @SuppressWarnings("ReferenceEquality") // Nothing else tells without comparing all tables.
  StatementPlan of(PreparedStatement prepared) {
    int place = System.identityHashCode(prepared) & (SEEN - 1);
    Object schema = schema();
    Seen known = seen.getPlain(place);
    if (known == null || known.prepared != prepared || known.schema != schema) {
      known = new Seen(prepared, schema, whole(prepared.getQuery(), keyspace(prepared)));
      seen.setRelease(place, known);
    }
    return known.plan;
  }

  private static @Nullable CqlIdentifier keyspace(PreparedStatement prepared) {
    ColumnDefinitions markers = prepared.getVariableDefinitions();
    ColumnDefinitions known = markers.size() == 0 ? prepared.getResultSetDefinitions() : markers;
    return known.size() == 0 ? null : known.get(0).getKeyspace();
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

  /** The driver's knowledge of all tables: another object after each change. */
  Map<CqlIdentifier, KeyspaceMetadata> schema() {
    try {
      return session.getMetadata().getKeyspaces();
    } catch (RuntimeException e) {
      faults.tell(e);
      return known.schema;
    }
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
      StatementShape.Read read,
      String text,
      TableName name,
      TableLevel level,
      TableMetadata table) {
    List<String> key = names(table.getPartitionKey());
    PartitionRestriction restriction =
        PartitionRestriction.of(
            read.relations(), key, names(table.getClusteringColumns().keySet()));
    if (restriction == PartitionRestriction.OTHER) {
      return Optional.empty();
    }
    Optional<PairQuery> pair = Optional.empty();
    if (!read.markersBeforeRestriction()) {
      pair =
          restriction == PartitionRestriction.ROW
              ? TimestampQuery.ofRow(name, table, read.restriction())
              : TimestampQuery.ofSlice(name, table, read);
    }
    boolean wholePartition =
        read.relations().stream().allMatch(relation -> key.containsAll(relation.columns()));
    return Optional.of(new ReadPlan(name, level, pair, key(text, table), wholePartition));
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
