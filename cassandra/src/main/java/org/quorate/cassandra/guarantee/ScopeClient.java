package org.quorate.cassandra.guarantee;

import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.GuaranteePlan;
import org.quorate.core.guarantee.SessionMemory;
import org.quorate.core.guarantee.Trace;
import org.quorate.core.level.Level;

/**
 * One user of the application, with the memory that its token carries; what is promised to the
 * whole session is promised to it too. Thread-safe, without a lock or an allocation.
 */
public final class ScopeClient implements Client {
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final Map<TableName, TableGuarantee> tables;
  private final Client session;
  private final SessionMemory memory;
  private final InstantSource clock;

  /**
   * @param tables that have guarantees
   * @param session that this is a scope of
   */
  public ScopeClient(
      Map<TableName, TableGuarantee> tables,
      Client session,
      SessionMemory memory,
      InstantSource clock) {
    this.tables = tables;
    this.session = session;
    this.memory = memory;
    this.clock = clock;
  }

  /** What this client has done. */
  public SessionMemory memory() {
    return memory;
  }

  @Override
  public @Nullable Level floor(TableName table, long hash, long nanosSinceOwnWrite) {
    TableGuarantee guarantee = tables.get(table);
    GuaranteePlan plan = guarantee == null ? null : guarantee.plan();
    if (plan == null) {
      return null;
    }
    long now = clock.millis();
    Level floor =
        hash == UNKNOWN
            ? plan.floor(true, true, true)
            : plan.floor(
                isRecent(Trace.WRITTEN, table, hash, now),
                isRecent(Trace.READ, table, hash, now),
                isRecent(Trace.READ_WEAKLY, table, hash, now));
    Level ofSession = session.floor(table, hash, nanosSinceOwnWrite);
    return ofSession == null ? floor : plan.stronger(floor, ofSession);
  }

  private boolean isRecent(Trace trace, TableName table, long hash, long nowMillis) {
    return memory.isRecent(trace, key(table, hash), nowMillis);
  }

  @Override
  public void read(TableName table, long hash, Level level) {
    TableGuarantee guarantee = tables.get(table);
    if (guarantee != null) {
      GuaranteePlan plan = guarantee.plan();
      // Without a plan nobody knows what later reads will need.
      remember(plan == null ? Trace.READ_WEAKLY : plan.traceOf(level), table, hash);
    }
  }

  @Override
  public void written(TableName table, long hash, @Nullable Level level) {
    TableGuarantee guarantee = tables.get(table);
    if (guarantee != null) {
      guarantee.written(level);
      remember(Trace.WRITTEN, table, hash);
    }
  }

  @Override
  public boolean isOrderingWrites() {
    return !tables.isEmpty();
  }

  @Override
  public long timestamp(long proposed) {
    return memory.timestamp(proposed);
  }

  private void remember(Trace trace, TableName table, long hash) {
    long now = clock.millis();
    if (hash == UNKNOWN) {
      memory.rememberEvery(trace, now);
    } else {
      memory.remember(trace, key(table, hash), now);
    }
  }

  /** The hashes of two strings are the same in every process. */
  private static long key(TableName table, long hash) {
    long ofTable =
        ((long) table.keyspace().hashCode() << Integer.SIZE)
            ^ Integer.toUnsignedLong(table.table().hashCode());
    return hash ^ ofTable;
  }
}
