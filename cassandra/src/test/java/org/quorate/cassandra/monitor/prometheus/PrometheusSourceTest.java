package org.quorate.cassandra.monitor.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/** Against a real HTTP server that says what exporters say. */
class PrometheusSourceTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final Set<TableName> TABLES = Set.of(CARTS, new TableName("shop", "none"));
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path directory;
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;
  private volatile String body = "";
  private volatile int status = 200;
  private volatile String authorization;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/metrics", this::serve);
    server.createContext("/endless", PrometheusSourceTest::serveWithoutEnd);
    server.createContext("/stuck", this::serveNothing);
    server.setExecutor(
        task -> {
          Thread thread = new Thread(task, "exporter");
          thread.setDaemon(true);
          thread.start();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
  }

  @Test
  void theExportersOwnRulesUpToOnePointZero() throws Exception {
    body =
        """
        # HELP cassandra_table_coordinatorreadlatency Attribute exposed for management
        # TYPE cassandra_table_coordinatorreadlatency untyped
        cassandra_table_coordinatorreadlatency{keyspace="shop",table="carts",} 120.0
        cassandra_table_coordinatorreadlatency{keyspace="shop",table="other",} 7.0
        cassandra_table_coordinatorwritelatency{keyspace="shop",table="carts",} 34.0
        cassandra_table_readlatency{keyspace="shop",table="carts",} 360.0
        cassandra_table_writelatency{keyspace="shop",table="carts",} 102.0
        cassandra_readrepair_repairedblocking 3.0
        cassandra_readrepair_reconcileread 1.0
        cassandra_droppedmessage_dropped{droppedmessage="MUTATION",} 5.0
        cassandra_droppedmessage_dropped{droppedmessage="MUTATION_REQ",} 5.0
        cassandra_droppedmessage_dropped{droppedmessage="HINT_REQ",} 2.0
        cassandra_droppedmessage_dropped{droppedmessage="READ_REQ",} 9.0
        cassandra_clientrequest_latency{clientrequest="Read",} 125.0
        cassandra_clientrequest_latency{clientrequest="Read-ONE",} 100.0
        cassandra_clientrequest_latency{clientrequest="Read-SERIAL",} 1.0
        cassandra_clientrequest_latency{clientrequest="Write-LOCAL_QUORUM",} 34.0
        """;
    NodeCounts counts = read("/metrics");
    assertThat(counts.tables()).isEqualTo(Map.of(CARTS, new TableCounts(120, 34, 360, 102)));
    assertThat(counts.health())
        .isEqualTo(
            new NodeHealth(
                null, 7L, 4L, null, Map.of(Level.ONE, 100L), Map.of(Level.LOCAL_QUORUM, 34L)));
  }

  @Test
  void theExportersOwnRulesSince() throws Exception {
    body =
        """
        cassandra_table_coordinatorreadlatency_seconds{keyspace="shop",quantile="0.99",table="carts"} 0.5
        cassandra_table_coordinatorreadlatency_seconds_count{keyspace="shop",table="carts"} 120.0
        cassandra_table_coordinatorreadtotallatency_seconds_sum{keyspace="shop",table="carts"} 1.0
        cassandra_table_writelatency_seconds_count{keyspace="shop",table="carts"} 102.0
        cassandra_clientrequest_latency_seconds_count{clientrequest="Read-QUORUM"} 9.0
        """;
    NodeCounts counts = read("/metrics");
    assertThat(counts.tables())
        .isEqualTo(
            Map.of(CARTS, new TableCounts(120, TableCounts.UNKNOWN, TableCounts.UNKNOWN, 102)));
    assertThat(counts.health().readsByLevel()).isEqualTo(Map.of(Level.QUORUM, 9L));
  }

  @Test
  void theExporterWithoutRules() throws Exception {
    body =
        """
        org_apache_cassandra_metrics_Table_Count{keyspace="shop",name="CoordinatorReadLatency",scope="carts"} 120
        org_apache_cassandra_metrics_Table_Count{keyspace="shop",name="WriteLatency",scope="carts"} 102
        org_apache_cassandra_metrics_Table_Mean{keyspace="shop",name="WriteLatency",scope="carts"} 8
        org_apache_cassandra_metrics_ClientRequest_Mean{name="MutationSizeHistogram",scope="Write"} 77.5
        org_apache_cassandra_metrics_ClientRequest_Mean{name="MutationSizeHistogram",scope="Write-ONE"} 1
        org_apache_cassandra_metrics_ReadRepair_Count{name="RepairedBlocking"} 2
        """;
    NodeCounts counts = read("/metrics");
    assertThat(counts.tables())
        .isEqualTo(
            Map.of(CARTS, new TableCounts(120, TableCounts.UNKNOWN, TableCounts.UNKNOWN, 102)));
    assertThat(counts.health().averageWriteBytes()).isEqualTo(77.5);
    assertThat(counts.health().digestMismatches()).isEqualTo(2);
  }

  @Test
  void theManagementApi() throws Exception {
    body =
        """
        org_apache_cassandra_metrics_table_coordinator_read_latency_bucket{host="h",keyspace="shop",table="carts",le="35"} 6
        org_apache_cassandra_metrics_table_coordinator_read_latency_count{host="h",keyspace="shop",table="carts",} 120.0
        org_apache_cassandra_metrics_table_coordinator_write_latency_count{host="h",keyspace="shop",table="carts",} 34.0
        org_apache_cassandra_metrics_table_read_latency_count{host="h",keyspace="shop",table="carts",} 360.0
        org_apache_cassandra_metrics_table_write_latency_count{host="h",keyspace="shop",table="carts",} 102.0
        org_apache_cassandra_metrics_read_repair_repaired_blocking_total{host="h",} 4.0
        org_apache_cassandra_metrics_dropped_message_dropped_total{host="h",message_type="MUTATION_REQ",} 6.0
        org_apache_cassandra_metrics_client_request_latency_read_local_one_count{host="h",} 11.0
        """;
    NodeCounts counts = read("/metrics");
    assertThat(counts.tables()).isEqualTo(Map.of(CARTS, new TableCounts(120, 34, 360, 102)));
    assertThat(counts.health())
        .isEqualTo(new NodeHealth(null, 6L, 4L, null, Map.of(Level.LOCAL_ONE, 11L), Map.of()));
  }

  @Test
  void theCassandraExporterDoesNotCountClientWritesNorIndexes() throws Exception {
    body =
        """
        cassandra_table_coordinator_latency_seconds_count{keyspace="shop",operation="read",table="carts"} 120.0
        cassandra_table_coordinator_latency_seconds_count{keyspace="shop",operation="scan",table="carts"} 5.0
        cassandra_table_operation_latency_seconds_count{keyspace="shop",operation="read",table="carts"} 360.0
        cassandra_table_operation_latency_seconds_count{keyspace="shop",operation="write",table="carts"} 1.6777216E7
        cassandra_table_operation_latency_seconds_count{index="i",keyspace="shop",operation="write",table="carts"} 9.0
        cassandra_client_request_latency_seconds_count{consistency="ONE",operation="write"} 8.0
        """;
    NodeCounts counts = read("/metrics");
    assertThat(counts.tables())
        .isEqualTo(Map.of(CARTS, new TableCounts(120, TableCounts.UNKNOWN, 360, 16_777_216)));
    assertThat(counts.health().writesByLevel()).isEqualTo(Map.of(Level.ONE, 8L));
  }

  @Test
  void theCollectorsOwnNames() throws Exception {
    body =
        """
        collectd_mcac_micros_bucket_35{mcac="org.apache.cassandra.metrics.table.coordinator_read_latency.shop.carts",instance="i"} 3 1669980838205
        collectd_mcac_micros_count_total{mcac="org.apache.cassandra.metrics.table.coordinator_read_latency.shop.carts",instance="i"} 120 1669980838205
        collectd_mcac_micros_count_total{mcac="org.apache.cassandra.metrics.table.write_latency.shop.carts",instance="i"} 102 1669980838205
        """;
    assertThat(read("/metrics").tables())
        .isEqualTo(
            Map.of(CARTS, new TableCounts(120, TableCounts.UNKNOWN, TableCounts.UNKNOWN, 102)));
  }

  @Test
  void theCallersRowsComeFirst() throws Exception {
    body =
        """
        cassandra_table_coordinatorreadlatency{keyspace="shop",table="carts"} 120.0
        mine{id="shop/carts"} 5
        """;
    MetricRow own = MetricRow.parse("client_reads mine{id=\"(?<keyspace>.+)/(?<table>.+)\"}");
    PrometheusSource source =
        new PrometheusSource(
            node -> address("/metrics"),
            Authorization.none(),
            List.of(own),
            TIMEOUT,
            new AtomicLong(8)::getAndIncrement);
    NodeCounts counts = get(source);
    assertThat(counts.tables().get(CARTS).clientReads()).isEqualTo(5);
    assertThat(counts.takenAtNanos()).as("the middle of 8 and 9").isEqualTo(8);
  }

  @Test
  void loginsAreSentAndTokensReadAnew() throws Exception {
    body = "cassandra_table_readlatency{keyspace=\"shop\",table=\"carts\"} 1\n";
    get(source("/metrics", Authorization.basic(new Login("ann", "secret")), 1 << 20));
    assertThat(authorization).isEqualTo("Basic YW5uOnNlY3JldA==");
    Path file = Files.writeString(directory.resolve("token"), "first\n");
    PrometheusSource source = source("/metrics", Authorization.bearer(file), 1 << 20);
    get(source);
    assertThat(authorization).isEqualTo("Bearer first");
    Files.writeString(file, "second\n");
    get(source);
    assertThat(authorization).isEqualTo("Bearer second");
    Files.delete(file);
    assertRefused(source, "cannot be read");
  }

  @Test
  void whatClosesTheEndpointIsSaidWithItsRemedy() throws Exception {
    PrometheusSource source = source("/metrics", Authorization.none(), 1 << 20);
    status = 401;
    assertRefused(source, "give the user and password");
    status = 404;
    assertRefused(source, "check the path");
    status = 200;
    body = "<html><body>Hello.</body></html>";
    assertRefused(source, "type=Table,*");
    server.stop(0);
    assertRefused(source, "Nothing answers");
  }

  @Test
  void aFailureForNowIsNoRefusal() {
    status = 503;
    assertThatThrownBy(() -> read("/metrics"))
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContaining("503");
  }

  @Test
  void anAnswerThatIsTooLargeIsGivenUp() {
    assertThatThrownBy(() -> get(source("/endless", Authorization.none(), 1 << 17)))
        .cause()
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("/endless is larger than 128 KiB.");
  }

  @Test
  void anAnswerThatDoesNotEndIsGivenUp() {
    PrometheusSource source =
        new PrometheusSource(
            node -> address("/stuck"),
            Authorization.none(),
            List.of(),
            Duration.ofMillis(200),
            System::nanoTime);
    assertThat(source.read(node(), TABLES).toCompletableFuture())
        .failsWithin(TIMEOUT)
        .withThrowableThat()
        .isNotInstanceOf(java.util.concurrent.TimeoutException.class);
  }

  @Test
  void templatesNameTheHost() {
    assertThat(PrometheusSource.template("https://{host}:9103/metrics").apply(node()))
        .isEqualTo(URI.create("https://127.0.0.1:9103/metrics"));
    assertThatThrownBy(() -> PrometheusSource.template("ftp://{host}/"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private NodeCounts read(String path) throws Exception {
    return get(source(path, Authorization.none(), 1 << 20));
  }

  private PrometheusSource source(String path, Authorization login, long limit) {
    return new PrometheusSource(
        node -> address(path), login, List.of(), TIMEOUT, System::nanoTime, limit);
  }

  private NodeCounts get(PrometheusSource source) throws Exception {
    CompletionStage<NodeCounts> answer = source.read(node(), TABLES);
    return answer.toCompletableFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  private void assertRefused(PrometheusSource source, String remedy) {
    assertThatThrownBy(() -> get(source))
        .cause()
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(remedy);
  }

  private static com.datastax.oss.driver.api.core.metadata.Node node() {
    return FakeNode.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042)).node;
  }

  private URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private void serve(HttpExchange exchange) throws IOException {
    authorization = exchange.getRequestHeaders().getFirst("Authorization");
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static void serveWithoutEnd(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] line = "x".repeat(8192).getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = exchange.getResponseBody()) {
      while (true) {
        out.write(line);
      }
    } catch (IOException cancelled) {
      exchange.close();
    }
  }

  private void serveNothing(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 1000);
    exchange.getResponseBody().flush();
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }
}
