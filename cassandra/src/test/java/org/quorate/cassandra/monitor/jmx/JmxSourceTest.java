package org.quorate.cassandra.monitor.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.SnitchScores;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/** Against a real JMX server in this process, with beans of Cassandra's names. */
class JmxSourceTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String METRICS = "org.apache.cassandra.metrics:";
  private static final FakeNode NODE = FakeNode.of(1, "dc1");

  private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
  private JMXConnectorServer server;
  private JmxSource source;

  @AfterEach
  void stop() throws Exception {
    if (source != null) {
      source.close();
    }
    if (server != null) {
      server.stop();
    }
  }

  @Test
  void readsWhatTheBeansSay() throws Exception {
    count("type=Table,keyspace=shop,scope=carts,name=CoordinatorReadLatency", 120);
    count("type=Table,keyspace=shop,scope=carts,name=CoordinatorWriteLatency", 34);
    count("type=Table,keyspace=shop,scope=carts,name=ReadLatency", 360);
    count("type=Table,keyspace=shop,scope=carts,name=WriteLatency", 102);
    count("type=ReadRepair,name=RepairedBlocking", 3);
    count("type=ReadRepair,name=ReconcileRead", 1);
    count("type=ClientRequest,scope=Read-QUORUM,name=Latency", 9);
    register(METRICS + "type=ClientRequest,scope=Write,name=MutationSizeHistogram", new Mean(77.5));
    register(
        "org.apache.cassandra.net:type=MessagingService",
        new Messaging(Map.of("MUTATION_REQ", 4, "HINT_REQ", 2, "READ_REQ", 7)));
    register(
        "org.apache.cassandra.hints:type=HintsService",
        new Hints(List.of(Map.of("total_files", "2"), Map.of("total_files", "3"))));
    register(
        "org.apache.cassandra.db:type=DynamicEndpointSnitch",
        new Snitch(
            Map.of(
                "/10.0.0.1:7000",
                0.5,
                "node2/10.0.0.2:7000",
                0.25,
                "nowhere",
                1.0,
                "/10.0.0.3:7000",
                -1.0),
            0.1));
    source = new JmxSource(start(Map.of()));

    NodeCounts counts = read(Set.of(CARTS, new TableName("shop", "none")));
    assertThat(counts.hostId()).isEqualTo(NODE.id);
    assertThat(counts.tables()).isEqualTo(Map.of(CARTS, new TableCounts(120, 34, 360, 102)));
    assertThat(counts.health().digestMismatches()).isEqualTo(4);
    assertThat(counts.health().droppedMutations()).isEqualTo(6);
    assertThat(counts.health().pendingHints()).isEqualTo(5);
    assertThat(counts.health().averageWriteBytes()).isEqualTo(77.5);
    assertThat(counts.health().readsByLevel()).isEqualTo(Map.of(Level.QUORUM, 9L));
    assertThat(counts.health().writesByLevel()).isEmpty();
    assertThat(counts.health().snitch())
        .isEqualTo(new SnitchScores(Map.of("10.0.0.1:7000", 0.5, "10.0.0.2:7000", 0.25), 0.1));
  }

  @Test
  void whatAServerDoesNotCountIsUnknown() throws Exception {
    count("type=Table,keyspace=shop,scope=carts,name=WriteLatency", 102);
    source = new JmxSource(start(Map.of()));
    NodeCounts counts = read(Set.of(CARTS));
    long unknown = TableCounts.UNKNOWN;
    assertThat(counts.tables())
        .isEqualTo(Map.of(CARTS, new TableCounts(unknown, unknown, unknown, 102)));
    assertThat(counts.health().pendingHints()).isNull();
    assertThat(counts.health().digestMismatches()).isNull();
    assertThat(counts.health().averageWriteBytes()).isNull();
    assertThat(counts.health().snitch()).isNull();
  }

  @Test
  void aServerThatEndedIsReadAgainAtItsNewAddress() throws Exception {
    ManagementAccess[] access = {start(Map.of())};
    source =
        new JmxSource(
            new ManagementAccess(node -> address(access[0]), java.util.Optional.empty(), false));
    read(Set.of(CARTS));
    server.stop();
    assertThatThrownBy(() -> read(Set.of(CARTS))).isNotNull();
    access[0] = start(Map.of());
    read(Set.of(CARTS));
  }

  @Test
  void aLoginIsUsedAndItsRefusalNamesTheRemedy() throws Exception {
    JMXAuthenticator authenticator =
        credentials -> {
          if (credentials instanceof String[] login && login[0].equals("ann")) {
            return new Subject();
          }
          throw new SecurityException("Authentication failed!");
        };
    ManagementAccess access = start(Map.of(JMXConnectorServer.AUTHENTICATOR, authenticator));
    source = new JmxSource(access);
    assertThatThrownBy(() -> read(Set.of(CARTS)))
        .cause()
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("Authentication failed!")
        .hasMessageContaining("give the user and password");
    source.close();
    source = new JmxSource(access.withLogin(new Login("ann", "secret")));
    assertThat(read(Set.of(CARTS)).tables()).isEmpty();
  }

  @Test
  void aPortWhereNothingListensIsARefusal() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    source = new JmxSource(ManagementAccess.atPort(port));
    assertThatThrownBy(() -> read(Set.of(CARTS)))
        .cause()
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("LOCAL_JMX=no");
  }

  @Test
  void templatesNameTheHost() throws Exception {
    FakeNode node =
        FakeNode.at(
            new InetSocketAddress(
                InetAddress.getByAddress(
                    new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
                9042));
    assertThat(ManagementAccess.atPort(7199).addresses().apply(node.node).toString())
        .isEqualTo("service:jmx:rmi:///jndi/rmi://[0:0:0:0:0:0:0:1]:7199/jmxrmi");
    assertThatThrownBy(() -> ManagementAccess.of("http://{host}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private NodeCounts read(Set<TableName> tables) throws Exception {
    return source.read(NODE.node, tables).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private ManagementAccess start(Map<String, ?> environment) throws Exception {
    server =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi://127.0.0.1"), environment, beans);
    server.start();
    return ManagementAccess.of(server.getAddress().toString());
  }

  private static JMXServiceURL address(ManagementAccess access) {
    return access.addresses().apply(NODE.node);
  }

  private void count(String properties, long count) throws Exception {
    register(METRICS + properties, new Counted(count));
  }

  private void register(String name, Object bean) throws Exception {
    beans.registerMBean(bean, new ObjectName(name));
  }

  /** A bean with a count. */
  public interface CountedMBean {
    long getCount();
  }

  /** A bean with a count. */
  public record Counted(long count) implements CountedMBean {
    @Override
    public long getCount() {
      return count;
    }
  }

  /** The scores of a dynamic snitch. */
  public interface SnitchMBean {
    Map<String, Double> getScoresWithPort();

    double getBadnessThreshold();
  }

  /** The scores of a dynamic snitch. */
  public record Snitch(Map<String, Double> scores, double threshold) implements SnitchMBean {
    @Override
    public Map<String, Double> getScoresWithPort() {
      return scores;
    }

    @Override
    public double getBadnessThreshold() {
      return threshold;
    }
  }

  /** A bean with a mean. */
  public interface MeanMBean {
    double getMean();
  }

  /** A bean with a mean. */
  public record Mean(double mean) implements MeanMBean {
    @Override
    public double getMean() {
      return mean;
    }
  }

  /** As Cassandra's, as far as it is used. */
  public interface MessagingMBean {
    Map<String, Integer> getDroppedMessages();
  }

  /** As Cassandra's, as far as it is used. */
  public record Messaging(Map<String, Integer> dropped) implements MessagingMBean {
    @Override
    public Map<String, Integer> getDroppedMessages() {
      return dropped;
    }
  }

  /** As Cassandra's, as far as it is used. */
  public interface HintsMBean {
    List<Map<String, String>> getPendingHints();
  }

  /** As Cassandra's, as far as it is used. */
  public record Hints(List<Map<String, String>> pending) implements HintsMBean {
    @Override
    public List<Map<String, String>> getPendingHints() {
      return pending;
    }
  }
}
