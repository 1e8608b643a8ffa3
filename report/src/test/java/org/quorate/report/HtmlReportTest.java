package org.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.report.format.Numbers;
import org.quorate.report.sample.Samples;
import org.quorate.report.svg.Xml;
import org.quorate.study.measure.Measure;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.FigureSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StudySummary;

class HtmlReportTest {
  static Stream<String> samples() {
    return Samples.names();
  }

  private static String page(String name) {
    return Pages.of(Samples.of(name));
  }

  private static List<String> matches(String pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(matcher.groupCount()));
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void staysBelowItsSize(String name) {
    int bytes = page(name).getBytes(StandardCharsets.UTF_8).length;
    assertThat(bytes).isLessThan(name.equals("harmony") ? 1_500_000 : 1_000_000);
    if (!List.of("hundreds", "24-cells", "harmony", "energy").contains(name)) {
      assertThat(bytes).isLessThan(400_000);
    }
  }

  @Test
  void faultsAreDrawnIntoEveryPolicysPanelBeforeAnythingElseIsSaid() {
    String page = page("faults");
    assertThat(page.indexOf("<section id=\"windows\"")).isLessThan(page.indexOf("id=\"overview\""));
    List<String> pictures = matches("(<svg xmlns[^>]*faults-1-860.*?</svg>)", page);
    assertThat(pictures).hasSize(1);
    String picture = pictures.get(0);
    assertThat(matches(">(node3 killed|node3 started|node3 back)</text>", picture)).hasSize(5);
    assertThat(matches("class=\"(harmed)\"", picture)).as("key and panels").hasSize(4);
    assertThat(matches("class=\"(target)\"", picture)).as("key and panels").hasSize(4);
    assertThat(matches("reads stale, [0-9.]+[^<]*(: broken)", picture)).isNotEmpty();
    assertThat(picture).contains("For each policy the exact share of stale reads");
    assertThat(matches(">(100\u00a0ms|1\u00a0s)</text>", picture)).as("axis").hasSize(6);
    assertThat(matches("reads that succeeded: p99 (2[.0-9]*\u00a0s)", picture))
        .as("of every policy, in each second in which a server dies, and in both")
        .hasSize(9);
    assertThat(matches("<caption>(From each fault to the next)</caption>", page)).hasSize(1);
    assertThat(matches("<td class=\"w\"[^>]*>(none keeps it)</td>", page)).hasSize(1);
  }

  /** What the policy reads beside reads has no instant, so no phase. */
  @Test
  void replicaReadsOfPhasesAndOfWholeRunsAreToldApart() {
    String page = page("faults");
    String phases = table("From each fault to the next", page);
    String windows = table("Windows in which the tolerance was kept", page);
    assertThat(matches("Replica reads <small>([^<]*)</small>", phases))
        .containsExactly("by levels, per read");
    assertThat(matches("Replica reads <small>([^<]*)</small>", windows))
        .containsExactly("all asked, per read");
    assertThat(phases).contains("without the policy\u2019s pairs, rereads, measuring and evidence");
    assertThat(windows)
        .contains("the policy\u2019s pairs, rereads, measuring and evidence ask for");
  }

