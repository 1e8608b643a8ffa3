package org.quorate.cassandra.guarantee;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.GuaranteePlan;
import org.quorate.core.level.Level;

/**
 * The whole session as one client, or those of its requests that ask for guarantees. Its own writes
 * are remembered by the table of recent writes; of reads nothing is remembered, since a process
 * reads the keys that matter again and again: where they are to be monotonic, each is at a level at
 * which two of them meet. Thread-safe, without a lock or an allocation.
 */
public final class SessionClient implements Client {
  private final Map<TableName, TableGuarantee> tables;

  /**
   * @param tables that have guarantees
   * @param promised to whom those of a table may be, so that this client's reads keep them
   */
  public SessionClient(Map<TableName, TableGuarantee> tables, Set<GuaranteedTo> promised) {
    this.tables =
        tables.entrySet().stream()
            .filter(each -> promised.contains(each.getValue().settings().to()))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Whether reads of any table are promised anything. */
  public boolean isPromisedAnything() {
    return !tables.isEmpty();
  }

  @Override
  public @Nullable Level floor(TableName table, long hash, long nanosSinceOwnWrite) {
    TableGuarantee guarantee = tables.get(table);
    GuaranteePlan plan = guarantee == null ? null : guarantee.plan();
    if (guarantee == null || plan == null) {
      return null;
    }
    return guarantee.isPast(nanosSinceOwnWrite)
        ? plan.always()
        : plan.stronger(plan.always(), plan.afterWrite());
  }

  @Override
  public void read(TableName table, long hash, Level level) {}

  @Override
  public void written(TableName table, long hash, @Nullable Level level) {
    TableGuarantee guarantee = tables.get(table);
    if (guarantee != null) {
      guarantee.written(level);
    }
  }

  /** The driver's own clock does not go back. */
  @Override
  public boolean isOrderingWrites() {
    return false;
  }

  @Override
  public long timestamp(long proposed) {
    return proposed;
  }
}
