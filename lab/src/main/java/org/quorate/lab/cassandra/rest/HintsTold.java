package org.quorate.lab.cassandra.rest;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.HintKeeping;

/**
 * What a node says by CQL of the hints that it keeps: {@code settings} and {@code pending_hints} of
 * keyspace {@code system_views}, of Cassandra 4.1 and later. Immutable.
 *
 * @param keptFor host ids of those that it has some for
 * @param hasLogin whether clients have to log in
 */
record HintsTold(
    boolean written, Duration window, Set<String> leftOut, Set<UUID> keptFor, boolean hasLogin) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration USUAL_WINDOW = Duration.ofHours(3);

  /** By default. */
  static final HintsTold USUAL = new HintsTold(true, USUAL_WINDOW, Set.of(), Set.of(), false);

  /**
   * Asks.
   *
   * @throws com.datastax.oss.driver.api.core.DriverException if the node does not answer or has no
   *     such tables
   */
  static HintsTold of(CqlSession session, Node node) {
    Map<String, String> settings = new HashMap<>();
    for (Row row :
        ask(
            session,
            node,
            "SELECT name, value FROM system_views.settings WHERE name IN ("
                + "'hinted_handoff_enabled', 'hinted_handoff_disabled_datacenters',"
                + " 'max_hint_window', 'max_hint_window_in_ms', 'authenticator')")) {
      settings.put(row.getString(0), Objects.requireNonNullElse(row.getString(1), ""));
    }
    Set<UUID> keptFor = new HashSet<>();
    for (Row row : ask(session, node, "SELECT host_id, files FROM system_views.pending_hints")) {
      if (row.getInt(1) > 0) {
        keptFor.add(Objects.requireNonNull(row.getUuid(0)));
      }
    }
    return of(settings, keptFor);
  }

  /** From settings as servers print them. */
  static HintsTold of(Map<String, String> settings, Set<UUID> keptFor) {
    String leftOut =
        settings
            .getOrDefault("hinted_handoff_disabled_datacenters", "")
            .replaceAll("[\\[\\]{}]", "");
    return new HintsTold(
        !"false".equals(settings.get("hinted_handoff_enabled")),
        window(settings),
        Stream.of(leftOut.split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet()),
        Set.copyOf(keptFor),
        !settings.getOrDefault("authenticator", "AllowAll").contains("AllowAll"));
  }

  private static Duration window(Map<String, String> settings) {
    String millis = settings.getOrDefault("max_hint_window_in_ms", "");
    try {
      return millis.isEmpty()
          ? Durations.parse(settings.getOrDefault("max_hint_window", "3h"))
          : Duration.ofMillis(Long.parseLong(millis));
    } catch (IllegalArgumentException unreadable) {
      return USUAL_WINDOW;
    }
  }

  private static List<Row> ask(CqlSession session, Node node, String query) {
    return session
        .execute(
            SimpleStatement.newInstance(query)
                .setNode(node)
                .setTimeout(PATIENCE)
                .setIdempotent(true)
                .setTracing(false)
                .setConsistencyLevel(DefaultConsistencyLevel.ONE))
        .all();
  }

  HintKeeping keeping(Set<String> names) {
    return new HintKeeping(written, window, leftOut, names);
  }
}
