package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.access.Login;
import org.quorate.cli.live.LivePage;
import org.quorate.cli.page.HttpPage;
import org.quorate.lab.store.cassandra.StoreException;

final class AgentPageTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final LivePage live = new LivePage(Instant::now);
  @TempDir private Path folder;
  private HttpClient client = HttpClient.newHttpClient();

  @Test
  void itIsAliveAndNotReadyBeforeAReading() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      AgentCommand.serve(page, null, agent(), live);
      assertThat(get(page.url("/health"), "").statusCode()).isEqualTo(200);
      assertThat(get(page.url("/ready"), "").statusCode()).isEqualTo(503);
      assertThat(get(page.url("/metrics"), "").body())
          .contains("# TYPE quorate_agent_ready gauge", "quorate_agent_ready 0.0");
      assertThat(get(page.url("/"), "").body()).contains("The agent has not looked yet.");
      assertThat(get(page.url("/other"), "").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void whoHasNoLoginIsToldNothingButThatItIsAlive() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      AgentCommand.serve(page, new Login("prometheus", "secret"), agent(), live);
      assertThat(get(page.url("/metrics"), "").statusCode()).isEqualTo(401);
      assertThat(get(page.url("/metrics"), "prometheus:wrong").statusCode()).isEqualTo(401);
      assertThat(get(page.url("/metrics"), "other:secret").statusCode()).isEqualTo(401);
      assertThat(get(page.url("/metrics"), "prometheus:secret").statusCode()).isEqualTo(200);
      for (String path : new String[] {"/", "/live", "/snapshot.html", "/other"}) {
        assertThat(get(page.url(path), "").statusCode()).as(path).isEqualTo(401);
      }
      assertThat(get(page.url("/"), "prometheus:secret").statusCode()).isEqualTo(200);
      assertThat(get(page.url("/health"), "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void thePageIsEncryptedByAKeyStore() throws Exception {
    SSLContext context = TestKeys.encryption(folder.resolve("page.p12"));
    client = HttpClient.newBuilder().sslContext(context).build();
    try (HttpPage page = HttpPage.open(ANY_PORT, context, "page.port")) {
      AgentCommand.serve(page, null, agent(), live);
      assertThat(page.url("/health")).startsWith("https://127.0.0.1:");
      assertThat(get(page.url("/health"), "").body()).isEqualTo("alive\n");
      assertThat(get(page.url("/"), "").body()).contains("The agent has not looked yet.");
    }
  }

  @Test
  void aPortInUseIsOneSentence() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      int port = URI.create(page.url("/")).getPort();
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      InetSocketAddress taken = new InetSocketAddress(loopback, port);
      assertThatThrownBy(() -> HttpPage.open(taken, null, "page.port"))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "Nothing can listen at port "
                  + port
                  + " of 127.0.0.1 (Address already in use); choose another with page.port.");
    }
  }

  private Agent agent() {
    return new Agent(
        Duration.ofSeconds(10),
        1,
        () -> {
          throw new StoreException("Nobody is there.");
        },
        new History(new DayFiles(folder, Map.of(), told -> {}), 1, told -> {}),
        new SystemClocks(),
        told -> {},
        live::seen);
  }

  private HttpResponse<String> get(String url, String login)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (!login.isEmpty()) {
      request.header(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
