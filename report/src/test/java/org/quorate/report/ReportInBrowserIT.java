package org.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.quorate.report.sample.Samples;
import org.quorate.testing.Browser;

/** Opens reports in a real browser, as a reader does: from disk, on a telephone and on a desk. */
class ReportInBrowserIT {
  private static final int TELEPHONE = 400;
  private static final int DESK = 1400;

  /** A script that tells what a careful reader would complain of. */
  private static String layout = "";

  private static Path folder = Path.of("");
  private static @Nullable ChromeDriver started;

  @BeforeAll
  static void openBrowser(@TempDir Path temporary) throws IOException {
    folder = temporary;
    try (InputStream script =
        Objects.requireNonNull(ReportInBrowserIT.class.getResourceAsStream("layout.js"))) {
      layout = new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
    var browser = Browser.find();
    assumeTrue(
        browser.isPresent(),
        "Chromium and its driver are not installed (Debian: chromium and chromium-driver), so the"
            + " report is not looked at.");
    started = browser.orElseThrow().start(folder.resolve("profile"));
    for (var sample : Samples.all().entrySet()) {
      HtmlReport.write(sample.getValue(), file(sample.getKey()));
    }
  }

  @AfterAll
  static void closeBrowser() {
    if (started != null) {
      started.quit();
    }
  }

  private static ChromeDriver driver() {
    return Objects.requireNonNull(started);
  }

  static Stream<String> samples() {
    return Samples.names();
  }

  private static Path file(String sample) {
    return folder.resolve(sample + ".html");
  }

  private static void show(String sample, int width, String scheme) {
    widen(width);
    driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    driver().get(file(sample).toUri().toString());
  }

  /** As a reader who turns the telephone or drags the window's edge. */
  private static void widen(int width) {
    driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 700));
  }

  @SuppressWarnings("unchecked")
  private static List<String> problems() {
    return (List<String>) Objects.requireNonNull(driver().executeScript(layout));
  }

  private static @Nullable Object run(String script) {
    return driver().executeScript("return " + script);
  }

  /** Everything that the browser complained of since the last call. */
  private static List<String> complaints() {
    return Browser.complaints(driver());
  }

  /** Addresses that were asked for since the last call. */
  private static List<String> requests() {
    return Browser.requests(driver());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void chartsHaveMarksAndNothingOverflows(String sample) {
    show(sample, TELEPHONE, "light");
    for (int width : new int[] {TELEPHONE, 768, DESK}) {
      widen(width);
      assertThat(problems()).as(sample + " at " + width).isEmpty();
    }
    assertThat(complaints()).isEmpty();
  }

  @Test
  void nothingIsFetched() {
    requests();
    show("demo", DESK, "light");
    assertThat(requests())
        .isNotEmpty()
        .allMatch(address -> address.startsWith("file:") || address.startsWith("data:"));
    assertThat(run("performance.getEntriesByType('resource').length")).isEqualTo(0L);
  }

  @Test
  void chartsAreThereWithoutScripts() {
    driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      for (int width : new int[] {TELEPHONE, DESK}) {
        show("demo", width, "light");
        assertThat(run("document.getElementById('theme').hidden")).isEqualTo(true);
        assertThat(run("document.querySelectorAll('g.m > title').length > 50")).isEqualTo(true);
        assertThat(problems()).isEmpty();
      }
    } finally {
      driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
  }

  @Test
  void followsTheSystemUntilTheReaderChooses() {
    String paper = "getComputedStyle(document.body).backgroundColor";
    show("demo", DESK, "light");
    run("localStorage.clear()");
    Object light = run(paper);
    show("demo", DESK, "dark");
    Object dark = run(paper);
    assertThat(dark).isNotEqualTo(light);
    assertThat(problems()).isEmpty();

    driver().findElement(By.id("theme")).click();
    assertThat(run(paper)).isEqualTo(light);
    show("demo", DESK, "dark");
    assertThat(run(paper)).as("the choice is kept").isEqualTo(light);
    run("localStorage.clear()");
  }

  @Test
  void theLegendTurnsLevelsOffByMouseAndByKeyboard() {
    show("demo", DESK, "light");
    String shown = "document.querySelectorAll('g.m.h0:not(.off)').length";
    WebElement key = driver().findElement(By.cssSelector(".legend .key[data-level=h0]"));
    assertThat(run(shown)).isNotEqualTo(0L);
    key.click();
    assertThat(run(shown)).isEqualTo(0L);
    assertThat(key.getAttribute("aria-pressed")).isEqualTo("false");
    key.sendKeys(Keys.ENTER);
    assertThat(run(shown)).isNotEqualTo(0L);
  }

  @Test
  void tablesSortByTheirNumbers() {
    show("demo", DESK, "light");
    WebElement heading =
        driver().findElement(By.cssSelector("#overview thead th:nth-child(2) button"));
    String column =
        "Array.from(document.querySelectorAll('#overview tbody td:first-of-type'))"
            + ".map(cell => +cell.dataset.v)";
    for (String order : List.of("ascending", "descending")) {
      heading.sendKeys(Keys.ENTER);
      assertThat(run("document.querySelector('#overview thead th:nth-child(2)').ariaSort"))
          .isEqualTo(order);
      List<Double> values =
          ((List<?>) Objects.requireNonNull(run(column)))
              .stream().map(value -> ((Number) value).doubleValue()).toList();
      assertThat(values)
          .hasSize(6)
          .isSortedAccordingTo(
              order.equals("ascending") ? Double::compare : (a, b) -> Double.compare(b, a));
    }
  }

  @Test
  void valuesAppearUnderThePointer() {
    show("demo", DESK, "light");
    run(
        "document.querySelector('#overview svg.wide g.m path.whisker').dispatchEvent("
            + "new PointerEvent('pointermove', {bubbles: true, clientX: 300, clientY: 300}))");
    assertThat(driver().findElement(By.id("tip")).getText())
        .contains("operations/s")
        .contains("stale");
  }

  @Test
  void isPrintedLightAndWhole() throws IOException {
    show("demo", DESK, "dark");
    driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of(
                "media",
                "print",
                "features",
                List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    for (String choice : List.of("", "dark", "light")) {
      run("document.documentElement.dataset.theme = '" + choice + "'");
      assertThat(run("getComputedStyle(document.body).backgroundColor"))
          .isEqualTo("rgb(255, 255, 255)");
      assertThat(run("getComputedStyle(document.querySelector('h1')).color"))
          .isEqualTo("rgb(0, 0, 0)");
    }
    assertThat(run("getComputedStyle(document.querySelector('svg.wide')).display"))
        .isEqualTo("block");
    Map<String, Object> pdf =
        driver().executeCdpCommand("Page.printToPDF", Map.of("printBackground", true));
    Files.writeString(folder.resolve("demo.pdf.base64"), String.valueOf(pdf.get("data")));
    assertThat(Files.size(folder.resolve("demo.pdf.base64"))).isGreaterThan(50_000);
    driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
  }
}
