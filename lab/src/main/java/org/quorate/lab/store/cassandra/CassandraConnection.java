package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Replication;
import org.quorate.load.store.Store;

/**
 * A connection to one cluster, shared by all stores on its tables. Thread-safe. Closing it ends
 * every request that is under way as {@link FailureKind#CONNECTION_LOST}.
 */
public final class CassandraConnection implements AutoCloseable {
  private static final int PROBE_MILLIS = 2000;

  private final CqlSession session;

  private CassandraConnection(CqlSession session) {
    this.session = session;
  }

  /**
   * Connects.
   *
   * @throws StoreException when no contact point answers, the login is refused, or the local data
   *     centre does not exist
   */
  public static CassandraConnection open(ConnectionSettings settings) throws StoreException {
    return open(settings, List.of());
  }

  /**
   * Connects, with somebody who is told of every request.
   *
   * @throws StoreException likewise
   */
  public static CassandraConnection open(ConnectionSettings settings, List<RequestTracker> trackers)
      throws StoreException {
    for (InetSocketAddress point : settings.contactPoints()) {
      if (point.isUnresolved()) {
        throw new StoreException(
            "The host name " + point.getHostString() + " is not known; check the contact points.");
      }
    }
    CqlSessionBuilder builder = CqlSession.builder();
    builder.withConfigLoader(DriverConfiguration.of(settings));
    builder.addContactPoints(settings.contactPoints());
    trackers.forEach(builder::addRequestTracker);
    CassandraConnection connection;
    try {
      connection = new CassandraConnection(builder.build());
    } catch (AllNodesFailedException e) {
      throw new StoreException(describe(settings, e), e);
    } catch (RuntimeException e) {
      throw new StoreException("The cluster cannot be connected to: " + e.getMessage(), e);
    }
    String center = settings.localDataCenter();
    SortedSet<String> centers = connection.dataCenters();
    if (center != null && !centers.contains(center)) {
      connection.close();
      throw new StoreException(
          "The cluster has no data centre named " + center + "; it has " + join(centers) + ".");
    }
    return connection;
  }

  private static String describe(ConnectionSettings settings, AllNodesFailedException failure) {
    String points =
        settings.contactPoints().stream()
            .map(point -> point.getHostString() + ":" + point.getPort())
            .collect(Collectors.joining(", "));
    String at = points.isEmpty() ? "the contact points of the configuration file" : points;
    for (List<Throwable> errors : failure.getAllErrors().values()) {
      for (Throwable error : errors) {
        if (error instanceof AuthenticationException) {
          return "Cassandra at "
              + at
              + " refuses the login: "
              + error.getMessage()
              + "; give user and password in the driver's configuration file.";
        }
      }
    }
    String reasons =
        settings.contactPoints().stream()
            .map(CassandraConnection::whyNot)
            .distinct()
            .collect(Collectors.joining(", "));
    return "No Cassandra node answers at "
        + at
        + (reasons.isEmpty() ? "" : ": " + reasons)
        + "; check the contact points, and that the cluster runs.";
  }

  /** The driver buries the reason under its own steps, so it is found out once more. */
  private static String whyNot(InetSocketAddress point) {
    try (Socket socket = new Socket()) {
      socket.connect(point, PROBE_MILLIS);
      return "something listens there, but does not answer as Cassandra does";
    } catch (IOException e) {
      String message = e.getMessage();
      return message == null ? e.getClass().getSimpleName() : message.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Opens a table for requests. Closing the store leaves this connection open.
   *
   * @param keyNames the name of the row with this key, in ASCII; a fresh array for every call
   * @throws StoreException when the table is not as the layout says; {@link
   *     CassandraSchema#createTable} makes it so
   */
  public CassandraStore openStore(TableLayout layout, LongFunction<byte[]> keyNames)
      throws StoreException {
    return new CassandraStore(openTable(layout), keyNames);
  }

  /**
   * Opens a table for requests whose reads are sent by a session over this connection's own, which
   * may choose their levels; see {@link Store#readAsChosen}.
   *
   * @throws StoreException when the table is not as the layout says
   */
  public CassandraStore openStore(
      CqlSession over, TableLayout layout, LongFunction<byte[]> keyNames) throws StoreException {
    schema().check(layout);
    return new CassandraStore(CassandraTable.prepare(over, layout), keyNames);
  }

  /** Opens a table for requests that want the rows themselves. */
  public CassandraTable openTable(TableLayout layout) throws StoreException {
    schema().check(layout);
    return CassandraTable.prepare(session, layout);
  }

  /** The cluster's keyspaces and tables. */
  public CassandraSchema schema() {
    return new CassandraSchema(session, dataCenters());
  }

  /** The driver's own session, for what this class does not offer. */
  public CqlSession session() {
    return session;
  }

  /** Names of the cluster's data centres. */
  public SortedSet<String> dataCenters() {
    return session.getMetadata().getNodes().values().stream()
        .map(Node::getDatacenter)
        .filter(name -> name != null)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Versions of the cluster's servers, one where all are equal. */
  public SortedSet<String> serverVersions() {
    return session.getMetadata().getNodes().values().stream()
        .map(Node::getCassandraVersion)
        .filter(version -> version != null)
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String join(SortedSet<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  /** The replication of a keyspace, or null where there is no such keyspace. */
  public @Nullable Replication replication(String keyspace) {
    return schema().replication(keyspace);
  }

  @Override
  public void close() {
    session.close();
  }
}
