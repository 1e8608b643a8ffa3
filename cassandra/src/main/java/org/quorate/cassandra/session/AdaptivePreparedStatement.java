package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.DataType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.core.level.Level;

/**
 * A prepared read whose bound statements carry the level that is in effect when they are bound (see
 * {@link CarriedLevel}). It is prepared once for each level that comes into effect, in the
 * background: until that is done its bound statements are copied to get their level. Where it is
 * none that may be touched any more, since its table was made again with another key, they carry no
 * level. Thread-safe.
 */
final class AdaptivePreparedStatement implements PreparedStatement {
  /**
   * @param schema that was looked at
   * @param touched whether the statement is a read that may be touched, by that schema
   */
  private record Standing(Object schema, boolean touched) {}

  private record Column(CqlIdentifier name, DataType type) {}

  private final Statements statements;
  private final RecentQueries.Query query;
  private final TableLevel table;
  private final Function<CarriedLevel, CompletionStage<PreparedStatement>> preparing;
  private final LongSupplier nanoTime;
  private final Map<Level, LevelStatement> byLevel = new EnumMap<>(Level.class);
  private volatile PreparedStatement newest;

  /**
   * The one that the driver prepared last: only that one holds what a node needs that has forgotten
   * the statement, or never had it.
   */
  @SuppressWarnings("unused")
  private PreparedStatement latest;

  private volatile Standing standing;

  /**
   * @param query what was prepared
   * @param carried the level of {@code first}
   * @param preparing prepares the statement with another carrier
   */
  AdaptivePreparedStatement(
      Statements statements,
      RecentQueries.Query query,
      CarriedLevel carried,
      PreparedStatement first,
      Function<CarriedLevel, CompletionStage<PreparedStatement>> preparing,
      LongSupplier nanoTime) {
    this.statements = statements;
    this.query = query;
    this.table = carried.table();
    this.standing = standing(statements.schema());
    this.preparing = preparing;
    this.nanoTime = nanoTime;
    this.newest = first;
    this.latest = first;
    for (Level level : Level.values()) {
      byLevel.put(level, new LevelStatement());
    }
    place(carried.level()).ready(first);
  }

  private Standing standing(Object schema) {
    return new Standing(
        schema,
        statements
            .plan(query.text(), query.keyspace())
            .filter(plan -> plan.level() == table)
            .isPresent());
  }

  private boolean isLeft() {
    Object schema = statements.schema();
    Standing now = standing;
    if (now.schema != schema) {
      now = standing(schema);
      standing = now;
    }
    return !now.touched || table.isLeft();
  }

  private LevelStatement place(Level level) {
    return Objects.requireNonNull(byLevel.get(level));
  }

  /** The statement whose bound statements carry the level in effect, or null for none yet. */
  private @Nullable PreparedStatement current(Level level) {
    LevelStatement place = place(level);
    PreparedStatement prepared = place.ready();
    if (prepared == null && place.begin(nanoTime.getAsLong())) {
      prepare(level, place);
    }
    return prepared;
  }

  private void prepare(Level level, LevelStatement place) {
    CompletionStage<PreparedStatement> begun;
    try {
      begun = preparing.apply(table.carrier(level));
    } catch (RuntimeException e) {
      // Binding does not depend on it; the driver tells of its state when the read is sent.
      place.failed(nanoTime.getAsLong());
      return;
    }
    begun.whenComplete(
        (prepared, failure) -> {
          // Another statement may have been prepared, after a USE; after the next this one is
          // again.
          if (prepared == null || !take(level, prepared)) {
            place.failed(nanoTime.getAsLong());
          }
        });
  }

  /**
   * Whether the application, which has prepared the statement again, gets this object again: not
   * where the server says otherwise of its columns than before.
   */
  synchronized boolean serves(Level level, PreparedStatement again) {
    return place(level).isOutdated(again)
        || (columns(again.getResultSetDefinitions()).equals(columns(getResultSetDefinitions()))
            && take(level, again));
  }

  /**
   * Takes what was prepared with the carrier of a level. An unqualified statement is prepared in
   * the session's keyspace of the moment: after a {@code USE} it would be one on another table. A
   * column may have got another type, and a table that was made again another key.
   *
   * @return false where it is not of this statement
   */
  private synchronized boolean take(Level level, PreparedStatement prepared) {
    if (!prepared.getId().equals(getId()) || place(level).isOutdated(prepared)) {
      return false;
    }
    latest = prepared;
    if (!prepared.getPartitionKeyIndices().equals(getPartitionKeyIndices())
        || !columns(prepared.getVariableDefinitions()).equals(columns(getVariableDefinitions()))) {
      return false;
    }
    if (!columns(prepared.getResultSetDefinitions()).equals(columns(getResultSetDefinitions()))) {
      // Answers are read by the columns of the statement that was sent, which those are not of.
      byLevel.values().forEach(LevelStatement::forget);
    }
    place(level).ready(prepared);
    newest = prepared;
    return true;
  }

  private static List<Column> columns(ColumnDefinitions definitions) {
    List<Column> columns = new ArrayList<>(definitions.size());
    definitions.forEach(each -> columns.add(new Column(each.getName(), each.getType())));
    return columns;
  }

  @Override
  public BoundStatement bind(Object... values) {
    if (isLeft()) {
      return newest.bind(values).setConsistencyLevel(null);
    }
    CarriedLevel carrier = table.carrier();
    PreparedStatement prepared = current(carrier.level());
    return prepared != null
        ? prepared.bind(values)
        : newest.bind(values).setConsistencyLevel(carrier);
  }

  @Override
  public BoundStatementBuilder boundStatementBuilder(Object... values) {
    if (isLeft()) {
      return newest.boundStatementBuilder(values).setConsistencyLevel(null);
    }
    CarriedLevel carrier = table.carrier();
    PreparedStatement prepared = current(carrier.level());
    return prepared != null
        ? prepared.boundStatementBuilder(values)
        : newest.boundStatementBuilder(values).setConsistencyLevel(carrier);
  }

  @Override
  public ByteBuffer getId() {
    return newest.getId();
  }

  @Override
  public String getQuery() {
    return newest.getQuery();
  }

  @Override
  public ColumnDefinitions getVariableDefinitions() {
    return newest.getVariableDefinitions();
  }

  @Override
  public List<Integer> getPartitionKeyIndices() {
    return newest.getPartitionKeyIndices();
  }

  @Override
  public @Nullable ByteBuffer getResultMetadataId() {
    return newest.getResultMetadataId();
  }

  @Override
  public ColumnDefinitions getResultSetDefinitions() {
    return newest.getResultSetDefinitions();
  }

  @Override
  public void setResultMetadata(
      ByteBuffer newResultMetadataId, ColumnDefinitions newResultSetDefinitions) {
    byLevel
        .values()
        .forEach(
            place -> {
              PreparedStatement prepared = place.ready();
              if (prepared != null) {
                prepared.setResultMetadata(newResultMetadataId, newResultSetDefinitions);
              }
            });
  }
}
