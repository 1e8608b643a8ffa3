package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.power.PowerCurve;

class PublishedChecksTest {
  @Test
  void theGroupsCoverWhatTheDocumentsSay() {
    List<PublishedChecks.OfModels> models = PublishedChecks.models();
    assertThat(models)
        .extracting(PublishedChecks.OfModels::group)
        .containsExactly("1 processor, before 2012", "2012 and later", "all");
    assertThat(models.get(2).servers()).isEqualTo(107);
    assertThat(models)
        .allSatisfy(
            each ->
                assertThat(each.curve().meanAbsoluteError())
                    .isLessThan(each.line().meanAbsoluteError()));
  }

  @Test
  void everyServerProfileIsComparedWithServersOfItsKind() {
    List<PublishedChecks.OfProfile> profiles = PublishedChecks.profiles();
    assertThat(profiles)
        .extracting(each -> each.profile().name())
        .containsExactlyElementsOf(
            ProfileFile.shipped().keySet().stream()
                .filter(name -> name.startsWith("server-"))
                .toList());
    assertThat(profiles)
        .allSatisfy(each -> assertThat(each.check().points()).isEqualTo(11 * each.servers()));
  }

  @Test
  void shippedProfilesAreWhatTheirHalfOfTheServersSays() {
    for (PublishedChecks.OfProfile each : PublishedChecks.profiles()) {
      HostProfile profile = each.profile();
      PublishedChecks.Making making = PublishedChecks.making(profile);
      if (!profile.name().equals("server-2010")) {
        assertThat(profile.curve().idleWatts())
            .as(profile.name())
            .isEqualTo(making.idleWatts(), within(0.5));
      }
      assertThat(profile.curve().busyWatts()).isEqualTo(making.busyWatts(), within(0.5));
      assertThat(profile.relativeError())
          .as(profile.name())
          .isEqualTo(roundedUp(making.level()), within(1e-9));
      assertThat(profile.comparisonError())
          .as(profile.name())
          .isEqualTo(roundedUp(making.comparison()), within(1e-9));
      assertThat(profile.dynamicError())
          .as(profile.name())
          .isEqualTo(roundedUp(making.dynamic()), within(1e-9));
    }
  }

  private static double roundedUp(double error) {
    return Math.ceil(20 * error - 1e-9) / 20;
  }

  @Test
  void noServerBothMakesAndChecksAProfile() {
    // 2010: 12 servers of the kind; 2023: 8.
    assertThat(PublishedChecks.profiles())
        .extracting(PublishedChecks.OfProfile::making, PublishedChecks.OfProfile::servers)
        .containsExactly(
            tuple(6, 6),
            tuple(6, 6),
            tuple(10, 9),
            tuple(10, 9),
            tuple(4, 4),
            tuple(4, 4),
            tuple(6, 6),
            tuple(6, 6),
            tuple(4, 4),
            tuple(4, 4));
    assertThat(PublishedChecks.profiles())
        .filteredOn(PublishedChecks.OfProfile::restsOnFew)
        .extracting(each -> each.profile().name())
        .containsExactly(
            "server-2017-2-sockets",
            "server-2017-2-sockets-bent",
            "server-2023-2-sockets",
            "server-2023-2-sockets-bent");
  }

  @Test
  void aBentProfileHasTheMediansOfItsHalfAtEveryLoad() {
    for (PublishedChecks.OfProfile each : PublishedChecks.profiles()) {
      PowerCurve curve = each.profile().curve();
      if (each.profile().name().endsWith("-bent")) {
        assertThat(curve.points()).hasSize(11);
        List<List<Double>> making =
            PublishedChecks.servers(each.profile()).values().stream().toList();
        for (int load = 0; load <= 10; load++) {
          List<Double> sorted = new ArrayList<>();
          for (int server = 0; server < making.size(); server += 2) {
            sorted.add(making.get(server).get(load));
          }
          Collections.sort(sorted);
          double median = (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
          assertThat(curve.watts(load / 10.0))
              .as(each.profile().name())
              .isCloseTo(median, within(0.06));
        }
      }
    }
  }

  @Test
  void everyPublishedServerOfAKindCanBeReplayed() {
    assertThat(
            ProfileFile.shipped().values().stream()
                .map(profile -> PublishedChecks.servers(profile).size()))
        .as("in the order of the profiles")
        .containsExactly(12, 12, 0, 19, 19, 8, 8, 12, 12, 8, 8, 0);
    HostProfile shipped = ProfileFile.shipped().get("server-2012-2-sockets");
    assertThat(PublishedChecks.servers(shipped).values()).allMatch(watts -> watts.size() == 11);
    assertThat(PublishedChecks.servers(shipped.times(0.5)))
        .as("one with the name of a shipped one, but another curve")
        .isEmpty();
  }

  @Test
  void whatLiesAboveIdleErrsByMoreThanTotalsWhereTheModelHasNoBends() {
    assertThat(PublishedChecks.profiles())
        .filteredOn(each -> each.profile().curve().points().size() == 2)
        .allSatisfy(
            each ->
                assertThat(each.dynamicRatios().highestDecile())
                    .isGreaterThan(each.ratios().highestDecile()));
    PowerCurve measured =
        new PowerCurve(
            List.of(
                new PowerCurve.Point(0, 10),
                new PowerCurve.Point(0.5, 50),
                new PowerCurve.Point(1, 110)));
    assertThat(CurveCheck.dynamicRatios(PowerCurve.linear(50, 150), measured))
        .containsExactly(new CurveCheck.Prediction(2, 2.5));
  }
}