  /** A table with the note below it. */
  private static String table(String caption, String page) {
    int from = page.indexOf("<caption>" + caption + "</caption>");
    return page.substring(from, page.indexOf("</p>", from));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyImageIsWellFormedAndSaysWhatItIs(String name) {
    for (String svg : matches("(<svg xmlns.*?</svg>)", page(name))) {
      assertThat(Xml.first(Xml.parse(svg), "title").getTextContent()).isNotBlank();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void idsAreUniqueAndLinksInsideThePageLead(String name) {
    String page = page(name);
    Set<String> ids = new HashSet<>();
    for (String id : matches(" id=\"([^\"]*)\"", page)) {
      assertThat(ids.add(id)).as(id).isTrue();
    }
    assertThat(ids).containsAll(matches("href=\"#([^\"]*)\"", page));
    for (String labels : matches("aria-labelledby=\"([^\"]*)\"", page)) {
      assertThat(ids).containsAll(List.of(labels.split(" ", -1)));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void elementsAreClosedInOrder(String name) {
    String page = page(name).replaceAll("(?s)<(style|script)>.*?</\\1>", "<$1></$1>");
    List<String> open = new ArrayList<>();
    Set<String> empty = Set.of("meta", "link", "br");
    Matcher tag =
        Pattern.compile("<(/?)([a-zA-Z0-9]+)((?:[^>\"/]++|/(?!>)|\"[^\"]*+\")*+)(/?)>")
            .matcher(page);
    while (tag.find()) {
      String element = tag.group(2);
      if (tag.group(1).isEmpty()) {
        if (tag.group(4).isEmpty() && !empty.contains(element)) {
          open.add(element);
        }
      } else {
        assertThat(element).isEqualTo(open.remove(open.size() - 1));
      }
    }
    assertThat(open).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void nothingIsAskedOfANetwork(String name) {
    String page = page(name).replace("http://www.w3.org/2000/svg", "");
    assertThat(page).doesNotContain("http:").doesNotContain("https:").doesNotContain("//cdn");
    assertThat(page).doesNotContain(" src=").doesNotContain("@import").doesNotContain("url(");
    assertThat(page).contains("default-src &#39;none&#39;");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void headingsGoDownOneStepAtATime(String name) {
    int before = 0;
    List<String> levels = matches("<h([1-6])[ >]", page(name));
    assertThat(levels).startsWith("1").containsOnlyOnce("1");
    for (String level : levels) {
      int depth = Integer.parseInt(level);
      assertThat(depth).isLessThanOrEqualTo(before + 1);
      before = depth;
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void tablesNameTheirRowsAndColumns(String name) {
    for (String table : matches("(<table>.*?</table>)", page(name))) {
      assertThat(table).contains("<caption>");
      for (String heading : matches("<th( [^>]*)?>", table)) {
        assertThat(heading).contains("scope=\"");
      }
      int columns = matches("<th scope=\"(col)\"", table).size();
      for (String row : matches("<tbody>(.*)</tbody>", table)) {
        for (String one : matches("<tr>(.*?)</tr>", row)) {
          assertThat(matches("<(td|th)[ >]", one)).hasSize(columns);
        }
      }
    }
  }

  @Test
  void textOfAStudyIsNeverMarkup() {
    String page = page("long-labels");
    assertThat(page).doesNotContain("<script>alert").doesNotContain("<b>markup");
    assertThat(page).contains("&lt;script&gt;alert(&#39;anything&#39;)&lt;/script&gt;");
    assertThat(page).contains("&lt;b&gt;markup&lt;/b&gt; &amp; &quot;quotes&quot;");
    assertThat(matches("<(script)>", page)).hasSize(1);
  }

  @Test
  void theVerdictComesFirst() {
    String page = page("demo");
    assertThat(page.indexOf("<h1")).isLessThan(page.indexOf("<h2"));
    assertThat(matches("<h1[^>]*>(.*?)</h1>", page).get(0)).startsWith("With writes at ONE, 5.4");
    assertThat(page.indexOf("does not hold")).isLessThan(page.indexOf("Stale reads against"));
  }

  @Test
  void anIncompleteStudySaysSo() {
    assertThat(page("incomplete")).contains("Not complete.");
    assertThat(page("demo")).doesNotContain("Not complete.");
  }

  @Test
  void figuresStandBesideWhatIsQuoted() {
    String page = page("harmony");
    assertThat(matches("<blockquote>(.*?)</blockquote>", page))
        .contains("More threads make more reads stale.");
    assertThat(page).contains("Chihoub et al., Harmony, IEEE Cluster 2012, abstract and figure 5");
    FigureSummary figure = figure(Measure.THROUGHPUT);
    String line =
        matches("<p class=\"measured-line\">(.*?)</p>", page).stream()
            .filter(text -> text.contains("operations/s"))
            .findFirst()
            .orElseThrow();
    assertThat(line).contains(", at 90 threads: ");
    for (FigureSummary.Series series : figure.series()) {
      double last = series.points().get(series.points().size() - 1).estimate().mean();
      assertThat(line).contains(series.name() + " " + Numbers.of(last) + "\u00a0operations/s");
      for (FigureSummary.Point point : series.points()) {
        assertThat(page).contains("data-v=\"" + (float) point.estimate().mean() + "\"");
      }
    }
  }

  @Test
  void figuresAreAPapersOnlyWhereOneIsQuoted() {
    assertThat(page("harmony"))
        .contains("Figures of the paper")
        .contains("Formula (6) is not held to 100 %");
    assertThat(page("short-decisions"))
        .contains(">Figures<")
        .doesNotContain("What the paper shows");
  }

  private static FigureSummary figure(Measure measure) {
    return Samples.of("harmony").figures().stream()
        .filter(figure -> figure.figure().measure() == measure)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void estimatesStandBesideTheCountAndAreCalledEstimates() {
    StudySummary study = Samples.of("harmony");
    String section = matches("(<section id=\"estimates\".*?</section>)", page("harmony")).get(0);
    assertThat(matches("<tbody>(.*?)</tbody>", section)).hasSize(1);
    assertThat(matches("<tr>(<th scope=\"row\")", section)).hasSize(study.cells().size());
    for (CellSummary cell : study.cells()) {
      for (Mean estimate : cell.estimatedStaleAtOne().values()) {
        assertThat(section).contains("data-v=\"" + (float) estimate.mean() + "\"");
      }
    }
    assertThat(section)
        .contains(">est. at ONE<")
        .contains("by the oracle")
        .contains("docs/staleness.md")
        .contains("stayed at ALL for the whole of every run")
        .contains("<strong>Changed:</strong> harmony 20%, ramp 10/s to 2000/s over 40s: ALL");
  }

  @Test
  void aStudyWithoutMonitorsOrFiguresHasNoSectionsForThem() {
    assertThat(page("demo"))
        .doesNotContain("id=\"figures\"")
        .doesNotContain("id=\"estimates\"")
        .doesNotContain("id=\"decisions\"");
  }

  @Test
  void decisionsAreShownOfLongRunsAndOfShortOnesJoined() {
    assertThat(matches("id=\"decisions-(\\d+)-860-t\"", page("harmony"))).containsExactly("1");
    assertThat(matches("id=\"decisions-(\\d+)-860-t\"", page("short-decisions"))).hasSize(2);
    assertThat(page("short-decisions")).contains("measured time, 5 runs");
  }

  @Test
  void manyCellsAreFolded() {
    String page = page("harmony");
    assertThat(page).contains("Table: Throughput (79 rows)").contains("\u00b7 other cells");
    assertThat(page("demo")).doesNotContain("class=\"fold\"");
  }

  @Test
  void eventsAreOnTheTimeLineAndInWords() {
    String page = page("open-loop");
    assertThat(page).contains("What happened").contains("Run 9, second 4.20");
    assertThat(page).contains("node2 died: OutOfMemoryError: Java heap space.");
    assertThat(page).contains("class=\"flag-text mid\">1</text>").contains("class=\"failed\"");
  }

  @Test
  void whatIsLostWithANodeThatDiedIsSaid() {
    assertThat(page("open-loop"))
        .contains("1 run is left out, because a server ended")
        .contains("\u2265 stands before a sum that lacks a node");
    assertThat(page("demo")).doesNotContain("left out, because").doesNotContain("\u2265 stands");
  }

  @Test
  void whatIsCappedIsSaid() {
    String page = page("hundreds");
    assertThat(page).contains("The charts show the first 400 of 480 runs");
    assertThat(page).contains("Each step of the line is the mean of ");
  }

  @Test
  void isWrittenWholeAndListsTheRawDataBesideIt(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("runs/001"));
    Files.writeString(folder.resolve("runs/001/run.json"), "{}");
    Files.writeString(folder.resolve("runs/001/history.csv.gz.part"), "");
    Files.writeString(folder.resolve("cells <all>.csv"), "a,b\n");
    Files.writeString(folder.resolve(".lock"), "");
    Path report = folder.resolve("report.html");
    Files.writeString(report, "old");

    HtmlReport.write(Samples.oneCell(), report);

    String page = Files.readString(report);
    assertThat(page).startsWith("<!doctype html>").endsWith("</html>\n");
    assertThat(page)
        .contains("href=\"runs/001/run.json\"")
        .contains("href=\"cells%20%3Call%3E.csv\"");
    assertThat(page).doesNotContain(".part").doesNotContain(".lock").doesNotContain("report.html");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("runs", "cells <all>.csv", ".lock", "report.html");
    }
  }

  @Test
  void listsNothingOfAFolderThatIsNoStudys(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("diary.txt"), "mine");
    HtmlReport.write(Samples.oneCell(), folder.resolve("report.html"));
    assertThat(Files.readString(folder.resolve("report.html"))).doesNotContain("diary");
  }
}
