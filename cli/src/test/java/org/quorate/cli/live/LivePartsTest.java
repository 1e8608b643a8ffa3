package org.quorate.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.PublishedWord;
import org.quorate.cassandra.table.TableName;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.page.Picture;
import org.quorate.cli.page.Told;
import org.xml.sax.InputSource;

final class LivePartsTest {
  private static final Instant START = LookSamples.START;

  private final LastHour hour = new LastHour();
  private final Told told = new Told();

  private Map<String, String> parts(Glance... glances) {
    Glance latest = null;
    for (Glance glance : glances) {
      hour.add(glance.at(), glance.reports());
      latest = glance;
    }
    Instant now = latest == null ? START : latest.at();
    return LiveParts.of(Optional.ofNullable(latest), hour, START, now, told).get();
  }

  private static String document(Map<String, String> parts) {
    return LiveDocument.FRAME.live(Picture.first("e", parts));
  }

  @Test
  void aTableHasItsChartsAndTheSameFiguresAsATable() {
    Map<String, String> parts = Map.of();
    for (int i = 1; i <= 30; i++) {
      parts =
          parts(
              LookSamples.glance(
                  START.plusSeconds(20L * i),
                  LookSamples.reading("carts", i, 100, 100L * i, i / 10)));
    }
    assertThat(parts.keySet())
        .containsExactly(
            "state",
            "reading",
            "overview",
            "levels",
            "table shop.carts",
            "now shop.carts",
            "hour shop.carts",
            "minutes shop.carts",
            "nodes",
            "node list",
            "cluster",
            "told");
    assertThat(parts.get("hour shop.carts").split("<svg", -1)).hasSize(4);
    assertThat(parts.get("minutes shop.carts"))
        .contains("23:49", "23:40")
        .doesNotContain(">23:50<", "no reading");
    assertThat(parts.get("now shop.carts"))
        .contains("QUORUM by all appearances: 2 replicas executed each read")
        .contains("3 of 3,000 pairs of reads of sampled keys in the last hour")
        .contains("none: a read meets every write at QUORUM");
    assertThat(parts.get("overview")).contains("href=\"#table-shop.carts\"", "3,000 pairs");
  }

