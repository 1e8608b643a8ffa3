package org.quorate.lab.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;

/** Sessions of the driver with a cluster under test. */
public final class Sessions {
  private Sessions() {}

  static CqlSession open(RunningCluster cluster, String dataCenter) {
    return open(
        cluster,
        dataCenter,
        options ->
            options
                .withDuration(
                    DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(10))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(2))
                // Lets a test name a coordinator in another data centre.
                .withInt(
                    DefaultDriverOption.LOAD_BALANCING_DC_FAILOVER_MAX_NODES_PER_REMOTE_DC, 9));
  }

  /** A session that sends its requests at a level unless they say another. */
  public static CqlSession open(
      RunningCluster cluster, String dataCenter, DefaultConsistencyLevel level) {
    return open(
        cluster,
        dataCenter,
        options -> options.withString(DefaultDriverOption.REQUEST_CONSISTENCY, level.name()));
  }

  /** A session that no node of another data centre hears of. */
  static CqlSession within(
      RunningCluster cluster, String dataCenter, DefaultConsistencyLevel level) {
    return open(
        cluster.nodes().stream()
            .filter(node -> node.dataCenter().equals(dataCenter))
            .map(RunningNode::clientAddress)
            .toList(),
        dataCenter,
        options -> options.withString(DefaultDriverOption.REQUEST_CONSISTENCY, level.name()));
  }

  /** A session with some options beside those that busy servers need. */
  public static CqlSession open(
      RunningCluster cluster,
      String dataCenter,
      UnaryOperator<ProgrammaticDriverConfigLoaderBuilder> more) {
    return open(cluster.contactPoints(), dataCenter, more);
  }

  private static CqlSession open(
      List<InetSocketAddress> contactPoints,
      String dataCenter,
      UnaryOperator<ProgrammaticDriverConfigLoaderBuilder> more) {
    ProgrammaticDriverConfigLoaderBuilder patient =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(15))
            .withDuration(
                DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10));
    return CqlSession.builder()
        .addContactPoints(contactPoints)
        .withLocalDatacenter(dataCenter)
        .withConfigLoader(more.apply(patient).build())
        .build();
  }

  /** Executes the statement at the level with this node as coordinator. */
  static ResultSet execute(
      CqlSession session, RunningNode coordinator, ConsistencyLevel level, String query) {
    return session.execute(
        SimpleStatement.newInstance(query)
            .setConsistencyLevel(level)
            .setNode(node(session, coordinator)));
  }

  /** A node, as the driver knows it. */
  public static Node node(CqlSession session, RunningNode running) {
    return session.getMetadata().getNodes().values().stream()
        .filter(known -> known.getEndPoint().resolve().equals(running.clientAddress()))
        .findFirst()
        .orElseThrow();
  }
}
