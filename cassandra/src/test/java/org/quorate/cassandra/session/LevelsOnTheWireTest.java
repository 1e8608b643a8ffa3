package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import com.datastax.oss.driver.internal.core.loadbalancing.DefaultLoadBalancingPolicy;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.error.ReadTimeout;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;

/** What a session sends, by the driver's own protocol, to servers that introduce themselves. */
class LevelsOnTheWireTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String OWN = "LOCAL_QUORUM";
  private static final String STATED = "ALL";

  private final Queue<LevelEvent> events = new ConcurrentLinkedQueue<>();

  private AdaptiveSession adaptive(CqlSession plain) {
    return Quorate.adaptive(
        plain,
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .table(
                TableSettings.of(CARTS, 0.01, Level.ONE)
                    .withPolicy(Policies.of("harmony", 0.01))
                    .withSafeLevel(Level.ALL))
            .propagation(
                (session, table, ladder, bytes) -> new GivenPropagation(0.001, System::nanoTime))
            .interval(Duration.ofMillis(100))
            .eventPeriod(Duration.ZERO)
            .management(false)
            .listener(events::add)
            .build());
  }

  private List<String> leftAlone() {
    return LeftAlone.reasons(events);
  }

  static List<Arguments> clusters() {
    Map<String, Object> scyllaTable = Map.of("keyspace_name", "shop", "table_name", "carts");
    return List.of(
        arguments(
            "it is an Accord table (transactional_mode = 'mixed_reads')",
            Map.of(
                "system_schema.tables",
                Map.of(
                    "transactional_mode", "mixed_reads", "transactional_migration_from", "none"))),
        arguments(
            "keyspace shop has mutation tracking",
            Map.of("system_schema.keyspaces", Map.of("replication_type", "tracked"))),
        arguments(
            "keyspace shop has witnesses or transient replicas",
            Map.of(
                "system_schema.keyspaces",
                Map.of("replication", Map.of("class", "NetworkTopologyStrategy", "dc1", "3/1")))),
        arguments("it is on ScyllaDB", Map.of("system_schema.scylla_tables", scyllaTable)),
        arguments(
            "it is kept in tablets by ScyllaDB",
            Map.of(
                "system_schema.scylla_tables",
                scyllaTable,
                "system_schema.scylla_keyspaces",
                Map.of("keyspace_name", "shop", "initial_tablets", 0))),
        arguments(
            "it is on Amazon Keyspaces",
            Map.of("system_schema_mcs.keyspaces", Map.of("keyspace_name", "shop"))),
        arguments(
            "it is on Amazon Keyspaces",
            Map.of("system.local", Map.of("cluster_name", "Amazon Keyspaces"))),
        arguments(
            "it is on DataStax Enterprise or Astra DB",
            Map.of("system.local", Map.of("dse_version", "5.1.30"))),
        arguments(
            "a node of its cluster says that it is Cassandra 3.11.19, and nothing here was tested",
            Map.of("system.local", Map.of("release_version", "3.11.19"))),
        arguments("it is a materialised view", Map.of("system_schema.views", view("carts"))));
  }

  @Test
  void aTableOnAzureCosmosDbIsKnownByTheNameOfItsContactPoint() {
    try (StandInServer server = StandInServer.with(Map.of());
        AdaptiveSession session =
            adaptive(server.session(OWN, "shop.cassandra.cosmos.azure.com").build())) {
      Awaitility.await().until(() -> !leftAlone().isEmpty());
      session.execute(SimpleStatement.newInstance(StandInServer.READ, 1));
      assertThat(server.levels).containsExactly(OWN);
      assertThat(leftAlone()).singleElement().asString().contains("it is on Azure Cosmos DB");
    }
  }

  private static Map<String, Object> view(String name) {
    return Map.of(
        "keyspace_name",
        "shop",
        "view_name",
        name,
        "base_table_name",
        "carts".equals(name) ? "orders" : "carts",
        "include_all_columns",
        true,
        "where_clause",
        "id IS NOT NULL");
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void aTableThatIsNotWhatItSeemsIsReadAtTheApplicationsOwnLevel(
      String said, Map<String, Map<String, Object>> cluster) {
    try (StandInServer server = StandInServer.with(cluster);
        AdaptiveSession session = adaptive(server.session(OWN).build())) {
      PreparedStatement read = session.prepare(StandInServer.READ);
      // It is told a little before the status has it.
      Awaitility.await()
          .until(
              () ->
                  session.levels().status(CARTS).orElseThrow().leftAlone().stream()
                      .anyMatch(leftAlone()::contains));
      session.execute(read.bind(1));
      session.execute(SimpleStatement.newInstance(StandInServer.READ, 1));
      assertThat(server.levels).containsExactly(OWN, OWN);
      assertThat(leftAlone())
          .singleElement()
          .asString()
          .startsWith("The table shop.carts is left alone: " + said);
    }
  }

  @Test
  void aPlainTableIsAdaptedAndSoIsOneThatHasViews() {
    Map<String, Map<String, Object>> cluster =
        new HashMap<>(Map.of("system_schema.views", view("carts_by_v")));
    try (StandInServer server = StandInServer.with(cluster);
        AdaptiveSession session = adaptive(server.session(OWN).build())) {
      PreparedStatement read = session.prepare(StandInServer.READ);
      Awaitility.await()
          .until(() -> session.levels().level(CARTS).orElseThrow().current() == Level.ALL);
      session.execute(read.bind(1));
      session.execute(SimpleStatement.newInstance(StandInServer.READ, 1));
      assertThat(server.levels).containsExactly(STATED, STATED);
      assertThat(leftAlone()).isEmpty();
    }
  }

  /** What a server hears of a node that is no node of the driver's yet. */
  @ParameterizedTest
  @CsvSource({"'BOOT,5', is joining the ring", "'NORMAL,5', has joined the ring"})
  void aNodeThatJoinsIsKnownFromWhatServersHearOfIt(String status, String said) {
    Map<String, Object> joining =
        Map.of(
            "address",
            InetAddress.getLoopbackAddress(),
            "port",
            7000,
            "host_id",
            new UUID(0, 9).toString(),
            "generation",
            1,
            "heartbeat",
            1,
            "dc",
            "dc1",
            "rack",
            "rack1",
            "status",
            "",
            "status_with_port",
            status);
    try (StandInServer server = StandInServer.with(Map.of("system_views.gossip_info", joining));
        AdaptiveSession session = adaptive(server.session(OWN).build())) {
      Awaitility.await()
          .until(
              () ->
                  events.stream()
                      .filter(event -> event.kind() == Kind.REPLICA_BEHIND)
                      .anyMatch(event -> event.reason().contains(":7000 " + said)));
      assertThat(session.levels().replicas()).as("of those that hold ranges").hasSize(1);
      assertThat(session.levels().level(CARTS).orElseThrow().behind()).isNotEmpty();
    }
  }

  @Test
  void aRequestTrackerReadsAtTheEndWhatWasSentInEveryAttempt() {
    Queue<String> tracked = new ConcurrentLinkedQueue<>();
    RequestTracker tracker =
        new RequestTracker() {
          @Override
          public void onSuccess(
              Request request,
              long latencyNanos,
              DriverExecutionProfile profile,
              Node node,
              String prefix) {
            if (request instanceof Statement<?> statement
                && statement.getConsistencyLevel() != null) {
              tracked.add(statement.getConsistencyLevel().name());
            }
          }

          @Override
          public void close() {}
        };
    try (StandInServer server = StandInServer.with(Map.of());
        AdaptiveSession session =
            adaptive(server.session(OWN).addRequestTracker(tracker).build())) {
      session.levels().pin(CARTS, Level.QUORUM);
      PreparedStatement read = session.prepare(StandInServer.READ);
      tracked.clear();
      server.answers.add(
          () -> {
            session.levels().pin(CARTS, Level.ALL); // while it travels
            // Enough replicas answered, but not the one with the row: the driver tries again.
            return new ReadTimeout(
                "timed out", ProtocolConstants.ConsistencyLevel.QUORUM, 2, 2, false);
          });
      session.execute(read.bind(1));
      assertThat(server.levels).containsExactly("QUORUM", "QUORUM");
      // The driver tells its trackers after it has answered.
      Awaitility.await().until(() -> tracked.contains("QUORUM"));
      assertThat(tracked).doesNotContain("ALL");
    }
  }

  @Test
  void speculativeAttemptsGoOutAtTheLevelOfTheFirst() {
    try (StandInServer server = StandInServer.with(Map.of())) {
      server.options.put(
          TypedDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS,
          "ConstantSpeculativeExecutionPolicy");
      server.options.put(TypedDriverOption.SPECULATIVE_EXECUTION_MAX, 3);
      server.options.put(TypedDriverOption.SPECULATIVE_EXECUTION_DELAY, Duration.ofMillis(50));
      server.options.put(
          TypedDriverOption.LOAD_BALANCING_POLICY_CLASS, ThriceTheSameNode.class.getName());
      try (AdaptiveSession session = adaptive(server.session(OWN).build())) {
        session.levels().pin(CARTS, Level.QUORUM);
        PreparedStatement read = session.prepare(StandInServer.READ);
        server.answers.add(
            () -> {
              session.levels().pin(CARTS, Level.ALL); // while it travels
              return null;
            });
        server.answers.add(() -> null);
        session.execute(read.bind(1).setIdempotent(true));
        assertThat(server.levels).containsExactly("QUORUM", "QUORUM", "QUORUM");
        session.execute(read.bind(1));
        assertThat(server.levels).last().isEqualTo("ALL");
      }
    }
  }

  /** A speculative attempt goes to the next node, and there is only one. */
  public static final class ThriceTheSameNode extends DefaultLoadBalancingPolicy {
    public ThriceTheSameNode(DriverContext context, String profile) {
      super(context, profile);
    }

    @Override
    public Queue<Node> newQueryPlan(Request request, Session session) {
      Node only = super.newQueryPlan(request, session).poll();
      return new ConcurrentLinkedQueue<>(only == null ? List.of() : Collections.nCopies(3, only));
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void aSerialLevelThatTheApplicationReloadsIsItsOwn(Mode mode) {
    try (StandInServer server = StandInServer.with(Map.of());
        AdaptiveSession session = adaptive(server.session(OWN).build())) {
      session.levels().mode(mode);
      PreparedStatement read = session.prepare(StandInServer.READ);
      BoundStatement bound = read.bind(1);
      server.options.put(TypedDriverOption.REQUEST_CONSISTENCY, "SERIAL");
      // Listeners are told before the level is left to the driver.
      Awaitility.await().until(() -> session.levels().level(CARTS).orElseThrow().isLeft());
      session.execute(bound);
      session.execute(read.bind(1));
      session.execute(session.prepare(StandInServer.READ).boundStatementBuilder(1).build());
      session.execute(SimpleStatement.newInstance(StandInServer.READ, 1));
      assertThat(server.levels).containsExactly("SERIAL", "SERIAL", "SERIAL", "SERIAL");
      server.levels.clear();
      server.options.put(TypedDriverOption.REQUEST_CONSISTENCY, "QUORUM");
      Awaitility.await()
          .until(() -> session.levels().status(CARTS).orElseThrow().leftAlone().isEmpty());
      session.levels().pin(CARTS, Level.TWO);
      session.execute(bound);
      session.execute(read.bind(1));
      assertThat(server.levels).as("minded again").containsExactly("TWO", "TWO");
    }
  }

  @Test
  void aLevelThatTheApplicationReloadsIsThatOfTablesThatAreLeftAloneToo() {
    Map<String, Map<String, Object>> accord =
        Map.of("system_schema.tables", Map.of("transactional_mode", "full"));
    try (StandInServer server = StandInServer.with(accord);
        AdaptiveSession session = adaptive(server.session(OWN).build())) {
      BoundStatement bound = session.prepare(StandInServer.READ).bind(1);
      Awaitility.await().until(() -> !leftAlone().isEmpty());
      server.options.put(TypedDriverOption.REQUEST_CONSISTENCY, "QUORUM");
      Awaitility.await()
          .until(() -> session.levels().level(CARTS).orElseThrow().current() == Level.QUORUM);
      session.execute(bound);
      assertThat(server.levels).containsExactly("QUORUM");
    }
  }
}
