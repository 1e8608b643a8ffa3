package org.quorate.lab.remote;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.table.TableName;
import org.quorate.lab.counter.CountedServer;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.ServerCounters;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;

/**
 * How the counts of a remote cluster's servers are read: over JMX where the study says where they
 * listen, else over CQL as far as {@code system_views} has them, else not at all. Immutable.
 *
 * @param source for people
 * @param ofTable makes what reads the counts of one table
 */
record RemoteCounters(String source, Function<TableLayout, CounterReader> ofTable) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** A table that every server has, to see whether there is an answer at all. */
  private static final TableName ANY = new TableName("system", "local");

  /**
   * Reads over JMX.
   *
   * @throws BackendException when a server does not answer there
   */
  static RemoteCounters overManagement(
      CqlSession session, RemoteNodes nodes, ManagementAddresses addresses)
      throws BackendException, InterruptedException {
    Map<String, Node> named = named(session, nodes);
    try {
      addresses.requireAll(named.values(), "remote: management");
    } catch (IllegalArgumentException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    ManagementAccess access = addresses.access();
    List<CountedServer> servers = new ArrayList<>();
    named.forEach(
        (name, node) -> servers.add(CountedServer.elsewhere(name, () -> access.connection(node))));
    try (ServerCounters trial =
        new ServerCounters(servers, ANY.keyspace(), ANY.table(), PATIENCE)) {
      for (CounterSnapshot.Node node : trial.read().nodes()) {
        if (node.reading() == null) {
          throw new BackendException(
              "The server of node "
                  + node.name()
                  + " does not answer over JMX, or refuses the login; correct remote: management, or"
                  + " remove it and count only what CQL tells.");
        }
      }
    }
    return new RemoteCounters(
        "JMX",
        layout ->
            new ServerCounters(
                servers, layout.internalKeyspace(), layout.internalTable(), PATIENCE));
  }

  /** Reads over CQL, where servers and role allow it. */
  static RemoteCounters overCql(CqlSession session, RemoteNodes nodes) throws InterruptedException {
    Map<String, Node> named = named(session, nodes);
    SystemViewsSource source = new SystemViewsSource(session);
    for (Node node : named.values()) {
      if (source.reaches(node)) {
        try {
          source
              .read(node, Set.of(ANY))
              .toCompletableFuture()
              .get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
          String reason =
              e.getCause() instanceof SourceException told
                  ? String.valueOf(told.getMessage())
                  : "A server did not answer.";
          return new RemoteCounters("none: " + reason, layout -> new UnknownCounters(named));
        }
      }
    }
    return new RemoteCounters(
        "system_views over CQL: replica reads and writes only",
        layout ->
            new ViewCounters(
                session,
                source,
                named,
                new TableName(layout.internalKeyspace(), layout.internalTable())));
  }

  private static Map<String, Node> named(CqlSession session, RemoteNodes nodes) {
    Map<String, Node> named = new LinkedHashMap<>();
    for (RemoteNode node : nodes.all()) {
      named.put(
          nodes.name(node),
          Objects.requireNonNull(session.getMetadata().getNodes().get(node.id())));
    }
    return named;
  }
}
