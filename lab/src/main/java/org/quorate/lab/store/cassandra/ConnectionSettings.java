package org.quorate.lab.store.cassandra;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to connect to a cluster.
 *
 * @param contactPoints where to find the first nodes; may be empty where the driver's configuration
 *     file names them
 * @param localDataCenter whose nodes coordinate requests, or null for the contact points' own
 * @param connectionsPerNode at least 1
 * @param requestsPerConnection how many requests may be under way on one connection, 32 to 32768
 *     (the driver asks up to a dozen questions at once itself); one more is refused at once as
 *     {@link FailureKind#TOO_MANY_IN_FLIGHT}
 * @param requestTimeout after which a request counts as failed; longer than every time limit of the
 *     server's own (12 s for any request in Cassandra 5.0), so that its timeouts are seen as such
 * @param heartbeat how long a connection may be silent before it is asked for a sign of life, and
 *     also how long the answer may take; a frozen coordinator is given up after twice this time
 * @param driverConfiguration a file in the driver's own format ({@code application.conf}) for what
 *     remote clusters need, such as encryption and authentication; null for none
 * @param coordinators the nodes of the hot pool, which alone coordinate requests: while none of
 *     them is up, requests fail, for what a cold node coordinates unnoticed is not what was to be
 *     measured; empty where every node coordinates
 */
public record ConnectionSettings(
    List<InetSocketAddress> contactPoints,
    @Nullable String localDataCenter,
    int connectionsPerNode,
    int requestsPerConnection,
    Duration requestTimeout,
    Duration heartbeat,
    @Nullable Path driverConfiguration,
    List<InetSocketAddress> coordinators) {
  private static final int MINIMUM_REQUESTS = 32;
  private static final int MAXIMUM_REQUESTS = 32_768;

  public ConnectionSettings {
    contactPoints = List.copyOf(contactPoints);
    coordinators = List.copyOf(coordinators);
    if (contactPoints.isEmpty() && driverConfiguration == null) {
      throw new IllegalArgumentException("A cluster needs at least 1 contact point.");
    }
    if (connectionsPerNode < 1
        || requestsPerConnection < MINIMUM_REQUESTS
        || requestsPerConnection > MAXIMUM_REQUESTS) {
      throw new IllegalArgumentException(
          "A node needs at least 1 connection of "
              + MINIMUM_REQUESTS
              + " to "
              + MAXIMUM_REQUESTS
              + " requests.");
    }
    if (requestTimeout.isNegative() || requestTimeout.isZero() || heartbeat.toMillis() < 1) {
      throw new IllegalArgumentException("Time limits must be longer than nothing.");
    }
  }

  /**
   * One connection per node with 16,384 requests under way at most, 15 s per request, heartbeats of
   * 5 s, the contact points' own data centre.
   */
  public static ConnectionSettings of(List<InetSocketAddress> contactPoints) {
    return of(contactPoints, null);
  }

  /** The same with a file in the driver's format, which may name the contact points itself. */
  public static ConnectionSettings of(
      List<InetSocketAddress> contactPoints, @Nullable Path driverConfiguration) {
    return new ConnectionSettings(
        contactPoints,
        null,
        1,
        16_384,
        Duration.ofSeconds(15),
        Duration.ofSeconds(5),
        driverConfiguration,
        List.of());
  }

  /**
   * The same with the host names of the contact points looked up now: a name may not have been
   * known before, and a node may have moved. What is still not known stays unresolved.
   */
  public ConnectionSettings lookedUp() {
    return new ConnectionSettings(
        contactPoints.stream()
            .map(point -> new InetSocketAddress(point.getHostString(), point.getPort()))
            .toList(),
        localDataCenter,
        connectionsPerNode,
        requestsPerConnection,
        requestTimeout,
        heartbeat,
        driverConfiguration,
        coordinators);
  }

  public ConnectionSettings withLocalDataCenter(@Nullable String name) {
    return new ConnectionSettings(
        contactPoints,
        name,
        connectionsPerNode,
        requestsPerConnection,
        requestTimeout,
        heartbeat,
        driverConfiguration,
        coordinators);
  }

  public ConnectionSettings withConnections(int perNode, int requestsPerEach) {
    return new ConnectionSettings(
        contactPoints,
        localDataCenter,
        perNode,
        requestsPerEach,
        requestTimeout,
        heartbeat,
        driverConfiguration,
        coordinators);
  }

  public ConnectionSettings withTimeouts(Duration request, Duration heartbeats) {
    return new ConnectionSettings(
        contactPoints,
        localDataCenter,
        connectionsPerNode,
        requestsPerConnection,
        request,
        heartbeats,
        driverConfiguration,
        coordinators);
  }

  /** The same with requests coordinated by these nodes alone, named by where clients connect. */
  public ConnectionSettings withCoordinators(List<InetSocketAddress> hotNodes) {
    return new ConnectionSettings(
        contactPoints,
        localDataCenter,
        connectionsPerNode,
        requestsPerConnection,
        requestTimeout,
        heartbeat,
        driverConfiguration,
        hotNodes);
  }
}
