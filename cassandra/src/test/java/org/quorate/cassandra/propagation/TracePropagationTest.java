package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;

/** Of three nodes that all have each row, and are 10 ms apart, but node 3 is 30 ms. */
class TracePropagationTest {
  private static final TableName TABLE = new TableName("shop", "carts");
  private static final TableName EVENTS = new TableName("system_traces", "events");
  private static final double BYTES_PER_SECOND = 1e9;
  private static final long SEED = 7;

  private final FakeSession driver = new FakeSession("ONE");
  private final List<FakeNode> nodes = new ArrayList<>();
  private boolean hasTraces = true;
  private @Nullable RuntimeException readFailure;
  private @Nullable RuntimeException eventsFailure;

  TracePropagationTest() throws UnknownHostException {
    for (int number = 1; number <= 3; number++) {
      FakeNode node = FakeNode.of(number, number == 3 ? "dc2" : "dc1");
      node.broadcast = Optional.of(new InetSocketAddress(address(number), 7000));
      node.distance = number == 3 ? NodeDistance.REMOTE : NodeDistance.LOCAL;
      nodes.add(node);
    }
    driver.ring(nodes.stream().map(each -> each.node).toArray(Node[]::new));
    driver.answers = this::answer;
  }

  @Test
  void theSlowestReplicaOfEachTraceIsTheTime() throws Exception {
    try (TracePropagation source = source(LevelLadder.GLOBAL)) {
      PropagationReading reading = measure(source, 30);
      assertThat(reading.source()).isEqualTo(source.name());
      assertThat(reading.samples()).isEqualTo(3);
      assertThat(reading.notes()).isEmpty();
      assertThat(reading.propagation().seconds()).isCloseTo(0.0145 + 1e-6, within(1e-9));
      assertThat(reading.roundTrips().slowest().size()).isEqualTo(3);
      assertThat(reading.roundTrips().slowest().quantile(0)).isCloseTo(0.029, within(1e-9));
      assertThat(reading.roundTrips().single().quantile(0.5)).isCloseTo(0.009, within(1e-9));
      assertThat(source.links()).hasSize(6);
      assertThat(source.links().subList(0, 4))
          .allMatch(link -> (link.coordinator() + link.replica()).contains("10.0.0.3:7000"))
          .allSatisfy(link -> assertThat(link.links()).isCloseTo(0.029, within(1e-9)));
      assertThat(source.readsSent().of(TABLE)).containsOnly(Map.entry(Level.ALL, 3L));
      assertThat(source.readsSent().of(EVENTS)).containsOnly(Map.entry(Level.ONE, 3L));
    }
  }

  @Test
  void aRoundMayBeSmaller() throws Exception {
    try (TracePropagation source = source(LevelLadder.GLOBAL)) {
      assertThat(measure(source, 1).samples()).isEqualTo(1);
    }
  }

  @Test
  void withTheLevelsOfOneDataCentreItsReplicasAloneCount() throws Exception {
    try (TracePropagation source = source(LevelLadder.LOCAL)) {
      PropagationReading reading = measure(source, 3);
      assertThat(reading.roundTrips().slowest().quantile(1)).isCloseTo(0.009, within(1e-9));
      assertThat(reading.roundTrips().slowest().size()).isEqualTo(3);
      assertThat(source.links().get(0).replica()).isEqualTo("10.0.0.3:7000");
    }
  }

  @Test
  void whereAReplicaIsDownAMajorityIsReadAndSaid() throws Exception {
    readFailure = new UnavailableException(null, ConsistencyLevel.ALL, 3, 2);
    try (TracePropagation source = source(LevelLadder.GLOBAL)) {
      PropagationReading reading = measure(source, 3);
      assertThat(reading.samples()).isEqualTo(2);
      assertThat(reading.notes()).singleElement().asString().contains("at QUORUM");
      assertThat(reading.roundTrips().slowest().size()).isZero();
    }
  }

  @Test
  void whatIsMissingToReadTracesIsSaidAfterOneAttempt() {
    eventsFailure = new UnauthorizedException(null, "No.");
    assertThat(failure())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("GRANT SELECT ON system_traces.events TO");
    assertThat(driver.executed).as("one read, and one of its trace").hasSize(2);
    eventsFailure = new InvalidQueryException(null, "Undefined column name source_port.");
    assertThat(failure())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("as Cassandra 4.0 and later write them");
    hasTraces = false;
    assertThat(failure())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("do not trace reads");
    readFailure = new UnauthorizedException(null, "No.");
    assertThat(failure())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("GRANT SELECT ON shop.carts TO");
  }

