package org.quorate.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.house.House;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.page.HttpPage;
import org.quorate.core.staleness.Propagation;
import org.quorate.testing.Browser;

/** The live page in a real browser, on a telephone and on a desk, with a server that goes away. */
final class LivePageInBrowserIT {
  /** What a careful reader would complain of, in the report as here. */
  private static final Path LAYOUT =
      Path.of("report/src/test/resources/org/quorate/report/layout.js");

  /** A folder for pictures of the page, for people; none unless it is named. */
  private static final String PICTURES = "quorate.pictures";

  private static @Nullable ChromeDriver started;

  private final LivePage live = new LivePage(() -> LookSamples.START);
  private @Nullable HttpPage page;
  private int minutes;

  @BeforeAll
  static void openBrowser(@TempDir Path folder) {
    var browser = Browser.find();
    assumeTrue(
        browser.isPresent(),
        "Chromium and its driver are not installed (Debian: chromium and chromium-driver), so the"
            + " agent's page is not looked at.");
    started = browser.orElseThrow().start(folder.resolve("profile"));
  }

  @AfterAll
  static void closeBrowser() {
    if (started != null) {
      started.quit();
    }
  }

  @BeforeEach
  void serveThreeQuartersOfAnHour() throws IOException {
    for (int minute = 0; minute < 45; minute++) {
      if (minute < 20 || minute > 24) {
        look(minute, State.UP);
      }
    }
    live.told("The cluster answers again, after 5 min 02 s.");
    serve(0, null);
    complaints();
  }

  /** A page that is left open would ask on, and complain into the next test. */
  @AfterEach
  void stop() {
    driver().get("about:blank");
    if (page != null) {
      page.close();
    }
  }

