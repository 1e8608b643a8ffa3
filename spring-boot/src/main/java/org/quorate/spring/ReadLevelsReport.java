package org.quorate.spring;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.LevelCost;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.core.replica.ReplicaStatus;

/**
 * How the tables of a session stand at one moment, as the endpoint tells it. Immutable.
 *
 * @param mode {@code OBSERVE}, {@code ADAPT} or {@code OFF}
 * @param tables that are minded, in the order of their names
 * @param replicas how the replica at each node stands, in the order of their names; empty where
 *     danger signals are switched off
 */
public record ReadLevelsReport(String mode, List<Table> tables, List<Replica> replicas) {
  /**
   * How one table stands.
   *
   * @param table with its keyspace
   * @param level at which its reads go out
   * @param pinned whether somebody pinned it
   * @param reason why, for people
   * @param safeLevel the strongest at which they ever go out
   * @param leftAlone why the table is left alone; null where it is not
   * @param costs of every level that its reads can have, the weakest first
   * @param freshness which share of its writes was visible everywhere in time, one sentence or two
   */
  public record Table(
      String table,
      String level,
      boolean pinned,
      String reason,
      String safeLevel,
      @Nullable String leftAlone,
      List<Cost> costs,
      String freshness) {
    static Table of(TableStatus status) {
      return new Table(
          status.table().toString(),
          status.level().name(),
          status.pinned(),
          status.reason(),
          status.safeLevel().name(),
          status.leftAlone().orElse(null),
          status.costs().stream().map(Cost::of).toList(),
          status.freshness().sentence());
    }
  }

  /**
   * What a read costs at one level.
   *
   * @param level of the read
   * @param replicas that it waits for
   * @param meanMillis how long reads took on average that this process timed; null where there were
   *     none
   * @param timed reads that the mean is of
   */
  public record Cost(String level, int replicas, @Nullable Double meanMillis, long timed) {
    static Cost of(LevelCost cost) {
      return new Cost(
          cost.level().name(),
          cost.replicas(),
          cost.meanMillis().isPresent() ? cost.meanMillis().getAsDouble() : null,
          cost.timed());
    }
  }

  /**
   * How the replica at one node stands.
   *
   * @param name of the node
   * @param state what is known of it
   * @param reason why, for people
   */
  public record Replica(String name, String state, String reason) {
    static Replica of(ReplicaStatus status) {
      return new Replica(status.name(), status.state().name(), status.reason());
    }
  }

  static ReadLevelsReport of(LevelController levels) {
    return new ReadLevelsReport(
        levels.mode().name(),
        levels.status().stream()
            .sorted(Comparator.comparing(TableStatus::table))
            .map(Table::of)
            .toList(),
        levels.replicas().values().stream()
            .map(Replica::of)
            .sorted(Comparator.comparing(Replica::name))
            .toList());
  }
}