  @Test
  void tracesThatCouldNotBeReadThisTimeMayBeTheNextTime() {
    eventsFailure = new UnavailableException(null, ConsistencyLevel.ONE, 1, 0);
    assertThat(failure())
        .isInstanceOf(PropagationException.class)
        .hasMessageStartingWith("No read of shop.carts could be traced; the last failure was: What")
        .hasMessageEndingWith("(1 required but only 0 alive)");
  }

  private Throwable failure() {
    driver.executed.clear();
    try (TracePropagation source = source(LevelLadder.GLOBAL)) {
      return source
          .measure()
          .toCompletableFuture()
          .handle((reading, failure) -> Failures.cause(failure))
          .orTimeout(10, TimeUnit.SECONDS)
          .join();
    }
  }

  private static PropagationReading measure(TracePropagation source, int most) throws Exception {
    return source.measure(most).toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private TracePropagation source(LevelLadder ladder) {
    return new TracePropagation(
        new TimedTable(
            driver.session,
            TABLE,
            ladder,
            () -> 1000,
            BYTES_PER_SECOND,
            Duration.ofSeconds(10),
            new SplittableRandom(SEED)));
  }

  private CompletionStage<?> answer(Statement<?> statement) {
    if (statement instanceof SimpleStatement simple) {
      UUID trace = (UUID) simple.getPositionalValues().get(0);
      return eventsFailure == null
          ? CompletableFuture.completedFuture(
              rows(null, events((int) trace.getLeastSignificantBits())))
          : CompletableFuture.failedFuture(eventsFailure);
    }
    BoundStatement read = (BoundStatement) statement;
    assertThat(read.isTracing()).isTrue();
    boolean isAll = ConsistencyLevel.ALL.equals(read.getConsistencyLevel());
    if (readFailure != null && (isAll || !(readFailure instanceof UnavailableException))) {
      return CompletableFuture.failedFuture(readFailure);
    }
    Node coordinator = read.getNode();
    int number = 1 + nodes.stream().map(each -> each.node).toList().indexOf(coordinator);
    return CompletableFuture.completedFuture(
        rows(hasTraces ? new UUID(0, number) : null, List.of()));
  }

  private static List<Row> events(int coordinator) {
    List<Row> rows = new ArrayList<>();
    for (int other = 1; other <= 3; other++) {
      if (other != coordinator) {
        int micros = other == 3 || coordinator == 3 ? 30_000 : 10_000;
        rows.add(
            row(
                coordinator,
                100,
                "Sending READ_REQ message to /10.0.0.%d:7000 message size 9 bytes",
                other));
        rows.add(row(other, 50, "READ_REQ message received from /10.0.0.%d:7000", coordinator));
        rows.add(
            row(
                other,
                1_050,
                "Sending READ_RSP message to /10.0.0.%d:7000 message size 9 bytes",
                coordinator));
        rows.add(
            row(
                coordinator,
                100 + micros,
                "READ_RSP message received from /10.0.0.%d:7000",
                other));
      }
    }
    rows.add(row(coordinator, null, "Late %d", 0));
    return rows;
  }

  private static Row row(int source, @Nullable Integer elapsed, String activity, int node) {
    UUID id = UUID.randomUUID();
    return (Row)
        Proxy.newProxyInstance(
            Row.class.getClassLoader(),
            new Class<?>[] {Row.class},
            (proxy, method, arguments) ->
                switch (method.getName() + " " + arguments[0]) {
                  case "getUuid event_id" -> id;
                  case "getInetAddress source" -> address(source);
                  case "getInt source_port" -> 7000;
                  case "isNull source_elapsed" -> elapsed == null;
                  case "getInt source_elapsed" -> elapsed;
                  case "getString activity" -> activity.formatted(node);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static AsyncResultSet rows(@Nullable UUID trace, List<Row> rows) {
    ExecutionInfo info =
        (ExecutionInfo)
            Proxy.newProxyInstance(
                ExecutionInfo.class.getClassLoader(),
                new Class<?>[] {ExecutionInfo.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getTracingId" -> trace;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    return (AsyncResultSet)
        Proxy.newProxyInstance(
            AsyncResultSet.class.getClassLoader(),
            new Class<?>[] {AsyncResultSet.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getExecutionInfo" -> info;
                  case "currentPage" -> rows;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static InetAddress address(int number) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
  }
}
