package org.quorate.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cli.page.PageInBrowser;
import org.quorate.cli.study.StillBackend;
import org.quorate.study.file.StudyFile;
import org.quorate.study.plan.Run;

/** The page of a study in a real browser, on a telephone and on a desk, until its end. */
final class StudyPageInBrowserIT extends PageInBrowser {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private StudyFile file;

  @SuppressWarnings("NullAway.Init")
  private StudyPage page;

  private List<Run> runs = List.of();

  @BeforeEach
  void serveThreeRuns() throws Exception {
    file = WatchSamples.study(folder, WatchSamples.TEXT.replace("history: true", "history: false"));
    runs = WatchSamples.runs(file);
    page = new StudyPage(file.study(), folder.resolve("results"), () -> WatchSamples.START);
    page.message("2 cells, 8 runs on 1 cluster; about 9 min of warming up and measuring.");
    runs.subList(0, 3).forEach(this::measured);
    page.begins(runs.get(3));
    look(18);
    serve(page, 0, null);
  }

  private void measured(Run run) {
    page.begins(run);
    page.measured(StillBackend.of(1_000).result(run, 1));
  }

  private void look(int seconds) {
    page.seen(List.of(WatchSamples.measuring(3, 8), WatchSamples.load(runs.get(3), seconds)));
  }

  @ParameterizedTest
  @CsvSource({"400,light", "400,dark", "1400,light", "1400,dark"})
  void nothingOverflowsAndEveryChartIsThere(int width, String scheme) throws IOException {
    look(42);
    looksWell("study", width, scheme, 3);
  }

  @Test
  void aReaderThatLosesTheConnectionIsToldAndHasEverythingOnceItIsBack() throws IOException {
    show(server().url("/"), 400, "dark");
    awaitConnection("Connected");
    run("window.same = 'page'");
    run("document.querySelector('#load details').open = true");
    int port = port();
    server().close();
    awaitConnection("Not connected since ");
    measured(runs.get(3));
    page.begins(runs.get(4));
    look(20);
    serve(page, port, null);
    awaitConnection("Connected");
    await().until(() -> text("[data-part=state]").contains("Run 5 of 8 goes on."));
    assertThat(text("[data-part=figures]")).contains("19 to 20");
    assertThat(run("window.same")).isEqualTo("page");
  }

  @Test
  void aReaderIsToldTheEndAndKeepsThePage() throws Exception {
    show(server().url("/"), 1400, "light");
    awaitConnection("Connected");
    page.summarised(WatchSamples.summary(file, folder.resolve("results")));
    page.ended("The study has ended.", "Report: " + folder.resolve("results/report.html"));
    server().awaitFollowers(Duration.ofMinutes(1));
    server().close();
    awaitConnection("The study has ended. This page stays as it is.");
    picture("study-ended-1400-light");
    assertThat(text("[data-part=state]")).contains("Report: ", "results/report.html");
    assertThat(text("[data-part=cells]")).contains("All numbers are the report");
    assertThat(run("document.getElementById('save').hidden")).isEqualTo(true);
  }
}
