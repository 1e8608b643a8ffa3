package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.MBeanServerForwarder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.TopPartitions;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.table.TableName;

/** Against a real JMX server in this process, with beans as Cassandra 4.1 and 5.0 have them. */
public final class ReadSamplerTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final TableName AUDIT = new TableName("shop", "audit");
  private static final long MINUTE = 60_000_000_000L;

  private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
  private final Table carts = new Table();
  private final Map<TableName, TopPartitions> found = new ConcurrentHashMap<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<Node> nodes = new ArrayList<>(List.of(FakeNode.of(1, "dc1").node));
  private JMXConnectorServer server;
  private ReadSampler sampler;

  ReadSamplerTest() throws Exception {
    register("org.apache.cassandra.db:type=Tables,keyspace=shop,table=carts", carts);
    register(
        "org.apache.cassandra.metrics:type=Table,keyspace=shop,scope=carts,name=ReadLatency",
        new Reads());
  }

  @AfterEach
  void stop() throws Exception {
    sampler.close();
    server.stop();
  }

  @Test
  void serversTellWhatIsReadMostOfAllReadsLessTheErrorsOfTheirCounts() throws Exception {
    carts.told = List.of(told("a", 30, 0), told("b", 25, 5), told("c", 4, 4));
    start(Duration.ofMillis(1));
    sampler.beginIfDue(List.of(CARTS), 0);
    awaitRound();
    assertThat(found).isEqualTo(Map.of(CARTS, new TopPartitions(100, Map.of("a", 30L, "b", 20L))));
    assertThat(carts.calls).containsExactly("begin READS 1024 5001", "finish READS 128");
    assertThat(problems).isEmpty();
  }

  @Test
  void aRoundIsDueOnceAMinute() throws Exception {
    start(Duration.ofMillis(1));
    sampler.beginIfDue(List.of(CARTS), 0);
    awaitRound();
    sampler.beginIfDue(List.of(CARTS), MINUTE - 1);
    assertThat(sampler.isUnderWay()).isFalse();
    sampler.beginIfDue(List.of(), MINUTE);
    assertThat(sampler.isUnderWay()).isFalse();
    sampler.beginIfDue(List.of(CARTS), MINUTE);
    awaitRound();
    assertThat(carts.calls).hasSize(4);
  }

  @Test
  void nodesThatAreAskedAreAddedUp() throws Exception {
    nodes.add(FakeNode.of(2, "dc1").node);
    carts.mayBeShared = true;
    carts.told = List.of(told("a", 30, 0));
    start(Duration.ofMillis(1));
    sampler.beginIfDue(List.of(CARTS), 0);
    awaitRound();
    assertThat(found.get(CARTS).counts()).isEqualTo(Map.of("a", 60L));
  }

  @Test
  void whatSomebodyElseSamplesIsLeftToThem() throws Exception {
    carts.isActive = true;
    start(Duration.ofMillis(1));
    sampler.beginIfDue(List.of(CARTS), 0);
    awaitRound();
    assertThat(found).isEmpty();
    assertThat(carts.calls).containsExactly("begin READS 1024 5001");
    assertThat(problems).singleElement().asString().startsWith("Somebody else samples the reads");
  }

  @Test
  void aTableThatANodeDoesNotHaveIsNamedAndOthersAreSampled() throws Exception {
    start(Duration.ofMillis(1));
    sampler.beginIfDue(List.of(AUDIT, CARTS), 0);
    awaitRound();
    assertThat(found).containsOnlyKeys(CARTS);
    assertThat(problems)
        .singleElement()
        .asString()
        .contains("does not tell which partitions of shop.audit are read most");
  }

  @Test
  void aLoginThatMayOnlyReadIsToldWhatItLacks() throws Exception {
    start(Duration.ofMillis(1));
    server.setMBeanServerForwarder(refusing(""));
    sampler.beginIfDue(List.of(CARTS), 0);
    awaitRound();
    assertThat(found).isEmpty();
    assertThat(problems)
        .singleElement()
        .asString()
        .startsWith("Which partitions are read most is not known of node ")
        .contains("readwrite", "Access denied!");
  }

  @Test
  void whatHasBegunIsEndedWhereANodeRefusesTheNextTable() throws Exception {
    register("org.apache.cassandra.db:type=Tables,keyspace=shop,table=audit", new Table());
    register(
        "org.apache.cassandra.metrics:type=Table,keyspace=shop,scope=audit,name=ReadLatency",
        new Reads());
    start(Duration.ofMillis(1));
    server.setMBeanServerForwarder(refusing("table=audit"));
    sampler.beginIfDue(List.of(CARTS, AUDIT), 0);
    awaitRound();
    assertThat(carts.calls).containsExactly("begin READS 1024 5001", "finish READS 128");
    assertThat(found).isEmpty();
    assertThat(problems).singleElement().asString().contains("readwrite", "Access denied!");
  }

  @Test
  void aNodeThatSamplesByAScheduleIsLeftAlone() throws Exception {
    register("org.apache.cassandra.db:type=StorageService", new Schedule());
    start(Duration.ofMillis(1));
    sampler.beginIfDue(List.of(CARTS), 0);
    awaitRound();
    assertThat(carts.calls).isEmpty();
    assertThat(found).isEmpty();
    assertThat(problems)
        .singleElement()
        .asString()
        .contains("samples reads by a schedule (shop.*", "nodetool profileload");
  }

  @Test
  void whatIsUnderWayIsEndedWhereNobodyWantsToKnowAnyMore() throws Exception {
    start(Duration.ofMinutes(5));
    sampler.beginIfDue(List.of(CARTS), 0);
    await().until(() -> carts.isActive);
    assertThat(sampler.isUnderWay()).isTrue();
    sampler.close();
    assertThat(carts.isActive).isFalse();
    assertThat(found).isEmpty();
    assertThat(problems).isEmpty();
  }

  private void awaitRound() {
    await().until(() -> !sampler.isUnderWay());
  }

  private void start(Duration length) throws Exception {
    server =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi://127.0.0.1"), Map.of(), beans);
    server.start();
    sampler =
        new ReadSampler(
            ManagementAccess.of(server.getAddress().toString()),
            () -> nodes,
            length,
            found::put,
            problems::add);
  }

  private void register(String name, Object bean) throws Exception {
    beans.registerMBean(bean, new ObjectName(name));
  }

  /** As Java's own for a role that is {@code readonly} in its access file, of some beans. */
  private MBeanServerForwarder refusing(String beansNamed) {
    return (MBeanServerForwarder)
        Proxy.newProxyInstance(
            MBeanServerForwarder.class.getClassLoader(),
            new Class<?>[] {MBeanServerForwarder.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("invoke")
                  && arguments[0].toString().contains(beansNamed)) {
                throw new SecurityException("Access denied! Invalid access level.");
              }
              try {
                return method.getName().equals("setMBeanServer")
                    ? null
                    : method.invoke(beans, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static CompositeData told(String partition, long count, long error)
      throws OpenDataException {
    String[] names = {"table", "count", "error", "value"};
    return new CompositeDataSupport(
        new CompositeType(
            "SAMPLING_RESULTS",
            "SAMPLING_RESULTS",
            names,
            names,
            new OpenType<?>[] {
              SimpleType.STRING, SimpleType.LONG, SimpleType.LONG, SimpleType.STRING
            }),
        names,
        new Object[] {"shop.carts", count, error, partition});
  }

  /** As Cassandra's, as far as it is used. */
  public interface TableMBean {
    void beginLocalSampling(String sampler, int capacity, int durationMillis);

    List<CompositeData> finishLocalSampling(String sampler, int count);
  }

  /** As Cassandra's, as far as it is used. */
  public static final class Table implements TableMBean {
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile boolean isActive;
    private boolean mayBeShared;
    private List<CompositeData> told = List.of();

    @Override
    public void beginLocalSampling(String sampler, int capacity, int durationMillis) {
      calls.add("begin " + sampler + " " + capacity + " " + durationMillis);
      if (isActive && !mayBeShared) {
        throw new IllegalStateException("Sampling already in progress");
      }
      isActive = true;
    }

    @Override
    public List<CompositeData> finishLocalSampling(String sampler, int count) {
      calls.add("finish " + sampler + " " + count);
      isActive = false;
      return told;
    }
  }

  /** As that of Cassandra 5.0, as far as it is used. */
  public interface ScheduleMBean {
    List<String> getSampleTasks();
  }

  /** Of a {@code nodetool profileload --interval} of a keyspace. */
  public static final class Schedule implements ScheduleMBean {
    @Override
    public List<String> getSampleTasks() {
      return List.of("shop.*");
    }
  }

  /** The reads that a replica has executed. */
  public interface ReadsMBean {
    long getCount();
  }

  /** 100 more whenever somebody asks. */
  public static final class Reads implements ReadsMBean {
    private final AtomicLong count = new AtomicLong();

    @Override
    public long getCount() {
      return count.addAndGet(100);
    }
  }
}
