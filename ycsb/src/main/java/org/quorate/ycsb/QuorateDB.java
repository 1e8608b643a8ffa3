package org.quorate.ycsb;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.lab.store.cassandra.CassandraTable;
import org.quorate.lab.store.cassandra.FailureKind;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.load.history.LaneHistory;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * Stock YCSB's way into Quorate's store: {@code -db org.quorate.ycsb.QuorateDB}. One instance for
 * each client thread, all over one connection. The properties are those of {@link BindingSettings}.
 *
 * <p>With {@code quorate.history} every read and write is recorded with its version, its level and
 * its instants on one clock; YCSB's keys must then be {@code user} and a number. Scans are not part
 * of a history. A read is recorded as what the store said of it, also where YCSB asked for a row
 * that does not exist. Deletes are not implemented: no workload of YCSB deletes, and a history
 * cannot tell a deleted row from one never written.
 */
public class QuorateDB extends DB {
  private ClientThreads.@Nullable Seat<SharedStore> seat;
  private LaneHistory history = LaneHistory.none();
  private Map<String, Integer> fieldIndexes = Map.of();

  @Override
  public void init() throws DBException {
    try {
      ClientThreads.Seat<SharedStore> taken = SharedStore.join(getProperties());
      List<String> fields = taken.store().settings().layout().fields();
      Map<String, Integer> indexes = new HashMap<>();
      for (int i = 0; i < fields.size(); i++) {
        indexes.put(fields.get(i), i);
      }
      fieldIndexes = indexes;
      history = taken.store().history().lane(taken.client());
      seat = taken;
    } catch (StoreException | IOException | IllegalArgumentException e) {
      throw new DBException(e.getMessage(), e);
    }
  }

  @Override
  public void cleanup() throws DBException {
    ClientThreads.Seat<SharedStore> taken = seat;
    seat = null;
    if (taken != null) {
      try {
        taken.leave();
      } catch (IOException e) {
        throw new DBException(e.getMessage(), e);
      }
    }
  }

  @Override
  public Status read(
      String table,
      String key,
      @Nullable Set<String> fields,
      @Nullable Map<String, ByteIterator> result) {
    ClientThreads.Seat<SharedStore> taken = seat();
    int field = fieldToRead(fields);
    if (isOtherTable(taken, table) || field < CassandraTable.ALL_FIELDS) {
      return Status.BAD_REQUEST;
    }
    Level level = taken.store().settings().readLevel();
    long recorded = taken.store().history().key(key);
    long invoked = System.nanoTime();
    Answer answer = await(taken.store().table().read(bytes(key), field, level));
    long completed = System.nanoTime();
    AsyncResultSet rows = answer.rows();
    Row row = rows == null ? null : rows.one();
    history.read(
        recorded,
        row == null ? LaneHistory.NO_VERSION : CassandraTable.version(row),
        invoked,
        completed,
        taken.client(),
        level,
        rows == null ? Outcome.ERROR : Outcome.OK);
    if (rows == null) {
      return answer.status();
    } else if (row == null) {
      return Status.NOT_FOUND;
    }
    if (result != null) {
      copy(row, field, fields, result);
    }
    return Status.OK;
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      @Nullable Set<String> fields,
      @Nullable Vector<HashMap<String, ByteIterator>> result) {
    ClientThreads.Seat<SharedStore> taken = seat();
    int field = fieldToRead(fields);
    if (isOtherTable(taken, table) || field < CassandraTable.ALL_FIELDS) {
      return Status.BAD_REQUEST;
    }
    Answer answer =
        await(
            taken
                .store()
                .table()
                .scan(bytes(startkey), recordcount, field, taken.store().settings().readLevel()));
    AsyncResultSet rows = answer.rows();
    if (rows == null) {
      return answer.status();
    }
    if (result != null) {
      for (Row row : rows.currentPage()) {
        HashMap<String, ByteIterator> values = new HashMap<>();
        copy(row, field, fields, values);
        result.add(values);
      }
    }
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    ClientThreads.Seat<SharedStore> taken = seat();
    if (isOtherTable(taken, table) || !fieldIndexes.keySet().containsAll(values.keySet())) {
      return Status.BAD_REQUEST;
    }
    int field = CassandraTable.ALL_FIELDS;
    byte[] @Nullable [] encoded;
    if (values.size() == 1) {
      Map.Entry<String, ByteIterator> only = values.entrySet().iterator().next();
      field = fieldIndexes.getOrDefault(only.getKey(), CassandraTable.ALL_FIELDS);
      encoded = new byte[][] {only.getValue().toArray()};
    } else {
      encoded = new byte[fieldIndexes.size()][];
      for (Map.Entry<String, ByteIterator> value : values.entrySet()) {
        encoded[fieldIndexes.getOrDefault(value.getKey(), 0)] = value.getValue().toArray();
      }
    }
    Level level = taken.store().settings().writeLevel();
    long recorded = taken.store().history().key(key);
    long version = taken.store().versions().next();
    long invoked = System.nanoTime();
    Answer answer = await(taken.store().table().write(bytes(key), field, encoded, version, level));
    history.write(
        recorded, version, invoked, System.nanoTime(), taken.client(), level, answer.ofWrite());
    return answer.status();
  }

  /** The same as an update: in Cassandra either makes the row where it is not there. */
  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return Status.NOT_IMPLEMENTED;
  }

  private ClientThreads.Seat<SharedStore> seat() {
    ClientThreads.Seat<SharedStore> taken = seat;
    if (taken == null) {
      throw new IllegalStateException("init() was not called, or failed.");
    }
    return taken;
  }

  private static boolean isOtherTable(ClientThreads.Seat<SharedStore> taken, String table) {
    return !table.equals(taken.store().settings().layout().table());
  }

  /** The index of the only field, all fields, or something less where one is not known. */
  private int fieldToRead(@Nullable Set<String> fields) {
    if (fields == null) {
      return CassandraTable.ALL_FIELDS;
    }
    if (!fieldIndexes.keySet().containsAll(fields)) {
      return Integer.MIN_VALUE;
    }
    return fields.size() == 1
        ? fieldIndexes.getOrDefault(fields.iterator().next(), CassandraTable.ALL_FIELDS)
        : CassandraTable.ALL_FIELDS;
  }

  private void copy(
      Row row, int field, @Nullable Set<String> wanted, Map<String, ByteIterator> into) {
    fieldIndexes.forEach(
        (name, index) -> {
          if ((field == index || field == CassandraTable.ALL_FIELDS)
              && (wanted == null || wanted.contains(name))) {
            ByteBuffer value = row.getBytesUnsafe(field == index ? 1 : index + 1);
            if (value != null) {
              byte[] array = new byte[value.remaining()];
              value.duplicate().get(array);
              into.put(name, new ByteArrayByteIterator(array));
            }
          }
        });
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /** What became of a request: rows, or the kind of its failure. */
  private record Answer(@Nullable AsyncResultSet rows, @Nullable FailureKind failure) {
    Status status() {
      return failure == null ? Status.OK : Statuses.of(failure);
    }

    Outcome ofWrite() {
      return failure == null ? Outcome.OK : failure.ofWrite();
    }
  }

  private static Answer await(CompletionStage<AsyncResultSet> request) {
    try {
      return new Answer(request.toCompletableFuture().get(), null);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return new Answer(null, FailureKind.of(cause == null ? e : cause));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(null, FailureKind.CLIENT_TIMEOUT);
    }
  }
}