  private void serve(int port, @Nullable Login login) throws IOException {
    HttpPage next =
        HttpPage.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, "page.port");
    live.serve(next, login);
    page = next;
  }

  private HttpPage page() {
    return Objects.requireNonNull(page);
  }

  private static ChromeDriver driver() {
    return Objects.requireNonNull(started);
  }

  /** A reading of two tables, of which the second is hardly known. */
  private void look(int minute, State last) {
    minutes++;
    Instant at = LookSamples.START.plusSeconds(60L * minute);
    Propagation time = new Propagation(0.005 + 0.001 * (minute % 7), 0.004, 0.013);
    double replicas = minute < 30 ? 2.03 : 1.02;
    ClusterReport known =
        LookSamples.report(
            minutes,
            time,
            List.of(
                LookSamples.table(
                    "carts", 812 + 13 * (minute % 9), replicas, time, 120L * minutes, minutes / 4),
                LookSamples.poor("orders_of_customers_with_a_long_name", minutes).tables().get(0)));
    Glance seen = LookSamples.glance(at, known);
    live.seen(
        new Glance(
            at,
            seen.readyUntil(),
            seen.away(),
            seen.lastReading(),
            seen.reports(),
            List.of(),
            LookSamples.nodes(last)));
  }

  private static void show(String address, int width, String scheme) {
    driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 700));
    driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    driver().get(address);
  }

  private static @Nullable Object run(String script) {
    return driver().executeScript("return " + script);
  }

  private static String text(String selector) {
    return driver().findElement(By.cssSelector(selector)).getText();
  }

  /** What the browser complained of since the last call. */
  private static List<String> complaints() {
    return Browser.complaints(driver());
  }

  private static List<String> requests() {
    return Browser.requests(driver());
  }

  private static void picture(String name) throws IOException {
    String folder = System.getProperty(PICTURES);
    if (folder != null) {
      Map<String, Object> picture =
          driver()
              .executeCdpCommand(
                  "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "format", "png"));
      Files.write(
          Files.createDirectories(Path.of(folder)).resolve(name + ".png"),
          Base64.getDecoder().decode(String.valueOf(picture.get("data"))));
    }
  }

  @ParameterizedTest
  @CsvSource({"400,light", "400,dark", "1400,light", "1400,dark"})
  void nothingOverflowsAndEveryChartIsThere(int width, String scheme) throws IOException {
    look(45, State.DOWN);
    requests();
    show(page().url("/"), width, scheme);
    await().until(() -> text("#connection").startsWith("Connected"));
    picture("live-" + width + "-" + scheme);
    assertThat(driver().executeScript(Files.readString(House.root().resolve(LAYOUT))))
        .isEqualTo(List.of());
    assertThat(run("document.querySelectorAll('svg.chart').length")).isEqualTo(4L);
    assertThat(run("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo(scheme.equals("dark") ? "rgb(19, 22, 26)" : "rgb(251, 250, 247)");
    assertThat(complaints()).isEmpty();
    assertThat(requests())
        .isNotEmpty()
        .allMatch(address -> address.startsWith(page().url("/")) || address.startsWith("data:"));
  }

  @Test
  void itRenewsItselfAndALinkKeepsTheFocusAndWhatIsOpenStaysOpen() {
    show(page().url("/"), 1400, "light");
    run("document.querySelector('#tables details').open = true");
    run("document.querySelector('#overview a').focus()");
    assertThat(text("[data-part=reading]")).contains("2026-11-27 00:24:07 UTC");
    look(45, State.DOWN);
    await().until(() -> text("[data-part=reading]").contains("2026-11-27 00:25:07 UTC"));
    assertThat(run("document.activeElement.textContent")).isEqualTo("shop.carts");
    assertThat(run("document.querySelector('#tables details').open")).isEqualTo(true);
    assertThat(text("[data-part=nodes]")).contains("1 of 2 replicas up, 1 down");
    for (String state : List.of("[data-part=state]", "#connection")) {
      assertThat(driver().findElement(By.cssSelector(state)).getAttribute("aria-live"))
          .isEqualTo("polite");
    }
  }

  @Test
  void aReaderThatLosesTheConnectionIsToldAndHasEverythingOnceItIsBack() throws IOException {
    show(page().url("/"), 400, "dark");
    await().until(() -> text("#connection").startsWith("Connected"));
    run("window.same = 'page'");
    int port = URI.create(page().url("/")).getPort();
    page().close();
    await().until(() -> text("#connection").startsWith("Not connected since "));
    picture("lost-400-dark");
    for (int minute = 45; minute < 48; minute++) {
      look(minute, State.UP);
    }
    serve(port, null);
    await().until(() -> text("#connection").startsWith("Connected"));
    await().until(() -> text("[data-part=reading]").contains("2026-11-27 00:27:07 UTC"));
    assertThat(run("window.same")).isEqualTo("page");
    assertThat(run("document.querySelector('[data-part^=minutes]').textContent"))
        .asString()
        .contains("00:25", "00:26")
        .doesNotContain("00:27");
  }

  @Test
  void theEventsAreAskedForWithTheLoginOfThePage() throws IOException {
    page().close();
    serve(0, new Login("operator", "secret"));
    show(page().url("/").replace("http://", "http://operator:secret@"), 1400, "light");
    await().until(() -> text("#connection").startsWith("Connected"));
  }

  @Test
  void theSameIsThereWithoutAScriptAndInTheFileOfAMoment() throws IOException {
    driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      show(page().url("/"), 400, "light");
      assertThat(run("document.querySelectorAll('svg.chart').length")).isEqualTo(4L);
      assertThat(text("#connection")).startsWith("Without a script");
    } finally {
      driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
    show(page().url("/snapshot.html"), 400, "light");
    picture("snapshot-400-light");
    assertThat(run("document.querySelectorAll('svg.chart').length")).isEqualTo(4L);
    assertThat(driver().executeScript(Files.readString(House.root().resolve(LAYOUT))))
        .isEqualTo(List.of());
    assertThat(complaints()).isEmpty();
  }
}
