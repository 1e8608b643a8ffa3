package org.quorate.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.quorate.cli.page.EventFeed.Event;
import org.quorate.cli.page.EventReader;
import org.quorate.cli.page.EventReader.Received;
import org.quorate.cli.page.HttpPage;

/** The stream, read by a client of HTTP that knows nothing of how it is made. */
final class LivePageTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final LivePage live = new LivePage(() -> LookSamples.START);
  private int readings;

  private void read() {
    readings++;
    Instant at = LookSamples.START.plusSeconds(10L * readings);
    live.seen(
        LookSamples.glance(at, LookSamples.reading("carts", readings, 100, 10L * readings, 0)));
  }

  @Test
  void whoLosesTheConnectionGetsWhatItMissedOnceItIsBack() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      live.serve(page, null);
      read();
      Received first;
      Received second;
      try (EventReader stream = EventReader.open(page.url("/"), "")) {
        first = stream.next();
        read();
        second = stream.next();
      }
      assertThat(first.data().get("parts").has("table shop.carts")).isTrue();
      assertThat(second.data().get("parts").has("table shop.carts")).isFalse();
      assertThat(second.data().get("parts").get("reading").asText()).contains("23:40:27 UTC");
      read();
      live.told("Something has happened.");
      try (EventReader stream = EventReader.open(page.url("/"), second.id())) {
        Received missed = stream.next();
        assertThat(missed.data().get("parts").has("table shop.carts")).isFalse();
        assertThat(missed.data().get("parts").get("reading").asText()).contains("23:40:37 UTC");
        assertThat(missed.data().get("parts").get("told").asText())
            .contains("Something has happened.");
      }
    }
  }

  @Test
  void whatAnotherAgentHasSentIsReplacedByTheWholePicture() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      live.serve(page, null);
      read();
      try (EventReader stream = EventReader.open(page.url("/"), "other-1")) {
        Received whole = stream.next();
        assertThat(whole.data().get("parts")).hasSameSizeAs(whole.data().get("names"));
      }
    }
  }

  @Test
  void aReadingThatIsTooOldIsNoneThoughTheAgentHasNotLookedSince() throws Exception {
    AtomicReference<Instant> clock = new AtomicReference<>(LookSamples.START);
    LivePage page = new LivePage(clock::get);
    page.seen(LookSamples.glance(LookSamples.START, LookSamples.reading("carts", 1, 100, 10, 0)));
    Event first = page.next("", Duration.ZERO).orElseThrow();
    assertThat(first.data()).contains("The cluster answers.");
    clock.set(LookSamples.START.plusSeconds(29));
    assertThat(page.next(first.id(), Duration.ZERO)).isEmpty();
    clock.set(LookSamples.START.plusSeconds(30));
    Event second = page.next(first.id(), Duration.ZERO).orElseThrow();
    assertThat(JSON.readTree(second.data()).get("parts")).hasSize(1);
    assertThat(second.data()).contains("There is no recent reading.");
  }

  @Test
  void whatCannotBeDrawnIsSaidAndTheRestStays() throws Exception {
    read();
    Event first = live.next("", Duration.ZERO).orElseThrow();
    live.seen(undrawable());
    Event second = live.next(first.id(), Duration.ZERO).orElseThrow();
    assertThat(JSON.readTree(second.data()).get("names")).hasSize(12);
    assertThat(JSON.readTree(second.data()).get("parts").get("state").asText())
        .contains("This page could not be drawn.");
    read();
    assertThat(live.next(second.id(), Duration.ZERO).orElseThrow().data())
        .contains("The cluster answers.");
  }

  private static Glance undrawable() {
    return new Glance(
        LookSamples.START.plusSeconds(20),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.of(
            new NodesGlance(
                List.of(new NodesGlance.Node("127.0.0.1", "", "", null)), List.of(), List.of())),
        Optional.empty());
  }

  /** Every page calls what draws it without its lock. */
  @Test
  void aChangeMayBeMadeWhileThePageIsDrawnAndIsInTheNextPicture() {
    read();
    live.told("Before.");
    Map<String, String> seen = live.shown().get();
    Supplier<Map<String, String>> drawing = live.shown();
    for (int i = 0; i < 100; i++) {
      read();
    }
    live.told("Meanwhile.");
    assertThat(drawing.get()).isEqualTo(seen);
    assertThat(live.shown().get().get("told")).contains("Before.", "Meanwhile.");
    live.seen(undrawable());
    assertThatNullPointerException().isThrownBy(live.shown()::get);
  }

  @Test
  void aMomentIsServedAsAFile() throws Exception {
    try (HttpPage page = HttpPage.open(ANY_PORT, null, "page.port")) {
      live.serve(page, null);
      read();
      HttpResponse<String> file =
          client.send(
              HttpRequest.newBuilder(URI.create(page.url("/snapshot.html"))).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(file.statusCode()).isEqualTo(200);
      assertThat(file.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
      assertThat(file.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(file.body()).contains("shop.carts").doesNotContain("<script");
    }
  }
}
