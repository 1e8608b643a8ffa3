package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

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
        .containsExactly(tuple(6, 6), tuple(10, 9), tuple(4, 4), tuple(6, 6), tuple(4, 4));
    assertThat(PublishedChecks.profiles())
        .filteredOn(PublishedChecks.OfProfile::restsOnFew)
        .extracting(each -> each.profile().name())
        .containsExactly("server-2017-2-sockets", "server-2023-2-sockets");
  }

  @Test
  void whatLiesAboveIdleErrsByMoreThanTotals() {
    assertThat(PublishedChecks.profiles())
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
