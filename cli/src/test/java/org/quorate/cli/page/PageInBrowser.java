package org.quorate.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.quorate.cassandra.access.Login;
import org.quorate.cli.house.House;
import org.quorate.testing.Browser;

/** A page that renews itself in a real browser, with a server that may go away. */
public abstract class PageInBrowser {
  /** What a careful reader would complain of, in the report as here. */
  private static final Path LAYOUT =
      Path.of("report/src/test/resources/org/quorate/report/layout.js");

  /** A folder for pictures of the page, for people; none unless it is named. */
  private static final String PICTURES = "quorate.pictures";

  /** One for each class, since classes run beside each other. */
  private static final Map<Class<?>, ChromeDriver> STARTED = new ConcurrentHashMap<>();

  private @Nullable HttpPage served;

  @BeforeAll
  static void openBrowser(TestInfo test, @TempDir Path folder) {
    var browser = Browser.find();
    assumeTrue(
        browser.isPresent(),
        "Chromium and its driver are not installed (Debian: chromium and chromium-driver), so no"
            + " page that renews itself is looked at.");
    STARTED.put(
        test.getTestClass().orElseThrow(), browser.orElseThrow().start(folder.resolve("profile")));
  }

  @AfterAll
  static void closeBrowser(TestInfo test) {
    ChromeDriver started = STARTED.remove(test.getTestClass().orElseThrow());
    if (started != null) {
      started.quit();
    }
  }

  /** A page that is left open would ask on, and complain into the next test. */
  @AfterEach
  void stop() {
    driver().get("about:blank");
    if (served != null) {
      served.close();
    }
  }

  /** Serves it, and forgets what the browser complained of before. */
  protected final void serve(PicturePage page, int port, @Nullable Login login) throws IOException {
    HttpPage next =
        HttpPage.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, "page.port");
    page.serve(next, login);
    served = next;
    Browser.complaints(driver());
  }

  protected final HttpPage server() {
    return Objects.requireNonNull(served);
  }

  protected final int port() {
    return URI.create(server().url("/")).getPort();
  }

  protected final ChromeDriver driver() {
    return Objects.requireNonNull(STARTED.get(getClass()));
  }

  protected final void show(String address, int width, String scheme) {
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

  protected final @Nullable Object run(String script) {
    return driver().executeScript("return " + script);
  }

  protected final String text(String selector) {
    return driver().findElement(By.cssSelector(selector)).getText();
  }

  protected final void awaitConnection(String beginning) {
    await().until(() -> text("#connection").startsWith(beginning));
  }

  /**
   * Looks at the page as a careful reader would.
   *
   * @param charts how many it has
   */
  protected final void looksWell(String picture, int width, String scheme, long charts)
      throws IOException {
    Browser.requests(driver());
    show(server().url("/"), width, scheme);
    awaitConnection("Connected");
    picture(picture + "-" + width + "-" + scheme);
    isLaidOut();
    assertThat(charts()).isEqualTo(charts);
    assertThat(run("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo(scheme.equals("dark") ? "rgb(19, 22, 26)" : "rgb(251, 250, 247)");
    assertThat(Browser.complaints(driver())).isEmpty();
    assertThat(Browser.requests(driver()))
        .isNotEmpty()
        .allMatch(address -> address.startsWith(server().url("/")) || address.startsWith("data:"));
  }

  protected final void isLaidOut() throws IOException {
    assertThat(driver().executeScript(Files.readString(House.root().resolve(LAYOUT))))
        .isEqualTo(List.of());
  }

  protected final @Nullable Object charts() {
    return run("document.querySelectorAll('svg.chart').length");
  }

  protected final void picture(String name) throws IOException {
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
}
