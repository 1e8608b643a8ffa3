package org.quorate.lab.cassandra.rest;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.HintKeeping;

/**
 * What a node says by CQL of the hints that it keeps: {@code settings} of keyspace {@code
 * system_views}, of Cassandra 4.0 and later, and {@code pending_hints}, of 4.1 and later.
 * Immutable.
 *
 * @param keptFor host ids of those that it has some for; empty where it does not tell
 * @param isLimited whether it keeps a limited amount for each
 * @param hasLogin whether clients have to log in
 */
record HintsTold(
    boolean written,
    Duration window,
    Set<String> leftOut,
    Optional<Set<UUID>> keptFor,
    boolean isLimited,
    boolean hasLogin) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration USUAL_WINDOW = Duration.ofHours(3);

  /** More than any cluster has nodes; who sends more is not listened to. */
  private static final int MOST_ROWS = 10_000;

  /** By default. */
  static final HintsTold USUAL =
      new HintsTold(true, USUAL_WINDOW, Set.of(), Optional.empty(), false, false);

  /**
   * Asks.
   *
   * @throws com.datastax.oss.driver.api.core.DriverException if the node does not answer or has no
   *     settings to read
   * @throws IllegalArgumentException if its hint window cannot be understood
   */
  static HintsTold of(CqlSession session, Node node) {
    Map<String, String> settings = new HashMap<>();
    for (Row row :
        ask(
            session,
            node,
            "SELECT name, value FROM system_views.settings WHERE name IN ("
                + "'hinted_handoff_enabled', 'hinted_handoff_disabled_datacenters',"
                + " 'max_hint_window', 'max_hint_window_in_ms', 'max_hints_size_per_host',"
                + " 'authenticator')")) {
      settings.put(row.getString(0), Objects.requireNonNullElse(row.getString(1), ""));
    }
    return of(settings, keptFor(session, node));
  }

  private static Optional<Set<UUID>> keptFor(CqlSession session, Node node) {
    try {
      return Optional.of(
          ask(session, node, "SELECT host_id, files FROM system_views.pending_hints").stream()
              .filter(row -> row.getInt(1) > 0)
              .map(row -> Objects.requireNonNull(row.getUuid(0)))
              .collect(Collectors.toSet()));
    } catch (DriverException untold) {
      return Optional.empty();
    }
  }

  /** From settings as servers print them. */
  static HintsTold of(Map<String, String> settings, Optional<Set<UUID>> keptFor) {
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
        keptFor,
        !settings.getOrDefault("max_hints_size_per_host", "").matches("(0\\D*)?"),
        !settings.getOrDefault("authenticator", "AllowAll").contains("AllowAll"));
  }

  private static Duration window(Map<String, String> settings) {
    String millis = settings.getOrDefault("max_hint_window_in_ms", "");
    String window = settings.getOrDefault("max_hint_window", "");
    return !millis.isEmpty()
        ? Duration.ofMillis(Long.parseLong(millis))
        : window.isEmpty() ? USUAL_WINDOW : Durations.parse(window);
  }

  private static List<Row> ask(CqlSession session, Node node, String query) {
    ResultSet rows =
        session.execute(
            SimpleStatement.newInstance(query)
                .setNode(node)
                .setTimeout(PATIENCE)
                .setIdempotent(true)
                .setTracing(false)
                .setConsistencyLevel(DefaultConsistencyLevel.ONE));
    return StreamSupport.stream(rows.spliterator(), false).limit(MOST_ROWS).toList();
  }

  HintKeeping keeping(Set<String> names) {
    return new HintKeeping(written, window, leftOut, names);
  }
}