  @Test
  void aNodeThatTheDriverHoldsForDownIsDownBeforeTheNextReadingSaysSo() {
    Glance seen = LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 0, 0));
    Glance down =
        new Glance(
            seen.at(),
            seen.readyUntil(),
            seen.away(),
            seen.lastReading(),
            seen.reports(),
            seen.unread(),
            LookSamples.nodes(State.DOWN),
            Optional.empty());
    assertThat(StateParts.state(Optional.of(down))).contains(": 1 down, 0 without an answer");
  }

  @Test
  void whatIsNotKnownIsSaidAndNotDrawn() {
    Map<String, String> parts = parts(LookSamples.glance(START, LookSamples.poor("carts", 1)));
    assertThat(parts.get("hour shop.carts"))
        .doesNotContain("<svg")
        .contains("No pairs of reads are compared")
        .contains("Nothing is estimated without a propagation time")
        .contains("How many replicas execute a read is not known");
    assertThat(document(parts))
        .contains("How far the clocks of the nodes are apart: the agent does not measure it.");
  }

  @Test
  void whatWasMeasuredInTheHourIsSaidThoughTheSamplingHasEnded() {
    Map<String, String> parts =
        parts(
            LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 100, 1)),
            LookSamples.glance(START.plusSeconds(10), LookSamples.poor("carts", 1)));
    assertThat(parts.get("now shop.carts")).contains("at ONE: 1 of 100 pairs");
  }

  @Test
  void aReadingOfBeforeTheLatestLookIsSaidToBe() {
    Glance first = LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 10, 0));
    assertThat(parts(first).get("overview")).doesNotContain("as of");
    Map<String, String> later =
        parts(LookSamples.away(START.plusSeconds(60), START, "No Cassandra node answers."));
    assertThat(later.get("overview")).contains("as of 2026-11-26 23:40:07 UTC");
    assertThat(later.get("cluster")).contains("not known: the last look gave no reading");
  }

  /** 20 tables with all minutes of an hour, of which 1 MB is the bound; compressed it is a part. */
  @Test
  void aFullPageIsOfABoundedSize() {
    for (int look = 1; look < 360; look++) {
      Instant at = START.plusSeconds(10L * look);
      hour.add(at, List.of(LookSamples.many(30, look)));
    }
    Instant at = START.plusSeconds(3_600);
    Map<String, String> parts = parts(LookSamples.glance(at, LookSamples.many(30, 360)));
    assertThat(document(parts).length()).isBetween(100_000, 1_000_000);
  }

  @Test
  void beforeTheFirstLookNothingIsKnown() {
    Map<String, String> parts = parts();
    assertThat(parts.get("state")).contains("The agent has not looked yet.");
    assertThat(parts.get("overview")).contains("No table has been read yet.");
    assertThat(parts.get("nodes")).contains("no connection to the cluster");
  }

  @Test
  void aClusterThatIsAwayIsAStateWithItsReasonAndItsGap() {
    Map<String, String> parts =
        parts(
            LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 10, 0)),
            LookSamples.away(
                START.plusSeconds(300), START.plusSeconds(30), "No Cassandra node answers."));
    assertThat(parts.get("state"))
        .contains("The cluster is away since 2026-11-26 23:40:37 UTC.")
        .contains("No Cassandra node answers.");
    assertThat(parts.get("minutes shop.carts")).contains("23:42<small> no reading");
    assertThat(parts.get("hour shop.carts")).contains("class=\"harmed\"");
  }

  @Test
  void theStateSaysNothingThatChangesAtEachReading() {
    String first =
        parts(LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 10, 0))).get("state");
    String second =
        parts(
                LookSamples.glance(
                    START.plusSeconds(10), LookSamples.reading("carts", 2, 200, 20, 1)))
            .get("state");
    assertThat(second).isEqualTo(first);
  }

  @Test
  void aNodeThatIsDownIsInTheListAndOverTheRing() {
    Glance seen = LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 10, 0));
    Glance down =
        new Glance(
            START,
            seen.readyUntil(),
            Optional.empty(),
            Optional.of(START),
            seen.reports(),
            List.of(),
            LookSamples.nodes(State.DOWN),
            Optional.empty());
    Map<String, String> parts = parts(down);
    assertThat(parts.get("node list")).contains("127.0.0.3</th><td class=\"w state down\">down");
    assertThat(parts.get("nodes"))
        .contains("is not shown of warehouse: ")
        .contains("1 of 2 replicas up, 1 down: 66.7")
        .contains("class=\"failed\"");
  }

  @Test
  void aLevelInForceHasItsReasonAndHowOldTheWordIs() {
    Map<String, String> parts =
        parts(
            LookSamples.publishing(
                START, LookSamples.word("carts", Duration.ofMillis(600), Optional.empty())));
    assertThat(parts.get("levels"))
        .contains(">shop.carts</th>")
        .contains(
            ">ONE <small>ALL in 2 token ranges, ALL for 40 ms after a client&#39;s own write<")
        .contains(">600\u00a0ms old <small>of 2026-11-26 23:40:06 UTC<")
        .contains(">A replica is back.<");
    assertThat(parts.get("now shop.carts"))
        .contains("level in force")
        .contains("ONE, published 600\u00a0ms before the look; ALL in 2 token ranges")
        .contains("A replica is back.");
    assertThat(parts.get("state")).doesNotContain("not published");
  }

  @Test
  void aWordThatIsTooOldIsInForceNoMoreAndTheStateSaysSoOnce() {
    String why = "No answer in time.";
    Map<String, String> parts =
        parts(
            LookSamples.publishing(
                START, LookSamples.word("carts", Duration.ofSeconds(31), Optional.of(why))));
    assertThat(parts.get("levels"))
        .contains(">none <small>clients read at their safe level<")
        .contains(">31\u00a0s old <", why);
    assertThat(parts.get("now shop.carts"))
        .contains("none: the newest word is 31\u00a0s old and not followed any more")
        .contains(why);
    assertThat(parts.get("state"))
        .contains("The levels of all tables are not published")
        .isEqualTo(
            parts(
                    LookSamples.publishing(
                        START, LookSamples.word("carts", Duration.ofSeconds(41), Optional.of(why))))
                .get("state"));
  }

  @Test
  void aLevelOfWhichNothingWasPublishedYetIsNotKnown() {
    PublishedWord none =
        new PublishedWord(
            new TableName("shop", "carts"),
            Optional.empty(),
            Duration.ofSeconds(2),
            Optional.empty());
    Map<String, String> parts = parts(LookSamples.publishing(START, none));
    assertThat(parts.get("levels"))
        .contains(
            ">none yet <small>for 2\u00a0s<",
            "its replicas are not known",
            "or publishing has only just begun");
    assertThat(parts.get("now shop.carts")).contains("none: no word was published yet");
  }

  @Test
  void whereNoLevelsArePublishedThePageSaysSoAndHasNoFactOfThem() {
    Map<String, String> parts =
        parts(LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 10, 0)));
    assertThat(parts.get("levels")).contains("None: the agent&#39;s file has no section publish");
    assertThat(parts.get("now shop.carts")).doesNotContain("level in force");
  }

  @Test
  void ofManyTablesSomeAreShownAndTheRestCounted() {
    Map<String, String> parts = parts(LookSamples.glance(START, LookSamples.many(2_000, 1)));
    assertThat(parts.keySet().stream().filter(name -> name.startsWith(TableParts.FRAME)))
        .hasSize(LiveParts.MOST_TABLES);
    assertThat(parts.get("overview")).contains("Of 2,000 tables these have the most traffic");
  }

  @Test
  void aNameOrASentenceCannotBreakThePage() {
    told.add(START, LookSamples.HOSTILE);
    Map<String, String> parts =
        parts(
            LookSamples.publishing(
                START,
                LookSamples.word(
                    LookSamples.HOSTILE, Duration.ofMinutes(1), Optional.of(LookSamples.HOSTILE))),
            LookSamples.glance(
                START.plusSeconds(60),
                LookSamples.reading(LookSamples.HOSTILE, 2, 100, 2_000, 20)));
    for (String document :
        List.of(
            document(parts), LiveDocument.FRAME.moment(Picture.first("e", parts), START, START))) {
      assertThat(document).doesNotContain("<img", "\u001b").contains("&lt;img");
    }
  }

  /** Pieces are put together by a script, so each has to be whole by itself. */
  @Test
  void everyPartIsWellFormed() throws Exception {
    told.add(START, "Something & <other>.");
    Map<String, String> parts =
        parts(
            LookSamples.glance(START, LookSamples.reading("a\"b'c", 1, 100, 1_000, 10)),
            LookSamples.publishing(
                START.plusSeconds(400),
                LookSamples.word("a\"b'c", Duration.ofSeconds(1), Optional.of("No & none."))));
    for (Map.Entry<String, String> part : parts.entrySet()) {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader("<div>" + part.getValue() + "</div>")));
    }
  }

  @Test
  void neitherPageAsksAnybodyElseAndTheFileHasNoScript() {
    Map<String, String> parts =
        parts(LookSamples.glance(START, LookSamples.reading("carts", 1, 100, 10, 0)));
    String live = unescaped(document(parts));
    String file =
        unescaped(
            LiveDocument.FRAME.moment(Picture.first("e", parts), START, START.plusSeconds(60)));
    assertThat(live).contains("connect-src 'self'", "<script>", "default-src 'none'");
    assertThat(file)
        .contains("default-src 'none'", "<svg")
        .contains("as of 2026-11-26 23:40:07 UTC", "at 2026-11-26 23:41:07 UTC.")
        .doesNotContain("<script", "script-src", "connect-src", "snapshot.html");
    for (String page : List.of(live, file)) {
      assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:");
    }
  }

  private static String unescaped(String attributes) {
    return attributes.replace("&#39;", "'");
  }
}
