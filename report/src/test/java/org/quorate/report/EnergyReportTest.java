package org.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quorate.report.sample.EnergySamples;
import org.quorate.report.sample.Samples;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StudySummary;

/** Energy, hosts, claims and the design of the study in reports. */
class EnergyReportTest {
  private static final StudySummary ESTIMATED = Samples.of("energy");
  private static final StudySummary METERED = Samples.of("metered");

  private static String section(StudySummary study, String id) {
    return first("(<section id=\"" + id + "\".*?</section>)", Pages.of(study));
  }

  private static String first(String pattern, String text) {
    return all(pattern, text).get(0);
  }

  private static List<String> all(String pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void studiesWithoutEnergyHaveNoSectionsForIt() {
    assertThat(Pages.of(Samples.demo()))
        .doesNotContain("id=\"energy\"")
        .doesNotContain("id=\"hosts\"")
        .doesNotContain("id=\"claims\"");
  }

  @Test
  void everyNumberOfACellsEnergyIsInTheTable() {
    String section = section(METERED, "energy");

    for (CellSummary cell : METERED.cells()) {
      CellEnergy energy = Objects.requireNonNull(cell.energy());
      for (double number :
          List.of(
              energy.joulesPerOperation().mean(),
              energy.dynamicJoulesPerOperation().mean(),
              energy.joulesPerFreshRead().mean(),
              energy.freshOperationsPerJoule().mean(),
              energy.meanWatts().mean(),
              energy.idleWatts().mean(),
              cell.processorMicrosPerOperation().mean(),
              Objects.requireNonNull(energy.costPerMillionOperations()).mean(),
              Objects.requireNonNull(energy.gramsPerMillionOperations()).mean())) {
        assertThat(section).contains("data-v=\"" + (float) number + "\"");
      }
    }
    assertThat(section).contains("EUR per million ops").contains("CO\u2082e");
  }

  @Test
  void estimatesAreCalledEstimatesWithTheirError() {
    for (String id : List.of("energy", "hosts", "figures", "claims", "overview", "differences")) {
      assertThat(section(ESTIMATED, id))
          .as(id)
          .containsPattern(">estimated \u00b125\u00a0%</span>")
          .doesNotContain(">measured by a meter<");
    }
    assertThat(section(ESTIMATED, "energy")).contains("Energy per operation, estimated, \u00b125");
  }

  @Test
  void whatAMeterMeasuredIsSaidToBeMeasured() {
    assertThat(section(METERED, "energy"))
        .contains(">measured by a meter</span>")
        .doesNotContain(">estimated ")
        .contains("everything that they draw from the wall");
  }

  @Test
  void metersSayHowWellTheyTold() {
    String section = section(METERED, "energy");

    assertThat(section)
        .contains("snmp 10.0.0.2, outlet 3")
        .contains("outlet 3 had 1 gap; 3.5 s of 60.0 s were bridged.")
        .contains("data-v=\"" + 3.5f + "\"")
        .contains("data-v=\"" + 1.04f + "\"");
  }

  @Test
  void hostsHaveTheirSmallestMeanAndLargest() {
    String section = section(ESTIMATED, "hosts");

    for (CellSummary cell : ESTIMATED.cells()) {
      for (CellEnergy.Host host : Objects.requireNonNull(cell.energy()).hosts()) {
        assertThat(section)
            .contains("data-v=\"" + (float) host.watts().smallest() + "\"")
            .contains("data-v=\"" + (float) host.watts().mean() + "\"")
            .contains("data-v=\"" + (float) host.watts().largest() + "\"");
      }
    }
  }

  @Test
  void hostsHaveTheShareOfARunsRequestsThatTheirNodesCoordinated() {
    String section = section(ESTIMATED, "hosts");

    assertThat(section).contains("Coordinated least").contains("Coordinated most");
    for (int node = 1; node <= 6; node++) {
      assertThat(section).contains("data-v=\"" + (float) (node / 21.0) + "\"");
    }
  }

  @Test
  void aCapByQuotaIsCalledWhatItIs() {
    assertThat(section(EnergySamples.capped(), "hosts"))
        .contains(
            "Runs with a cap of cold nodes of 50\u00a0% were capped by a processor quota, not a clock"
                + " frequency: 2 nodes, 0.2 of 0.4 cores each; read back: 50.3\u00a0%.")
        .contains("not what they would save");
    assertThat(section(ESTIMATED, "hosts")).doesNotContain("capped");
  }

  @Test
  void aDifferenceOfEnergySaysWhyItIsNotDistinguishable() {
    String differences = section(ESTIMATED, "differences");

    assertThat(differences)
        .contains(">costs</td>")
        .contains("too coarse a meter: the change is smaller than the error");
    assertThat(section(METERED, "differences"))
        .contains("more runs may show one; about 23 per cell would show 5\u00a0%");
  }

  @Test
  void oneOrTwoClaimsStandBesideTheirFigureAndMoreBelowIt() {
    String page = Pages.of(ESTIMATED);
    assertThat(first("<aside class=\"claims-beside\"(.*?)</aside>", page).split("<blockquote", -1))
        .hasSize(1 + 2);
    assertThat(first("<aside class=\"claims-below\"(.*?)</aside>", page).split("<blockquote", -1))
        .hasSize(1 + 3);
  }

  @Test
  void claimsStandBesideTheirVerdicts() {
    String table = first("<tbody>(.*?)</tbody>", section(ESTIMATED, "claims"));

    assertThat(all("(<tr>)", table)).hasSize(7);
    assertThat(table)
        .contains("\u221262 %")
        .contains("energy per operation: ONE against ALL")
        .contains("\u221239\u00a0% (\u221241 to \u221237)")
        .contains("agrees in direction", "agrees within the interval", "differs")
        .contains("not distinguishable here", "cannot be tested here")
        .contains("the study has no such cells at this scale");
    assertThat(all("<tr>(.*?)</tr>", table).get(6))
        .contains("It grows with the level.", ">in words", "cannot be tested here")
        .contains("gives no change in numbers");
    assertThat(section(ESTIMATED, "figures"))
        .contains("class=\"claim-verdict yes\"")
        .contains("class=\"claim-verdict open\"");
  }

  @Test
  void aFigureOfRatiosSaysWhatTheyAreTo() {
    String figures = section(ESTIMATED, "figures");
    String ratios = figures.substring(figures.indexOf("Energy per operation against 20 clients"));

    assertThat(ratios)
        .contains("Energy per operation (ratio to 20 threads)")
        .contains("class=\"target\"")
        .contains("\u00d7 (ratio to 20 threads). Each point is the geometric mean of the ratios")
        .containsPattern(">estimated \u00b1[0-9.]+\u00a0%</span>")
        .contains("data-v=\"1.0\"");
    assertThat(figures.substring(0, figures.indexOf("Energy per operation against 20 clients")))
        .doesNotContain("class=\"target\"");
  }

  @Test
  void theDesignOfTheStudyIsTold() {
    assertThat(section(ESTIMATED, "time"))
        .contains("(ABBA)")
        .contains("The first 3 repetitions of every cell are warm-up")
        .contains("too short for the warm-up check MSER-5");
    assertThat(section(METERED, "time"))
        .contains("of 29 runs 27 look warm")
        .contains("1 never became steady")
        .contains("in a random order of its own");
  }

  @Test
  void whatIsCutAsWarmUpIsToldCellByCell() {
    assertThat(section(METERED, "time"))
        .contains("The study has warm-up cut by a detector")
        .contains("Seconds left out of throughput and energy")
        .contains("they are too short to judge")
        .contains("60 seconds of throughput are worth 34 independent ones")
        .doesNotContain("Nothing was cut");
    assertThat(section(ESTIMATED, "time")).doesNotContain("Seconds left out");
  }

  @Test
  void theTerminalHasAColumnOfJoulesAndSaysWhatTheyAre() {
    String estimated = TerminalReport.render(ESTIMATED, 160, false);

    assertThat(estimated)
        .contains("energy", "J/op")
        .contains("estimated by a power model whose ratios may err by 25 %.")
        .contains("Against ALL, ONE saves 39 % of the energy per operation");
    assertThat(TerminalReport.render(METERED, 160, false))
        .contains("J/op")
        .doesNotContain("power model");
    assertThat(TerminalReport.render(Samples.demo(), 160, false)).doesNotContain("J/op");
  }
}
