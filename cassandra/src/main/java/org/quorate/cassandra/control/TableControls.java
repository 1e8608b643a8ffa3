package org.quorate.cassandra.control;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/** Makes what keeps the level of each table that is opted in. Stateless. */
final class TableControls {
  /** Data older than so many intervals are not acted upon. */
  static final int INTERVALS_UNTIL_STALE = 3;

  /**
   * Nor sooner than after so long, however short the interval: servers that are busy take that long
   * for an answer, and stronger reads would make them busier.
   */
  static final Duration LEAST_UNTIL_STALE = Duration.ofSeconds(3);

  /** What a measurement of the propagation time may take beyond its interval. */
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(10);

  /** So that a table of few reads is not measured more often than it is read. */
  private static final Duration LEAST_UNTIL_OUTDATED = Duration.ofMinutes(1);

  private TableControls() {}

  /**
   * In the order of the settings; unmodifiable.
   *
   * @param own the application's level, as far as it is known
   */
  static Map<TableName, TableControl> of(
      AdaptiveSettings settings, Level own, LongSupplier nanoTime) {
    Map<TableName, TableControl> controls = new LinkedHashMap<>();
    settings
        .tables()
        .forEach(
            (name, table) ->
                controls.put(
                    name,
                    new TableControl(
                        table,
                        own,
                        untilStale(settings.interval()),
                        longer(
                            settings
                                .propagationInterval()
                                .multipliedBy(INTERVALS_UNTIL_STALE)
                                .plus(LONGEST_ROUND),
                            LEAST_UNTIL_OUTDATED),
                        settings.sampleShare(),
                        new TableMemory(settings.memory(), nanoTime))));
    return Collections.unmodifiableMap(controls);
  }

  static Duration untilStale(Duration interval) {
    return longer(interval.multipliedBy(INTERVALS_UNTIL_STALE), LEAST_UNTIL_STALE);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /**
   * That of a table.
   *
   * @throws IllegalArgumentException if the table is not opted in
   */
  static TableControl named(TableName table, Map<TableName, TableControl> tables) {
    TableControl control = tables.get(table);
    if (control == null) {
      throw new IllegalArgumentException(
          "The table "
              + table
              + " is not opted in; opted in are "
              + tables.keySet().stream().map(TableName::toString).collect(Collectors.joining(", "))
              + ".");
    }
    return control;
  }
}
