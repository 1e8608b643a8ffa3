package org.quorate.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cli.agent.TestKeys;
import org.quorate.cli.page.EventFeed.Event;

final class HttpPageTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** More than the buffers of both ends take. */
  private static final String LARGE = "x".repeat(16 << 20);

  private static final String PIECE = "x".repeat(64 << 10);

  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch news = new CountDownLatch(1);
  @TempDir private Path folder;

  @Test
  void anEventIsWrittenAsTheStandardHasIt() {
    assertThat(EventStream.text(new Event("e-1", "picture", "{}")))
        .isEqualTo("id: e-1\nevent: picture\ndata: {}\n\n");
  }

  @Test
  void oneReaderTooManyIsToldSoAndOtherPathsAreServed() throws Exception {
    AtomicInteger waiting = new AtomicInteger();
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      page.stream("/live", null, (last, patience) -> nothing(waiting, patience));
      page.serve("/health", null, () -> HttpPage.Answer.plain(true, "alive\n"));
      List<HttpResponse<InputStream>> readers = new ArrayList<>();
      for (int i = 0; i < HttpPage.MOST_READERS; i++) {
        readers.add(open(page.url("/live")));
      }
      await().until(() -> waiting.get() == HttpPage.MOST_READERS);
      HttpResponse<InputStream> one = open(page.url("/live"));
      assertThat(one.statusCode()).isEqualTo(503);
      assertThat(new String(one.body().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(
              "16 readers follow this page already; close one of them, or try again in some"
                  + " seconds.\n");
      assertThat(open(page.url("/health")).statusCode()).isEqualTo(200);
      for (HttpResponse<InputStream> reader : readers) {
        assertThat(reader.statusCode()).isEqualTo(200);
        reader.body().close();
      }
    }
  }

  /** So that a browser asks anew by itself, and a reader that is gone holds nothing. */
  @Test
  void aStreamWithoutNewsEndsInOrder() throws Exception {
    AtomicInteger waiting = new AtomicInteger();
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port", Duration.ofMillis(500))) {
      page.stream("/live", null, (last, patience) -> nothing(waiting, patience));
      byte[] all = open(page.url("/live")).body().readAllBytes();
      assertThat(new String(all, StandardCharsets.UTF_8)).isEqualTo("retry: 300\n\n");
      assertThat(waiting.get()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReaderThatDoesNotReadIsCutOffAndHoldsNoThread(boolean isEncrypted) throws Exception {
    SSLContext encryption = isEncrypted ? encryption() : null;
    Duration slowest = Duration.ofMillis(300);
    AtomicInteger serving = new AtomicInteger();
    try (HttpPage page = HttpPage.open(ANY_PORT, encryption, "page.port", slowest)) {
      page.stream(
          "/live", null, (last, patience) -> Optional.of(new Event("1", "picture", PIECE)));
      page.serve("/large", null, () -> large(serving));
      page.serve("/health", null, () -> HttpPage.Answer.plain(true, "alive\n"));
      List<Socket> silent = new ArrayList<>();
      try {
        // As many as there are threads that answer, and as there are places for readers.
        for (int i = 0; i < 4; i++) {
          silent.add(ask(page, encryption, "/large"));
        }
        for (int i = 0; i < HttpPage.MOST_READERS; i++) {
          silent.add(ask(page, encryption, "/live"));
        }
        await().until(() -> serving.get() == 4);
        try (Socket health = ask(page, encryption, "/health")) {
          assertThat(new String(health.getInputStream().readNBytes(15), StandardCharsets.UTF_8))
              .isEqualTo("HTTP/1.1 200 OK");
        }
        await()
            .untilAsserted(
                () -> {
                  try (Socket reader = ask(page, encryption, "/live")) {
                    assertThat(
                            new String(
                                reader.getInputStream().readNBytes(15), StandardCharsets.UTF_8))
                        .isEqualTo("HTTP/1.1 200 OK");
                  }
                });
      } finally {
        for (Socket each : silent) {
          each.close();
        }
      }
    }
  }

  private Optional<Event> nothing(AtomicInteger waiting, Duration patience)
      throws InterruptedException {
    waiting.incrementAndGet();
    boolean hasEnded = news.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    return hasEnded ? Optional.of(new Event("1", "picture", "")) : Optional.empty();
  }

  private static HttpPage.Answer large(AtomicInteger serving) {
    serving.incrementAndGet();
    return HttpPage.Answer.plain(true, LARGE);
  }

  /** A request, whose answer is left unread. */
  private static Socket ask(HttpPage page, @Nullable SSLContext encryption, String path)
      throws IOException {
    URI address = URI.create(page.url(path));
    Socket socket =
        encryption == null
            ? new Socket(address.getHost(), address.getPort())
            : encryption.getSocketFactory().createSocket(address.getHost(), address.getPort());
    socket
        .getOutputStream()
        .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return socket;
  }

  private HttpResponse<InputStream> open(String url) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  private SSLContext encryption() throws Exception {
    Path file = folder.resolve("page.p12");
    TestKeys.create(file);
    KeyStore keys = KeyStore.getInstance(file.toFile(), TestKeys.PASSWORD.toCharArray());
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, TestKeys.PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("page", keys.getCertificate("page"));
    TrustManagerFactory others =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    others.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), others.getTrustManagers(), null);
    return context;
  }
}
