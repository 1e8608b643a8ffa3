package org.quorate.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(EventStream.text(new Event("e-1", "picture", "{}", false)))
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

  /** As a page of another site does whose name was made to stand for this machine. */
  @Test
  void whoAsksByAnotherNameThanThisMachinesIsRefused() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      page.serve("/health", null, () -> HttpPage.Answer.plain(true, "alive\n"));
      page.stream("/live", null, (last, patience) -> Optional.empty());
      for (String path : List.of("/health", "/live")) {
        assertThat(answer(page, path, "rebound.example:9500"))
            .startsWith("HTTP/1.1 421 ")
            .contains("This page is for who asks for it by localhost")
            .doesNotContain("alive");
      }
      assertThat(answer(page, "/health", "localhost:9500"))
          .startsWith("HTTP/1.1 200 ")
          .endsWith("alive\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "localhost,true", "LocalHost:1,true", "quorate.localhost,true", "127.0.0.2:9500,true",
    "[::1]:9500,true", "127.0.0.1.example,false", "localhost.example,false", "10.0.0.5,false",
    "[2001:db8::1],false", "'',false", ",true"
  })
  void namesOfThisMachineAreLetIn(@Nullable String host, boolean isLocal) {
    assertThat(LocalNames.isLocal(host)).isEqualTo(isLocal);
  }

  private static String answer(HttpPage page, String path, String host) throws IOException {
    URI address = URI.create(page.url(path));
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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
          "/live", null, (last, patience) -> Optional.of(new Event("1", "picture", PIECE, false)));
      page.serve("/large", null, () -> large(serving));
      page.serve("/health", null, () -> HttpPage.Answer.plain(true, "alive\n"));
      List<Socket> silent = new ArrayList<>();
      try {
        // Fewer than there are threads that answer, and as many as there are places for readers.
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
        // Before Java's own server would cut them off.
        await()
            .atMost(Duration.ofSeconds(6))
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itIsClosedAtOnceThoughAReaderDoesNotRead(boolean isEncrypted) throws Exception {
    SSLContext encryption = isEncrypted ? encryption() : null;
    HttpPage page = HttpPage.open(ANY_PORT, encryption, "page.port");
    page.stream(
        "/live", null, (last, patience) -> Optional.of(new Event("1", "picture", PIECE, false)));
    try (Socket unread = ask(page, encryption, "/live")) {
      assertThat(unread.isConnected()).isTrue();
      await().until(HttpPageTest::isAnyPageWriting);
      assertTimeout(Duration.ofSeconds(5), page::close);
    }
  }

  /** Whether a thread writes to a socket, which it does not leave while nobody reads. */
  private static boolean isAnyPageWriting() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals("page"))
        .flatMap(thread -> Stream.of(thread.getValue()))
        .anyMatch(
            frame ->
                frame.getClassName().equals("sun.nio.ch.SocketChannelImpl")
                    && frame.getMethodName().equals("write"));
  }

  @Test
  void whoTakesWhatIsCompressedGetsItSo() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port", Duration.ofMillis(500))) {
      page.serve("/large", null, () -> HttpPage.Answer.plain(true, PIECE));
      page.stream(
          "/live",
          null,
          (last, patience) ->
              last.isEmpty()
                  ? Optional.of(new Event("1", "picture", PIECE, false))
                  : nothing(new AtomicInteger(), patience));
      assertThat(unzipped(page.url("/large"))).isEqualTo(PIECE);
      assertThat(unzipped(page.url("/live")))
          .isEqualTo("retry: 300\n\nid: 1\nevent: picture\ndata: " + PIECE + "\n\n");
    }
  }

  @Test
  void whoFollowsAStreamIsSentItsLastEventBeforeThePageIsClosed() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      page.stream("/live", null, (last, patience) -> last(patience));
      assertTimeout(Duration.ofSeconds(5), () -> page.awaitFollowers(Duration.ofMinutes(1)));
      InputStream stream = open(page.url("/live")).body();
      CompletableFuture<Void> closed =
          CompletableFuture.runAsync(
              () -> {
                try {
                  page.awaitFollowers(Duration.ofMinutes(1));
                  page.close();
                } catch (InterruptedException stopped) {
                  Thread.currentThread().interrupt();
                }
              });
      news.countDown();
      assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
          .endsWith("data: end\n\n");
      closed.get(1, TimeUnit.MINUTES);
    }
  }

  private Optional<Event> last(Duration patience) throws InterruptedException {
    boolean hasEnded = news.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    return hasEnded ? Optional.of(new Event("9", "picture", "end", true)) : Optional.empty();
  }

  private String unzipped(String url) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(url)).header("Accept-Encoding", "gzip").build(),
            HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
    try (InputStream zip = new GZIPInputStream(answer.body())) {
      return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void whoAsksForTheHeadOfAStreamHoldsNoPlaceAndNobodyWritesToIt() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      page.stream("/live", null, (last, patience) -> Optional.empty());
      HttpResponse<Void> head = ask(page.url("/live"), "HEAD");
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.headers().firstValue("Content-Type"))
          .contains("text/event-stream; charset=utf-8");
      assertThat(ask(page.url("/live"), "POST").statusCode()).isEqualTo(405);
      assertThat(ask(page.url("/live/more"), "GET").statusCode()).isEqualTo(404);
    }
  }

  private HttpResponse<Void> ask(String url, String method)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  private Optional<Event> nothing(AtomicInteger waiting, Duration patience)
      throws InterruptedException {
    waiting.incrementAndGet();
    boolean hasEnded = news.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    return hasEnded ? Optional.of(new Event("1", "picture", "", false)) : Optional.empty();
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
        .write(
            ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return socket;
  }

  private HttpResponse<InputStream> open(String url) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  private SSLContext encryption() throws Exception {
    return TestKeys.encryption(folder.resolve("page.p12"));
  }
}
