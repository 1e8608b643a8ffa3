package org.quorate.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.page.EventFeed.Event;
import org.quorate.cli.page.EventReader;
import org.quorate.cli.page.EventReader.Received;
import org.quorate.cli.page.HttpPage;
import org.quorate.cli.study.StillBackend;
import org.quorate.study.file.StudyFile;
import org.quorate.study.plan.Run;
import org.xml.sax.InputSource;

final class StudyPageTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private StudyFile file;

  @SuppressWarnings("NullAway.Init")
  private StudyPage page;

  private List<Run> runs = List.of();

  @BeforeEach
  void begin() throws Exception {
    file = WatchSamples.study(folder, WatchSamples.TEXT);
    runs = WatchSamples.runs(file);
    page = new StudyPage(file.study(), folder.resolve("results"), () -> WatchSamples.START);
  }

  private String part(String name) {
    return Objects.requireNonNull(page.shown().get().get(name));
  }

  private void measured(Run run) {
    page.begins(run);
    page.measured(StillBackend.of(1_000).result(run, 1));
  }

  @Test
  void itTellsWhichRunGoesOnAndHowManyAreComplete() {
    assertThat(part("state")).contains("The study is being prepared.", "0 of 8 runs complete");
    measured(runs.get(0));
    assertThat(part("state")).contains("Between two runs.", "1 of 8 runs complete");
    page.begins(runs.get(1));
    assertThat(part("state"))
        .contains("Run 2 of 8 goes on.", "Cell " + runs.get(1).cell().label(), "repetition 1 of 4");
    page.discarded(runs.get(1));
    assertThat(part("state")).contains("Between two runs.", "1 of 8 runs complete");
    runs.subList(1, 8).forEach(this::measured);
    assertThat(part("state")).contains("All runs are complete.");
    page.seen(List.of(WatchSamples.measuring(8, 8)));
    page.reporting();
    assertThat(part("state")).contains("All runs are over; the report is being made.");
    assertThat(part("progress")).contains("Nothing is under way.");
  }

  @Test
  void theTimeThatIsLeftIsTheTerminals() {
    page.seen(List.of(WatchSamples.measuring(0, 8)));
    assertThat(part("progress")).contains("Time left: ", "not known", "0/8 runs");
    page.seen(List.of(WatchSamples.measuring(3, 8), WatchSamples.load(runs.get(3), 12)));
    assertThat(part("progress"))
        .contains("about 5 min 50 s", "12/60 s, 48 s left (737 op/s)", "value=\"12\"");
  }

  @Test
  void theLoadHasItsChartsAndTheSameFiguresAsATable() {
    page.begins(runs.get(0));
    page.seen(List.of(WatchSamples.load(runs.get(0), 12)));
    assertThat(part("load").split("<svg", -1)).hasSize(3);
    assertThat(part("load"))
        .contains("No operation has failed.", "judged after the runs, from the whole history")
        .contains(runs.get(0).settings().readPolicy().fixedLevel().orElseThrow() + " for all");
    assertThat(part("figures")).contains("11 to 12", "10.6\u00a0ms");
    page.ended(WatchSamples.load(runs.get(0), 60));
    assertThat(part("load").split("<svg", -1)).hasSize(4);
    assertThat(part("load")).contains("(ended)", "40 failed");
    assertThat(part("figures").split("<tr>", -1)).hasSize(1 + 1 + LoadParts.MOST_ROWS);
  }

  @Test
  void whatIsJudgedLaterIsSaidToBeAndIsTheReportsNumberInTheEnd() throws Exception {
    runs.subList(0, 5).forEach(this::measured);
    assertThat(part("cells"))
        .contains(">ONE<", "judged after the runs", "p99 is the mean of the runs")
        .contains("1,000 <small>")
        .doesNotContain("All numbers are the report");
    StudyFile unjudged =
        WatchSamples.study(folder, WatchSamples.TEXT.replace("history: true", "history: false"));
    page.summarised(WatchSamples.summary(unjudged, folder.resolve("results")));
    page.ended("The study has ended.", "Report: report.html");
    assertThat(part("cells"))
        .contains("4 of 4", "no history was kept", "All numbers are the report\u2019s.");
  }

  @Test
  void aStudyOfManyCellsIsOfABoundedSize() throws Exception {
    StringBuilder levels = new StringBuilder("1");
    for (int threads = 2; threads <= 300; threads++) {
      levels.append(", ").append(threads);
    }
    StudyFile many =
        WatchSamples.study(
            folder,
            WatchSamples.TEXT.replace("read-level: [ONE, ALL]", "threads: [" + levels + "]"));
    StudyPage large = new StudyPage(many.study(), folder, () -> WatchSamples.START);
    WatchSamples.runs(many)
        .forEach(
            run -> {
              large.measured(StillBackend.of(1_000).result(run, 1));
              large.message("Run " + run.sequence() + " is over. " + "x".repeat(5_000));
            });
    large.seen(List.of(WatchSamples.load(runs.get(0), 60)));
    Map<String, String> parts = large.shown().get();
    assertThat(parts.get("cells").split("<tr>", -1)).hasSize(1 + 1 + StudyParts.MOST_CELLS);
    assertThat(parts.get("cells")).contains("Of 300 cells these were measured last");
    CellLines one = new CellLines(many.study());
    one.add(StillBackend.of(1_000).result(WatchSamples.runs(many).get(0), 1));
    assertThat(StudyParts.cells(one.lines(1), 300, true))
        .contains("Of 300 cells these are the study\u2019s first")
        .doesNotContain("measured last");
    assertThat(parts.values().stream().mapToInt(String::length).sum()).isLessThan(200_000);
  }

  @Test
  void whoLosesTheConnectionGetsWhatItMissedAndIsToldTheEnd() throws Exception {
    try (HttpPage server =
        HttpPage.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, "--watch=PORT")) {
      page.serve(server, null);
      measured(runs.get(0));
      Received first;
      try (EventReader stream = EventReader.open(server.url("/"), "")) {
        first = stream.next();
      }
      assertThat(first.part("cells")).contains("1 of 4");
      page.seen(List.of(WatchSamples.measuring(1, 8)));
      try (EventReader stream = EventReader.open(server.url("/"), first.id())) {
        Received missed = stream.next();
        assertThat(missed.data().get("parts")).hasSize(1);
        assertThat(missed.part("progress")).contains("1/8 runs");
        assertThat(missed.data().has("over")).isFalse();
        page.ended("The study has stopped.", "A node died.");
        Received last = stream.next();
        assertThat(last.data().get("over").asText())
            .isEqualTo("The study has stopped. This page stays as it is.");
        assertThat(last.part("state")).contains("The study has stopped.", "A node died.");
        server.awaitFollowers(Duration.ofMinutes(1));
      }
    }
  }

  @Test
  void whoComesAfterTheEndIsToldItToo() throws Exception {
    page.ended("The study has ended.", "Report: report.html");
    Event first = page.next("", Duration.ZERO).orElseThrow();
    assertThat(first.isLast()).isTrue();
    assertThat(page.next(first.id(), Duration.ZERO).orElseThrow().isLast()).isTrue();
  }

  /** Pieces are put together by a script, so each has to be whole by itself. */
  @Test
  void everyPartIsWellFormedWhateverIsSaid() throws Exception {
    page.message("<img src=x> & more\u001b[31m");
    page.begins(runs.get(0));
    page.seen(List.of(WatchSamples.measuring(3, 8), WatchSamples.load(runs.get(0), 30)));
    measured(runs.get(1));
    assertThat(part("reading")).contains("What does ALL cost &lt;here&gt; &amp; now?");
    for (String part : page.shown().get().values()) {
      assertThat(part).doesNotContain("<img", "\u001b");
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader("<div>" + part + "</div>")));
    }
  }
}
