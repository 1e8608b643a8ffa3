package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Counts the prepared point reads that a session sends, by table and level, so that an observer can
 * take its own reads out of what the servers count. Thread-safe; to be given to the session as its
 * tracker.
 */
public final class ReadTracker implements RequestTracker {
  private record Kind(TableName table, Level level) {}

  private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

  @Override
  public void onSuccess(
      Request request,
      long latencyNanos,
      DriverExecutionProfile executionProfile,
      Node node,
      String sessionRequestLogPrefix) {
    count(request);
  }

  @Override
  public void onError(
      Request request,
      Throwable error,
      long latencyNanos,
      DriverExecutionProfile executionProfile,
      @Nullable Node node,
      String sessionRequestLogPrefix) {
    count(request);
  }

  private void count(Request request) {
    if (!(request instanceof BoundStatement read)
        || !read.getPreparedStatement().getQuery().startsWith("SELECT")) {
      return;
    }
    ColumnDefinitions variables = read.getPreparedStatement().getVariableDefinitions();
    ConsistencyLevel level = read.getConsistencyLevel();
    if (variables.size() > 0 && level != null) {
      count(
          new TableName(
              variables.get(0).getKeyspace().asInternal(),
              variables.get(0).getTable().asInternal()),
          level);
    }
  }

  private void count(TableName table, ConsistencyLevel level) {
    DriverLevels.toLevel(level.name())
        .ifPresent(
            known ->
                counts.computeIfAbsent(new Kind(table, known), any -> new LongAdder()).increment());
  }

  /** Reads of a table so far, by level; no level that was not used. */
  Map<Level, Long> of(TableName table) {
    Map<Level, Long> reads = new EnumMap<>(Level.class);
    counts.forEach(
        (kind, count) -> {
          if (kind.table().equals(table)) {
            reads.put(kind.level(), count.sum());
          }
        });
    return reads;
  }

  /** Reads of all tables so far, by level. */
  Map<Level, Long> all() {
    Map<Level, Long> reads = new EnumMap<>(Level.class);
    counts.forEach((kind, count) -> reads.merge(kind.level(), count.sum(), Long::sum));
    return reads;
  }

  @Override
  public void close() {}
}
