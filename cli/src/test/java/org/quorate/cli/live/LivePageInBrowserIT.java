package org.quorate.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.page.PageInBrowser;
import org.quorate.core.staleness.Propagation;
import org.quorate.testing.Browser;

/** The live page in a real browser, on a telephone and on a desk, with a server that goes away. */
final class LivePageInBrowserIT extends PageInBrowser {
  private static final String UNWRITTEN =
      "The session's role may not use table quorate.levels (no MODIFY permission); an administrator"
          + " can run: GRANT MODIFY ON TABLE quorate.levels TO role;";

  private final LivePage live = new LivePage(() -> LookSamples.START);
  private int minutes;

  @BeforeEach
  void serveThreeQuartersOfAnHour() throws IOException {
    for (int minute = 0; minute < 45; minute++) {
      if (minute < 20 || minute > 24) {
        look(minute, State.UP);
      }
    }
    live.told("The cluster answers again, after 5 min 02 s.");
    serve(live, 0, null);
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
            LookSamples.nodes(last),
            Optional.of(
                new LevelsGlance(
                    List.of(
                        LookSamples.word("carts", Duration.ofMillis(600), Optional.empty()),
                        LookSamples.word(
                            "orders_of_customers_with_a_long_name",
                            Duration.ofMinutes(2),
                            Optional.of(UNWRITTEN))),
                    Duration.ofSeconds(3),
                    Optional.empty()))));
  }

  @ParameterizedTest
  @CsvSource({"400,light", "400,dark", "1400,light", "1400,dark"})
  void nothingOverflowsAndEveryChartIsThere(int width, String scheme) throws IOException {
    look(45, State.DOWN);
    looksWell("live", width, scheme, 4);
  }

  @Test
  void itRenewsItselfAndALinkKeepsTheFocusAndWhatIsOpenStaysOpen() {
    show(server().url("/"), 1400, "light");
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
  void levelsInForceAreATableWithHeadsThatAKeyboardScrolls() {
    show(server().url("/"), 400, "dark");
    awaitConnection("Connected");
    assertThat(text("[data-part=levels]"))
        .contains("ONE", "A replica is back.", "600 ms old", UNWRITTEN);
    assertThat(run("document.querySelector('#levels .scroll').tabIndex")).isEqualTo(0L);
    assertThat(run("document.querySelector('#levels .scroll').getAttribute('aria-label')"))
        .isEqualTo("Levels that are published");
    assertThat(run("document.querySelectorAll('#levels th[scope=col]').length")).isEqualTo(5L);
    assertThat(run("document.querySelectorAll('#levels th[scope=row]').length")).isEqualTo(2L);
    assertThat(text("[data-part=state]")).contains("The levels of 1 of 2 tables are not published");
    run("document.querySelector('#levels .scroll').focus()");
    look(45, State.UP);
    await().until(() -> text("[data-part=reading]").contains("2026-11-27 00:25:07 UTC"));
    assertThat(run("document.activeElement.getAttribute('aria-label')"))
        .isEqualTo("Levels that are published");
  }

  @Test
  void aReaderThatLosesTheConnectionIsToldAndHasEverythingOnceItIsBack() throws IOException {
    show(server().url("/"), 400, "dark");
    awaitConnection("Connected");
    run("window.same = 'page'");
    int port = port();
    server().close();
    awaitConnection("Not connected since ");
    picture("lost-400-dark");
    for (int minute = 45; minute < 48; minute++) {
      look(minute, State.UP);
    }
    serve(live, port, null);
    awaitConnection("Connected");
    await().until(() -> text("[data-part=reading]").contains("2026-11-27 00:27:07 UTC"));
    assertThat(run("window.same")).isEqualTo("page");
    assertThat(run("document.querySelector('[data-part^=minutes]').textContent"))
        .asString()
        .contains("00:25", "00:26")
        .doesNotContain("00:27");
  }

  @Test
  void theEventsAreAskedForWithTheLoginOfThePage() throws IOException {
    server().close();
    serve(live, 0, new Login("operator", "secret"));
    show(server().url("/").replace("http://", "http://operator:secret@"), 1400, "light");
    awaitConnection("Connected");
  }

  @Test
  void theSameIsThereWithoutAScriptAndInTheFileOfAMoment() throws IOException {
    driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      show(server().url("/"), 400, "light");
      assertThat(charts()).isEqualTo(4L);
      assertThat(text("#connection")).startsWith("Without a script");
    } finally {
      driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
    show(server().url("/snapshot.html"), 400, "light");
    picture("snapshot-400-light");
    assertThat(charts()).isEqualTo(4L);
    isLaidOut();
    assertThat(Browser.complaints(driver())).isEmpty();
  }
}
