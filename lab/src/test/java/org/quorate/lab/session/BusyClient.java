package org.quorate.lab.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.session.SessionScope;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

/**
 * A user with requests of a few operations each. They are answered by any of several processes,
 * where the user brings along nothing but the token of the last answer; or by one of which nothing
 * is guaranteed but to requests that ask for it, which are its reads and half of its writes. Keeps
 * a history of what it was told.
 */
final class BusyClient {
  private static final int MOST_OPERATIONS_OF_A_REQUEST = 5;

  private final int number;
  private final String table;
  private final Level writeLevel;
  private final List<AdaptiveSession> processes;
  private final GuaranteedTo promised;
  private final LongSupplier versions;
  private final SplittableRandom random;
  private final OperationLog history = new OperationLog();
  private @Nullable String token;

  /**
   * @param versions ever larger ones, which are timestamps too
   */
  BusyClient(
      int number,
      String table,
      Level writeLevel,
      List<AdaptiveSession> processes,
      GuaranteedTo promised,
      LongSupplier versions) {
    this.number = number;
    this.table = table;
    this.writeLevel = writeLevel;
    this.processes = processes;
    this.promised = promised;
    this.versions = versions;
    this.random = new SplittableRandom(number);
  }

  OperationLog history() {
    return history;
  }

  /** One request of the user; returns how many operations it took. */
  int request(int keys) {
    AdaptiveSession process =
        processes.get(promised == GuaranteedTo.SCOPES ? random.nextInt(processes.size()) : 0);
    CqlSession session =
        promised == GuaranteedTo.SCOPES ? process.resume(token) : process.guaranteed();
    int operations = 1 + random.nextInt(MOST_OPERATIONS_OF_A_REQUEST);
    for (int done = 0; done < operations; done++) {
      // The fewer of two, so that some keys are busy.
      int key = Math.min(random.nextInt(keys), random.nextInt(keys));
      if (random.nextInt(3) == 0) {
        write(asks() ? session : process, key);
      } else {
        read(session, key);
      }
    }
    if (session instanceof SessionScope scope) {
      token = scope.token();
    }
    return operations;
  }

  /** All threads of a process that asks are one user. */
  private int user() {
    return promised == GuaranteedTo.SCOPES ? number : 0;
  }

  private boolean asks() {
    return promised == GuaranteedTo.SCOPES || random.nextBoolean();
  }

  private void write(CqlSession session, int key) {
    long version = versions.getAsLong();
    long invoked = System.nanoTime();
    Outcome outcome = Outcome.OK;
    String insert = "INSERT INTO " + table + " (id, v) VALUES (?, ?)";
    DefaultConsistencyLevel level = DefaultConsistencyLevel.valueOf(writeLevel.name());
    try {
      switch (random.nextInt(3)) {
        case 0 ->
            session.execute(
                SimpleStatement.newInstance(insert, key, version)
                    .setQueryTimestamp(version)
                    .setConsistencyLevel(level));
        case 1 ->
            session
                .executeAsync(
                    session
                        .prepare(insert)
                        .bind(key, version)
                        .setQueryTimestamp(version)
                        .setConsistencyLevel(level))
                .toCompletableFuture()
                .join();
        default ->
            session.execute(
                BatchStatement.newInstance(
                        BatchType.UNLOGGED, session.prepare(insert).bind(key, version))
                    .setQueryTimestamp(version)
                    .setConsistencyLevel(level));
      }
    } catch (DriverException | CompletionException e) {
      outcome = Outcome.TIMEOUT;
    }
    add(OperationType.WRITE, key, version, invoked, outcome);
  }

  private void read(CqlSession session, int key) {
    long invoked = System.nanoTime();
    long version = HistoryFormat.NO_VERSION;
    Outcome outcome = Outcome.OK;
    String select = "SELECT v FROM " + table + " WHERE id = ?";
    try {
      Row row =
          switch (random.nextInt(3)) {
            case 0 -> session.execute(SimpleStatement.newInstance(select, key)).one();
            case 1 -> session.execute(session.prepare(select).bind(key)).one();
            default ->
                session
                    .executeAsync(session.prepare(select).bind(key))
                    .toCompletableFuture()
                    .join()
                    .one();
          };
      version = row == null ? HistoryFormat.NO_VERSION : row.getLong(0);
    } catch (DriverException | CompletionException e) {
      outcome = Outcome.ERROR;
    }
    add(OperationType.READ, key, version, invoked, outcome);
  }

  private void add(OperationType type, int key, long version, long invoked, Outcome outcome) {
    history.add(
        key,
        version,
        invoked,
        outcome == Outcome.TIMEOUT ? HistoryFormat.NEVER : System.nanoTime(),
        OperationTag.of(type, outcome, writeLevel, user()));
  }
}
