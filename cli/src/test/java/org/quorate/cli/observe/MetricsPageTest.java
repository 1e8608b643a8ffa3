package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MetricsPageTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void theLatestReportIsServed() throws Exception {
    try (MetricsPage page = MetricsPage.open(ANY_PORT)) {
      assertThat(page.url()).matches("http://127.0.0.1:[0-9]+/metrics");
      assertThat(get(page.url()).body()).isEmpty();
      page.show(Reports.full(1), List.of());
      HttpResponse<String> answer = get(page.url());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/plain; version=0.0.4");
      assertThat(answer.body()).contains("quorate_reads_rate{table=\"shop.carts\"} 812.0");
    }
  }

  @Test
  void nothingElseIsServed() throws Exception {
    try (MetricsPage page = MetricsPage.open(ANY_PORT)) {
      assertThat(get(page.url() + "/more").statusCode()).isEqualTo(404);
      HttpRequest post =
          HttpRequest.newBuilder(URI.create(page.url()))
              .POST(HttpRequest.BodyPublishers.ofString("x"))
              .build();
      assertThat(client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(405);
    }
  }

  @Test
  void aPortThatIsTakenIsToldOf() throws Exception {
    try (MetricsPage page = MetricsPage.open(ANY_PORT)) {
      URI taken = URI.create(page.url());
      assertThatThrownBy(
              () -> MetricsPage.open(new InetSocketAddress(taken.getHost(), taken.getPort())))
          .isInstanceOf(IOException.class);
    }
  }

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }
}
