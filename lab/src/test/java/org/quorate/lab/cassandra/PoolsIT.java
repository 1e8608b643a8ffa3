package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.quorate.core.level.Replication;
import org.quorate.core.pool.Pool;
import org.quorate.core.pool.PoolLayout;
import org.quorate.core.pool.PoolPlan;
import org.quorate.core.pool.PrimaryRanges;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.progress.Progress;

/** Four nodes, every other hot, two replicas. The last test ends the hot ones. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("parallel")
@Tag("faults")
class PoolsIT {
  private static final ClusterSpec SPEC =
      ClusterSpec.builder("it-pools", CassandraEngine.DEFAULT_VERSION)
          .nodes(4)
          .replicationFactor(2)
          .pools(PoolLayout.HOT_COLD)
          .quickCompiler(true)
          // Else a coordinator asks whichever replica it has lately found the fastest.
          .setting("dynamic_snitch", "false")
          .build();

  /** No list of nodes: who is hot is seen by the ranges. */
  private static final String CONFIGURATION =
      """
      datastax-java-driver {
        basic.request.timeout = 15 seconds
        advanced.control-connection.timeout = 10 seconds
        advanced.connection.init-query-timeout = 10 seconds
        advanced.reconnection-policy.max-delay = 2 seconds
        basic.load-balancing-policy {
          class = org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy
          local-datacenter = dc1
        }
        profiles {
          hot-only.basic.load-balancing-policy.when-no-hot-node = fail
        }
      }
      """;

  private static RunningCluster cluster;
  private static CqlSession session;
  private static PreparedStatement read;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LabDirectories.engine(null)
            .start(SPEC, LabDirectories.ROOT.resolve("pools"), Progress.silent());
    session =
        CqlSession.builder()
            .addContactPoints(cluster.contactPoints())
            .withConfigLoader(DriverConfigLoader.fromString(CONFIGURATION))
            .build();
    session.execute(
        "CREATE KEYSPACE it WITH replication = "
            + new Replication(SPEC.replicasByDataCenter()).toCql());
    session.execute("CREATE TABLE it.t (k int PRIMARY KEY, v int) WITH speculative_retry = 'NONE'");
    read = session.prepare("SELECT v FROM it.t WHERE k = ?");
  }

  @AfterAll
  static void stop() {
    if (session != null) {
      session.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void theServersHaveTokensOfTwoToOneRanges() {
    Map<Integer, List<BigInteger>> tokens = new TreeMap<>();
    for (RunningNode node : cluster.nodes()) {
      tokens.put(
          node.index(),
          Objects.requireNonNull(
                  Sessions.execute(
                          session,
                          node,
                          DefaultConsistencyLevel.LOCAL_ONE,
                          "SELECT tokens FROM system.local")
                      .one())
              .getSet("tokens", String.class)
              .stream()
              .map(BigInteger::new)
              .toList());
    }
    Map<Integer, BigInteger> ranges = PrimaryRanges.lengths(tokens, TokenPlan.POSITIONS);
    BigInteger sixth = TokenPlan.POSITIONS.divide(BigInteger.valueOf(6));
    for (RunningNode node : cluster.nodes()) {
      BigInteger expected = SPEC.pool(node.index()) == Pool.HOT ? sixth.shiftLeft(1) : sixth;
      assertThat(Objects.requireNonNull(ranges.get(node.index())).subtract(expected).abs())
          .isLessThanOrEqualTo(BigInteger.TEN);
    }
  }

  @Test
  @Order(2)
  void theServersThemselvesSeeWhatThePlanSays() throws Exception {
    PoolPlan plan = SPEC.pools().over(4);
    Map<InetAddress, Float> owned = owned();
    for (RunningNode node : cluster.nodes()) {
      InetAddress address = node.advertisedStorageAddress().getAddress();
      assertThat((double) Objects.requireNonNull(owned.get(address)))
          .as("%s of %s", address, owned)
          .isCloseTo(plan.primaryShare(node.index() - 1), within(1e-6));
    }
  }

  @Test
  @Order(3)
  void hotNodesCoordinateAndReplicasOfTheRowAmongThemComeFirst() throws Exception {
    Set<RunningNode> coordinators = new HashSet<>();
    for (int key = 0; key < 200; key++) {
      BoundStatement statement = read.bind(key);
      Node coordinator = session.execute(statement).getExecutionInfo().getCoordinator();
      assertThat(coordinator).isNotNull();
      assertThat(pool(coordinator)).isEqualTo(Pool.HOT);
      // Two neighbours, so one hot and one cold replica.
      assertThat(replicas(statement)).contains(coordinator);
      coordinators.add(running(coordinator));
    }
    assertThat(coordinators).hasSize(2);
    // A coordinator that is a replica reads the row itself.
    await("the servers have counted all reads")
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(replicaReads(Pool.HOT)).isEqualTo(200));
    assertThat(replicaReads(Pool.COLD)).isZero();
    for (int time = 0; time < 20; time++) {
      Node coordinator = session.execute("SELECT * FROM it.t").getExecutionInfo().getCoordinator();
      assertThat(pool(Objects.requireNonNull(coordinator))).isEqualTo(Pool.HOT);
    }
  }

  @Test
  @Order(4)
  void coldNodesStepInWhenNoHotNodeIsUpUnlessForbidden() throws Exception {
    for (RunningNode node : cluster.nodes()) {
      if (SPEC.pool(node.index()) == Pool.HOT) {
        node.kill();
      }
    }
    SimpleStatement statement =
        SimpleStatement.newInstance("SELECT release_version FROM system.local");
    await("a cold node coordinates")
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(
            () -> {
              Node coordinator = session.execute(statement).getExecutionInfo().getCoordinator();
              return pool(Objects.requireNonNull(coordinator)) == Pool.COLD;
            });
    assertThatThrownBy(() -> session.execute(statement.setExecutionProfileName("hot-only")))
        .isInstanceOf(NoNodeAvailableException.class);
  }

  private static Set<Node> replicas(BoundStatement statement) {
    return session
        .getMetadata()
        .getTokenMap()
        .orElseThrow()
        .getReplicas(
            CqlIdentifier.fromInternal("it"), Objects.requireNonNull(statement.getRoutingKey()));
  }

  private static Pool pool(Node node) {
    return SPEC.pool(running(node).index());
  }

  private static RunningNode running(Node node) {
    SocketAddress address = node.getEndPoint().resolve();
    return cluster.nodes().stream()
        .filter(each -> each.clientAddress().equals(address))
        .findFirst()
        .orElseThrow();
  }

  /** What {@code nodetool ring} shows as owned where no keyspace is named. */
  @SuppressWarnings("unchecked") // The type is that of StorageServiceMBean.
  private static Map<InetAddress, Float> owned() throws Exception {
    return (Map<InetAddress, Float>)
        attribute(
            cluster.nodes().get(0), "org.apache.cassandra.db:type=StorageService", "Ownership");
  }

  /** How often the nodes of a pool have read the table, for whichever coordinator. */
  private static long replicaReads(Pool pool) throws Exception {
    long reads = 0;
    for (RunningNode node : cluster.nodes()) {
      if (SPEC.pool(node.index()) == pool) {
        reads +=
            (Long)
                attribute(
                    node,
                    "org.apache.cassandra.metrics:type=Table,keyspace=it,scope=t,name=ReadLatency",
                    "Count");
      }
    }
    return reads;
  }

  @SuppressWarnings("BanJNDI") // The other side is a process that the lab itself started.
  private static Object attribute(RunningNode node, String bean, String name) throws Exception {
    try (JMXConnector connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL(
                "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + node.managementPort() + "/jmxrmi"))) {
      return connector.getMBeanServerConnection().getAttribute(new ObjectName(bean), name);
    }
  }
}
