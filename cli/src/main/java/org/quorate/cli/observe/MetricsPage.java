package org.quorate.cli.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.ReportMetrics;

/** Serves the latest report to Prometheus. Thread-safe. */
final class MetricsPage implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;

  private final HttpServer server;
  private final ExecutorService thread;
  private volatile String text = "";

  private MetricsPage(HttpServer server, ExecutorService thread) {
    this.server = server;
    this.thread = thread;
  }

  /**
   * Begins to listen; the page is empty until {@link #show}.
   *
   * @param address at which to listen; port 0 is any free one
   * @throws IOException if that cannot be
   */
  static MetricsPage open(InetSocketAddress address) throws IOException {
    HttpServer server = HttpServer.create(address, 0);
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread serving = new Thread(task, "metrics-page");
              serving.setDaemon(true);
              return serving;
            });
    MetricsPage page = new MetricsPage(server, thread);
    server.createContext("/", page::answer);
    server.setExecutor(thread);
    server.start();
    return page;
  }

  /** Where the page is. */
  String url() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return "http://"
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + address.getPort()
        + PATH;
  }

  /**
   * Shows a report from now on.
   *
   * @param energy of the hosts; empty where they have no meters
   */
  void show(ClusterReport report, List<Metric> energy) {
    List<Metric> metrics = new ArrayList<>(ReportMetrics.of(report));
    metrics.addAll(energy);
    text = PrometheusText.of(metrics);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean reading =
          exchange.getRequestMethod().equals("GET") || exchange.getRequestMethod().equals("HEAD");
      boolean known = exchange.getRequestURI().getPath().equals(PATH);
      if (!reading || !known) {
        exchange.sendResponseHeaders(reading ? NOT_FOUND : WRONG_METHOD, -1);
        return;
      }
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", PrometheusText.CONTENT_TYPE);
      boolean head = exchange.getRequestMethod().equals("HEAD") || body.length == 0;
      exchange.sendResponseHeaders(OK, head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
