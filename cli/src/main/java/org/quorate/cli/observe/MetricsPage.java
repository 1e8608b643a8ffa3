package org.quorate.cli.observe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.ReportMetrics;
import org.quorate.cli.page.HttpPage;

/** Serves the latest report to Prometheus. Thread-safe. */
final class MetricsPage implements AutoCloseable {
  private static final String PATH = "/metrics";

  private final HttpPage page;
  private volatile String text = "";

  private MetricsPage(HttpPage page) {
    this.page = page;
    page.serve(PATH, null, () -> new HttpPage.Answer(true, PrometheusText.CONTENT_TYPE, text));
  }

  /**
   * Begins to listen; the page is empty until {@link #show}.
   *
   * @param address at which to listen; port 0 is any free one
   * @throws IOException if that cannot be; the message is one sentence
   */
  static MetricsPage open(InetSocketAddress address) throws IOException {
    return new MetricsPage(HttpPage.open(address, null, "--metrics"));
  }

  /** Where the page is. */
  String url() {
    return page.url(PATH);
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

  @Override
  public void close() {
    page.close();
  }
}
