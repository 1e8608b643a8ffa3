package org.quorate.cli.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.rest.DayLoad;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.HintKeeping;
import org.quorate.core.rest.NodeCondition;
import org.quorate.core.rest.RestKeyspace;
import org.quorate.core.rest.RestNode;
import org.quorate.core.rest.RestSituation;
import org.quorate.core.rest.RestTable;
import org.quorate.core.rest.RestTerms;
import org.quorate.power.MeterException;
import org.quorate.power.model.ProfileFile;
import org.quorate.report.terminal.Style;

final class RestOutlookTextTest {
  private static final GearTerms TERMS = new GearTerms(1000, 0.8, Duration.ofMinutes(30));
  private static final LocalDate LAST_DAY = LocalDate.parse("2026-11-27");
  private static final DayLoad QUIET_NIGHT = day(hour -> hour < 6 ? 100 : 1000);

  @Test
  void oneSentenceSaysWhoCouldRestWhenAndWhatThatSaves() throws MeterException {
    String text = text(Level.LOCAL_QUORUM, QUIET_NIGHT, 7, "server-2012-2-sockets");
    assertThat(text)
        .startsWith(
            "n4, n5, n6 could rest each day from 00:00 to 02:37, from 03:12 to 05:49 UTC: 15.7 of"
                + " 144 node hours a day at rest (11 %), which would save an estimated ")
        .contains("of each hour over 7 days, 2026-11-21 to 2026-11-27).")
        .contains("Whether hints are delivered by the time")
        .contains("nodes that join, leave or move")
        .contains("Each rest is cut at 2h37m (the hint window of n1, 3h, less a tenth")
        .contains("Estimated: the share of energy, from quoted watts of server-2012-2-sockets")
        .containsPattern("\\n  05 +100 +200 +49\\n  06 +1000 +2000 +0\\n");
  }

  @Test
  void ofHostsThatNobodyNamedOrPublishedNodeHoursAloneAreTold() throws MeterException {
    assertThat(text(Level.LOCAL_QUORUM, QUIET_NIGHT, 7, null))
        .contains("node hours a day at rest (11 %).")
        .contains("name their kind with --profile")
        .doesNotContain("Estimated");
    assertThat(text(Level.LOCAL_QUORUM, QUIET_NIGHT, 7, "server-2010"))
        .contains("node hours a day at rest (11 %).")
        .contains("What a host of server-2010 draws switched off")
        .doesNotContain("Estimated");
  }

  @Test
  void oneLookKnowsNoHours() throws MeterException {
    assertThat(text(Level.LOCAL_QUORUM, day(hour -> 100), 0, null))
        .startsWith("n4, n5, n6 could rest at the load of now, for up to 2h37m at a time; in which")
        .doesNotContain("hour, UTC");
  }

  @Test
  void whyNothingCouldRestIsSaidFirst() throws MeterException {
    assertThat(text(Level.EACH_QUORUM, QUIET_NIGHT, 7, null))
        .startsWith(
            "No replica could rest: Keyspace shop is written at EACH_QUORUM, for which 2 replicas")
        .contains("2 replicas in gear must answer")
        .contains("hour, UTC");
  }

  private static String text(Level write, DayLoad load, int days, @Nullable String profile)
      throws MeterException {
    RestOutlook outlook =
        RestOutlook.of(
            situation(write),
            load,
            TERMS,
            new TreeSet<>(
                LAST_DAY.minusDays(days).plusDays(1).datesUntil(LAST_DAY.plusDays(1)).toList()),
            "as --most-load says",
            profile == null ? null : ProfileFile.find(profile),
            List.of());
    Paragraphs out = new Paragraphs(new Style(false, false), 1000);
    new RestOutlookText(outlook, out).write();
    return out.text();
  }

  private static RestSituation situation(Level write) {
    List<RestNode> nodes = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      nodes.add(
          new RestNode(
              "n" + i,
              new NodePlace(i <= 3 ? "always" : "gear", "rack" + i),
              NodeCondition.UP,
              0,
              new HintKeeping(true, Duration.ofHours(3), Set.of(), Set.of())));
    }
    RestKeyspace shop =
        new RestKeyspace(
            "shop",
            Set.of(write),
            Set.of(Level.LOCAL_QUORUM),
            new Replication(Map.of("always", 3, "gear", 3)),
            Set.of(Set.of("n1", "n2", "n3", "n4", "n5", "n6")),
            List.of(new RestTable("carts", Duration.ofDays(10), false)));
    return new RestSituation(
        nodes, List.of(shop), new RestTerms(1, Duration.ofMinutes(5), Set.of("always")));
  }

  private static DayLoad day(IntToDoubleFunction perNode) {
    List<Map<String, Double>> hours = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      Map<String, Double> load = new HashMap<>();
      for (int i = 1; i <= 6; i++) {
        load.put("n" + i, perNode.applyAsDouble(hour));
      }
      hours.add(load);
    }
    return new DayLoad(hours);
  }
}
