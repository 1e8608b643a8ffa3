package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import com.datastax.oss.driver.internal.core.metadata.DefaultMetadata;
import com.datastax.oss.driver.internal.core.metadata.DefaultNodeInfo;
import com.datastax.oss.driver.internal.core.metadata.MetadataManager;
import com.datastax.oss.driver.internal.core.metadata.NodeInfo;
import com.datastax.oss.driver.internal.core.metadata.TopologyMonitor;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultKeyspaceMetadata;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The driver's own context, nodes, metadata and token map, over a cluster that it is only told of.
 * Node i, counted from 1, is at 10.0.0.i and has the host id 0-i; the keyspace {@code shop} has its
 * replicas in dc1.
 */
final class FakeRing implements AutoCloseable {
  private static final CqlIdentifier SHOP = CqlIdentifier.fromInternal("shop");

  final InternalDriverContext context;
  private final List<NodeInfo> told = new ArrayList<>();

  /**
   * @param replicas of each row
   * @param configuration what the driver reads, in its file's format
   */
  FakeRing(int replicas, String configuration) {
    context =
        new DefaultDriverContext(
            DriverConfigLoader.fromString(configuration), ProgrammaticArguments.builder().build()) {
          @Override
          protected TopologyMonitor buildTopologyMonitor() {
            return topologyMonitor();
          }

          @Override
          protected MetadataManager buildMetadataManager() {
            return new WithKeyspace(this, replicas);
          }
        };
    context
        .getMetadataManager()
        .addContactPoints(Set.of(new DefaultEndPoint(new InetSocketAddress("10.0.0.1", 9042))));
  }

  /** Tells the driver of the next node, which has the token. */
  FakeRing node(String dataCenter, long token) {
    int number = told.size() + 1;
    InetSocketAddress address = new InetSocketAddress("10.0.0." + number, 9042);
    told.add(
        DefaultNodeInfo.builder()
            .withEndPoint(new DefaultEndPoint(address))
            .withBroadcastRpcAddress(address)
            .withBroadcastAddress(new InetSocketAddress("10.1.0." + number, 7000))
            .withDatacenter(dataCenter)
            .withRack("rack1")
            .withHostId(new UUID(0, number))
            .withTokens(Set.of(Long.toString(token)))
            .withPartitioner("org.apache.cassandra.dht.Murmur3Partitioner")
            .withCassandraVersion("5.0.9")
            .build());
    return this;
  }

  /** Lets the driver look at what it has been told. */
  FakeRing refresh() throws Exception {
    MetadataManager metadata = context.getMetadataManager();
    metadata.refreshNodes().toCompletableFuture().get(60, TimeUnit.SECONDS);
    ((WithKeyspace) metadata).refreshed();
    return this;
  }

  /** The policy of a profile, begun. */
  HotPoolLoadBalancingPolicy policy(String profile) {
    LoadBalancingPolicy policy = context.getLoadBalancingPolicy(profile);
    policy.init(context.getMetadataManager().getMetadata().getNodes(), (node, distance) -> {});
    return (HotPoolLoadBalancingPolicy) policy;
  }

  HotPoolLoadBalancingPolicy policy() {
    return policy("default");
  }

  Node node(int number) {
    return Objects.requireNonNull(
        context.getMetadataManager().getMetadata().getNodes().get(new UUID(0, number)));
  }

  /** The numbers of the nodes that a read of the row at this token would be sent to. */
  static List<Integer> plan(LoadBalancingPolicy policy, long token) {
    return numbers(
        policy.newQueryPlan(
            SimpleStatement.newInstance("SELECT")
                .setRoutingKeyspace(SHOP)
                .setRoutingToken(new Murmur3Token(token)),
            session()));
  }

  /** The same for a statement of which the driver knows no row. */
  static List<Integer> plan(LoadBalancingPolicy policy) {
    return numbers(policy.newQueryPlan(SimpleStatement.newInstance("SELECT"), session()));
  }

  static List<Integer> numbers(Iterable<Node> nodes) {
    List<Integer> numbers = new ArrayList<>();
    nodes.forEach(
        node ->
            numbers.add((int) Objects.requireNonNull(node.getHostId()).getLeastSignificantBits()));
    return numbers;
  }

  private static Session session() {
    return (Session)
        Proxy.newProxyInstance(
            Session.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getKeyspace")) {
                return Optional.empty();
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private TopologyMonitor topologyMonitor() {
    return (TopologyMonitor)
        Proxy.newProxyInstance(
            TopologyMonitor.class.getClassLoader(),
            new Class<?>[] {TopologyMonitor.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("refreshNodeList")) {
                return CompletableFuture.completedFuture(List.copyOf(told));
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // Its threads end when they do.
  public void close() {
    context.getNettyOptions().onClose();
  }

  /** The driver's metadata with the keyspace, which it would have to ask a server for. */
  private static final class WithKeyspace extends MetadataManager {
    private final InternalDriverContext context;
    private final int replicas;
    private volatile Metadata shown = DefaultMetadata.EMPTY;

    WithKeyspace(InternalDriverContext context, int replicas) {
      super(context);
      this.context = context;
      this.replicas = replicas;
    }

    @Override
    public Metadata getMetadata() {
      return shown;
    }

    void refreshed() {
      shown =
          ((DefaultMetadata) super.getMetadata())
              .withSchema(
                  Map.of(
                      SHOP,
                      new DefaultKeyspaceMetadata(
                          SHOP,
                          true,
                          false,
                          Map.of(
                              "class",
                              "org.apache.cassandra.locator.NetworkTopologyStrategy",
                              "dc1",
                              Integer.toString(replicas)),
                          Map.of(),
                          Map.of(),
                          Map.of(),
                          Map.of(),
                          Map.of())),
                  true,
                  context);
    }
  }
}
