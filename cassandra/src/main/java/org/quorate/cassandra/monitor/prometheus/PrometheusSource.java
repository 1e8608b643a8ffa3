package org.quorate.cassandra.monitor.prometheus;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.http.LimitedBody;

/**
 * Reads counts from the Prometheus endpoint of each node, in the text format, by HTTP or HTTPS;
 * trust and key stores are those of the system properties {@code javax.net.ssl.*}. An answer is
 * read line by line, and given up when it is larger than 64 MiB or does not end in time.
 *
 * <p>Which exporter it is shows in the metrics' names: {@link KnownFormats}, or the caller's own
 * rows. No exporter tells pending hints. Thread-safe.
 */
public final class PrometheusSource implements CounterSource {
  /** How large an answer may be, in bytes. */
  static final long LIMIT = 64L << 20;

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final Function<Node, URI> addresses;
  private final Authorization authorization;
  private final List<ExporterFormat> formats;
  private final Duration timeout;
  private final LongSupplier clock;
  private final long limit;
  private final HttpClient client;

  /**
   * With {@link KnownFormats}, the monitor's patience and the system's clock.
   *
   * @param addresses a node's endpoint; {@link #template} makes it of a text
   */
  public PrometheusSource(Function<Node, URI> addresses, Authorization authorization) {
    this(
        addresses,
        authorization,
        List.of(),
        ClusterMonitor.DEFAULT_PATIENCE,
        System::nanoTime,
        LIMIT);
  }

  /**
   * @param own rows that are tried before those of {@link KnownFormats}; may be empty
   * @param timeout for a whole answer
   * @param clock nanoseconds, as {@link System#nanoTime()}
   */
  public PrometheusSource(
      Function<Node, URI> addresses,
      Authorization authorization,
      List<MetricRow> own,
      Duration timeout,
      LongSupplier clock) {
    this(addresses, authorization, own, timeout, clock, LIMIT);
  }

  PrometheusSource(
      Function<Node, URI> addresses,
      Authorization authorization,
      List<MetricRow> own,
      Duration timeout,
      LongSupplier clock,
      long limit) {
    this.addresses = addresses;
    this.authorization = authorization;
    this.formats = new ArrayList<>();
    if (!own.isEmpty()) {
      formats.add(new ExporterFormat("own", own));
    }
    formats.addAll(KnownFormats.ALL);
    this.timeout = timeout;
    this.clock = clock;
    this.limit = limit;
    // An exporter is asked now and then: nothing is gained by the newer protocol's upgrade.
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .build();
  }

  /**
   * Endpoints by a template in which {@code {host}} stands for the address under which the driver
   * reaches the node, such as {@code http://{host}:9103/metrics}.
   *
   * @throws IllegalArgumentException if the template makes no HTTP address
   */
  public static Function<Node, URI> template(String template) {
    String scheme = URI.create(template.replace("{host}", "127.0.0.1")).getScheme();
    if (!"http".equals(scheme) && !"https".equals(scheme)) {
      throw new IllegalArgumentException(
          "\"" + template + "\" is no endpoint; write it like http://{host}:9103/metrics.");
    }
    return node -> URI.create(template.replace("{host}", NodeHost.of(node)));
  }

  @Override
  public String name() {
    return "prometheus";
  }

  @Override
  public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
    URI address = addresses.apply(node);
    HttpRequest request;
    try {
      request = request(address);
    } catch (IOException e) {
      return CompletableFuture.failedStage(new SourceException(String.valueOf(e.getMessage()), e));
    }
    long asked = clock.getAsLong();
    CompletableFuture<HttpResponse<MetricsSubscriber>> answer =
        client.sendAsync(
            request,
            head -> {
              MetricsSubscriber scrape = new MetricsSubscriber(formats, tables);
              return head.statusCode() == OK
                  ? new LimitedBody<>(
                      BodySubscribers.fromLineSubscriber(
                          scrape, lines -> lines, StandardCharsets.UTF_8, null),
                      limit)
                  : BodySubscribers.replacing(scrape);
            });
    // The request's own limit ends with the answer's head.
    CompletableFuture.delayedExecutor(timeout.toNanos(), TimeUnit.NANOSECONDS)
        .execute(() -> answer.cancel(true));
    return answer
        .thenCompose(
            response -> {
              long answered = clock.getAsLong();
              return counts(node, asked + (answered - asked) / 2, address, response);
            })
        .exceptionallyCompose(
            failure -> CompletableFuture.failedStage(explained(address, failure)));
  }

  private HttpRequest request(URI address) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(timeout)
            .header("Accept", "text/plain;version=0.0.4;q=1,*/*;q=0.1");
    authorization.header().ifPresent(value -> request.header("Authorization", value));
    return request.build();
  }

  private static CompletionStage<NodeCounts> counts(
      Node node, long takenAtNanos, URI address, HttpResponse<MetricsSubscriber> response) {
    return switch (response.statusCode()) {
      case OK ->
          response
              .body()
              .result()
              .<CompletionStage<NodeCounts>>map(
                  tally ->
                      CompletableFuture.completedStage(
                          new NodeCounts(
                              Objects.requireNonNull(node.getHostId()),
                              takenAtNanos,
                              tally.tables(),
                              tally.health())))
              .orElseGet(() -> refused(address, noTables()));
      case UNAUTHORIZED, FORBIDDEN ->
          refused(address, " refuses the login; give the user and password, or the token.");
      case NOT_FOUND -> refused(address, " does not exist; check the path.");
      default ->
          CompletableFuture.failedStage(
              new IOException(address + " answers with status " + response.statusCode() + "."));
    };
  }

  private static String noTables() {
    return " has no counts by table that are known; have the exporter include beans"
        + " org.apache.cassandra.metrics:type=Table,*, or say what it calls them.";
  }

  private static CompletionStage<NodeCounts> refused(URI address, String why) {
    return CompletableFuture.failedStage(new SourceException("The endpoint " + address + why));
  }

  private static Throwable explained(URI address, Throwable failure) {
    Throwable reason = Failures.cause(failure);
    if (reason instanceof ConnectException) {
      return new SourceException(
          "Nothing answers at the endpoint " + address + "; check its port, and that it runs.",
          reason);
    }
    if (reason instanceof SSLException) {
      return new SourceException(
          "The endpoint "
              + address
              + " cannot be trusted: "
              + reason.getMessage()
              + "; name a trust store with javax.net.ssl.trustStore.",
          reason);
    }
    if (reason instanceof LimitedBody.TooLarge) {
      return new IOException(
          "The answer of " + address + " is " + reason.getMessage() + ".", reason);
    }
    return reason;
  }

  @Override
  public void close() {}
}
