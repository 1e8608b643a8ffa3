package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.core.level.Level;

/**
 * Requests on one table, each a statement of its own with its own level, bound from encoded values.
 * Statements are prepared once: those on all fields when the table is opened, those on a single
 * field when it is first asked for. Thread-safe and lock-free.
 */
public final class CassandraTable {
  /** All fields of a row. */
  public static final int ALL_FIELDS = -1;

  /** Index of the version among the columns of a row. */
  private static final int VERSION = 0;

  private static final int DEFAULT_PAGE_SIZE = 5000;

  private final CqlSession session;
  private final TableLayout layout;
  private final LazyStatement[] reads;
  private final LazyStatement[] writes;
  private final LazyStatement[] scans;
  private final @Nullable ClientCoordinator coordinator;

  private CassandraTable(CqlSession session, TableLayout layout) {
    this.session = session;
    this.layout = layout;
    coordinator = null;
    int statements = layout.fields().size() + 1;
    reads = new LazyStatement[statements];
    writes = new LazyStatement[statements];
    scans = new LazyStatement[statements];
    for (int i = 0; i < statements; i++) {
      reads[i] = new LazyStatement(session, layout.readStatement(i - 1));
      writes[i] = new LazyStatement(session, layout.writeStatement(i - 1));
      scans[i] = new LazyStatement(session, layout.scanStatement(i - 1));
    }
  }

  private CassandraTable(CassandraTable shared, ClientCoordinator coordinator) {
    this.session = shared.session;
    this.layout = shared.layout;
    this.reads = shared.reads;
    this.writes = shared.writes;
    this.scans = shared.scans;
    this.coordinator = coordinator;
  }

  static CassandraTable prepare(CqlSession session, TableLayout layout) throws StoreException {
    CassandraTable table = new CassandraTable(session, layout);
    try {
      table.reads[0].prepareNow();
      table.writes[0].prepareNow();
      table.scans[0].prepareNow();
    } catch (DriverException e) {
      throw new StoreException(
          "The statements on table "
              + layout.qualifiedTable()
              + " cannot be prepared: "
              + e.getMessage()
              + ".",
          e);
    }
    return table;
  }

  /** The same statements, sent by way of one client's coordinator. */
  CassandraTable by(ClientCoordinator other) {
    return new CassandraTable(this, other);
  }

  public TableLayout layout() {
    return layout;
  }

  /** Asks for one row: its version, then the field or all fields in their order. */
  public CompletionStage<AsyncResultSet> read(byte[] key, int field, Level level) {
    LazyStatement statement = reads[field + 1];
    PreparedStatement prepared = statement.prepared();
    return prepared != null
        ? read(prepared, key, level)
        : statement.prepare().thenCompose(ready -> read(ready, key, level));
  }

  private CompletionStage<AsyncResultSet> read(
      PreparedStatement prepared, byte[] key, Level level) {
    BoundStatementBuilder builder = prepared.boundStatementBuilder();
    builder.setBytesUnsafe(0, ByteBuffer.wrap(key));
    builder.setConsistencyLevel(DriverLevels.of(level));
    return send(builder);
  }

  /** Asks for one row, as {@link #read}, at the level that the session chooses. */
  public CompletionStage<AsyncResultSet> readAsChosen(byte[] key, int field) {
    LazyStatement statement = reads[field + 1];
    PreparedStatement prepared = statement.prepared();
    return prepared != null
        ? readAsChosen(prepared, key)
        : statement.prepare().thenCompose(ready -> readAsChosen(ready, key));
  }

  private CompletionStage<AsyncResultSet> readAsChosen(PreparedStatement prepared, byte[] key) {
    BoundStatementBuilder builder = prepared.boundStatementBuilder();
    builder.setBytesUnsafe(0, ByteBuffer.wrap(key));
    return send(builder);
  }

  /**
   * Writes one row.
   *
   * @param values one value per written field; with {@link #ALL_FIELDS} in the order of the fields,
   *     null for one that is to stay as it is
   * @param version the mutation's timestamp, in microseconds, and the value of the version's column
   */
  public CompletionStage<AsyncResultSet> write(
      byte[] key, int field, byte[] @Nullable [] values, long version, Level level) {
    LazyStatement statement = writes[field + 1];
    PreparedStatement prepared = statement.prepared();
    return prepared != null
        ? write(prepared, key, values, version, level)
        : statement.prepare().thenCompose(ready -> write(ready, key, values, version, level));
  }

  private CompletionStage<AsyncResultSet> write(
      PreparedStatement prepared,
      byte[] key,
      byte[] @Nullable [] values,
      long version,
      Level level) {
    BoundStatementBuilder builder = prepared.boundStatementBuilder();
    builder.setBytesUnsafe(0, ByteBuffer.wrap(key));
    builder.setBytesUnsafe(1, ByteBuffer.allocate(Long.BYTES).putLong(0, version));
    for (int i = 0; i < values.length; i++) {
      byte[] value = values[i];
      if (value != null) {
        builder.setBytesUnsafe(i + 2, ByteBuffer.wrap(value));
      }
    }
    builder.setQueryTimestamp(version);
    builder.setConsistencyLevel(DriverLevels.of(level));
    return send(builder);
  }

  /** Asks for up to {@code length} rows from a key on, in the order of tokens, in one page. */
  public CompletionStage<AsyncResultSet> scan(byte[] key, int length, int field, Level level) {
    LazyStatement statement = scans[field + 1];
    PreparedStatement prepared = statement.prepared();
    return prepared != null
        ? scan(prepared, key, length, level)
        : statement.prepare().thenCompose(ready -> scan(ready, key, length, level));
  }

  private CompletionStage<AsyncResultSet> scan(
      PreparedStatement prepared, byte[] key, int length, Level level) {
    BoundStatementBuilder builder = prepared.boundStatementBuilder();
    builder.setBytesUnsafe(0, ByteBuffer.wrap(key));
    builder.setBytesUnsafe(1, ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
    builder.setConsistencyLevel(DriverLevels.of(level));
    if (length > DEFAULT_PAGE_SIZE) {
      builder.setPageSize(length);
    }
    return send(builder);
  }

  private CompletionStage<AsyncResultSet> send(BoundStatementBuilder builder) {
    if (coordinator != null) {
      builder.setNode(coordinator.node());
    }
    return session.executeAsync(builder.build());
  }

  /**
   * The version of a row that {@link #read} or {@link #scan} returned, {@link
   * TableLayout#UNVERSIONED} where it has none.
   */
  public static long version(Row row) {
    ByteBuffer bytes = row.getBytesUnsafe(VERSION);
    return bytes == null || bytes.remaining() != Long.BYTES
        ? TableLayout.UNVERSIONED
        : bytes.getLong(bytes.position());
  }
}
