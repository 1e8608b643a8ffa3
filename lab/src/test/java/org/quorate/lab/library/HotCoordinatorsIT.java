package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.workload.KeyNames;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.lab.testing.Answer;
import org.quorate.lab.testing.SharedCluster;
import org.quorate.load.store.Store;

/** Who coordinates the requests of real sessions. */
@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
class HotCoordinatorsIT {
  @Test
  void oneSessionSendsSomeStatementsThroughHotNodesOnly(RunningCluster cluster) {
    InetSocketAddress hot = cluster.nodes().get(1).clientAddress();
    String configuration =
        """
        datastax-java-driver {
          basic.request.timeout = 15 seconds
          advanced.control-connection.timeout = 10 seconds
          advanced.connection.init-query-timeout = 10 seconds
          basic.load-balancing-policy.local-datacenter = dc1
          profiles.hot.basic.load-balancing-policy {
            class = org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy
            hot-nodes = [ "%s:%d" ]
          }
        }
        """
            .formatted(hot.getAddress().getHostAddress(), hot.getPort());
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoints(cluster.contactPoints())
            .withConfigLoader(DriverConfigLoader.fromString(configuration))
            .build()) {
      SimpleStatement statement = SimpleStatement.newInstance("SELECT key FROM system.local");
      Set<SocketAddress> any = new HashSet<>();
      for (int time = 0; time < 30; time++) {
        any.add(coordinator(session, statement));
        assertThat(coordinator(session, statement.setExecutionProfileName("hot"))).isEqualTo(hot);
      }
      assertThat(any).containsExactlyInAnyOrderElementsOf(cluster.contactPoints());
    }
  }

  @Test
  void aConnectionOfTheLabIsKeptToItsCoordinators(RunningCluster cluster) throws Exception {
    List<InetSocketAddress> hot =
        List.of(cluster.nodes().get(0).clientAddress(), cluster.nodes().get(2).clientAddress());
    Map<SocketAddress, String> seen = new ConcurrentHashMap<>();
    RequestTracker tracker =
        new RequestTracker() {
          @Override
          public void onNodeSuccess(
              Request request,
              long latencyNanos,
              DriverExecutionProfile profile,
              Node node,
              String prefix) {
            // The lab asks every node by name whether it knows the table.
            if (request instanceof BoundStatement) {
              seen.put(node.getEndPoint().resolve(), "coordinator");
            }
          }

          @Override
          public void close() {}
        };
    TableLayout layout = new TableLayout("hot_it", "usertable", List.of("field0"));
    KeyNames names = new KeyNames(true, 1);
    try (CassandraConnection connection =
        CassandraConnection.open(
            ConnectionSettings.of(cluster.contactPoints()).withCoordinators(hot),
            List.of(tracker))) {
      CassandraSchema schema = connection.schema();
      schema.createKeyspace(
          layout,
          new Replication(cluster.spec().replicasByDataCenter()),
          CassandraSchema.OnDifference.REFUSE,
          message -> {});
      schema.createTable(layout, Map.of(), message -> {});
      Store store = connection.openStore(layout, names::bytes);
      for (int key = 0; key < 50; key++) {
        Answer answer = new Answer();
        store.read(names.key(key), 0, Level.ONE, answer);
        assertThat(answer.await().outcome()).isEqualTo(Outcome.OK);
      }
    }
    // The driver tells its trackers after it has answered.
    Awaitility.await()
        .untilAsserted(() -> assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(hot));
  }

  private static SocketAddress coordinator(CqlSession session, SimpleStatement statement) {
    return Objects.requireNonNull(session.execute(statement).getExecutionInfo().getCoordinator())
        .getEndPoint()
        .resolve();
  }
}
