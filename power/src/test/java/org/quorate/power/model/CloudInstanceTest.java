package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

final class CloudInstanceTest {
  @Test
  void aSizeIsSoManyProcessorsAsItsProviderSays() throws Exception {
    assertThat(CloudInstance.named("m6g.medium").virtualProcessors()).isEqualTo(1);
    assertThat(CloudInstance.named("m6i.large").virtualProcessors()).isEqualTo(2);
    assertThat(CloudInstance.named("m6i.xlarge").virtualProcessors()).isEqualTo(4);
    assertThat(CloudInstance.named("i4i.16xlarge").virtualProcessors()).isEqualTo(64);
    assertThat(CloudInstance.named("n2-highmem-8").virtualProcessors()).isEqualTo(8);
    assertThat(CloudInstance.named("Standard_E16as_v5").virtualProcessors()).isEqualTo(16);
    assertThat(CloudInstance.named("Standard_E16as_v5").gigabytes()).isEqualTo(128);
    assertThat(CloudInstance.named("Standard_L8s_v3").processors()).containsExactly("Ice Lake");
  }

  @Test
  void bothEndsOfWhatItsServersDrawAreWithinTheErrorOfTheMiddle() throws Exception {
    HostProfile profile = CloudInstance.named("m6i.2xlarge").profile();
    // Ice Lake: 0.69 to 1.04 W at rest and 3.55 to 4.17 W in full use for each of 8 threads, with
    // 1.6 GB each, and 19.2 GB more at up to 0.392 W.
    double memory = 0.392 * (32 - 8 * 1.6);
    PowerCurve curve = profile.curve();
    assertThat(curve.idleWatts()).isCloseTo((8 * (0.69 + 1.04) + memory) / 2, within(1e-9));
    assertThat(curve.busyWatts()).isCloseTo((8 * (3.55 + 4.17) + memory) / 2, within(1e-9));
    assertThat(curve.idleWatts() * (1 - profile.relativeError()))
        .isLessThanOrEqualTo(8 * 0.69 + 1e-9);
    assertThat(curve.idleWatts() * (1 + profile.relativeError()))
        .isGreaterThanOrEqualTo(8 * 1.04 + memory - 1e-9);
    assertThat(profile.scope()).isEqualTo(Scope.WALL);
    assertThat(profile.cores()).isEqualTo(8);
  }

  @Test
  void aVirtualProcessorThatIsAWholeCoreIsTwoThreads() throws Exception {
    double shared = CloudInstance.named("c3d-highcpu-8").profile().curve().busyWatts();
    double whole = CloudInstance.named("c7a.2xlarge").profile().curve().busyWatts();
    assertThat(whole).isCloseTo(2 * shared, within(0.1 * whole));
  }

  @Test
  void whereSeveralProcessorsMayBeBelowTheRangeIsOfAllOfThem() throws Exception {
    HostProfile one = CloudInstance.named("m5n.large").profile();
    HostProfile either = CloudInstance.named("m5.large").profile();
    assertThat(either.relativeError()).isGreaterThanOrEqualTo(one.relativeError());
    assertThat(either.description()).contains("Skylake or Cascade Lake");
  }

  @Test
  void everyTypeHasAProfileOfUseWhoseErrorIsWhatTheGuideSays() throws Exception {
    List<Double> errors = new ArrayList<>();
    for (String type : CloudInstance.types()) {
      String size = type.contains(".") ? "2xlarge" : "8";
      CloudInstance instance = CloudInstance.named(type.replace("#", size));
      HostProfile profile = instance.profile();
      assertThat(instance.virtualProcessors()).as(type).isEqualTo(8);
      errors.add(profile.relativeError());
      assertThat(profile.curve().busyWatts()).as(type).isGreaterThan(profile.curve().idleWatts());
      assertThat(ProfileFile.find(instance.name())).isEqualTo(profile);
    }
    // docs/observe.md: 27 to 86 %, half of them more than 68 %.
    assertThat(errors).allSatisfy(each -> assertThat(each).isBetween(0.265, 0.865));
    assertThat(errors.stream().filter(each -> each > 0.68).count())
        .isGreaterThanOrEqualTo(errors.size() / 2);
  }

  /** Of the published servers that ship for other profiles some have these processors too. */
  @Test
  void publishedServersOfItsProcessorsLieMostlyWithinTheErrorAtRestAndInFullUse() throws Exception {
    HostProfile profile = CloudInstance.named("c6i.2xlarge").profile();
    double share = 8 / 160.0;
    int within = 0;
    int all = 0;
    for (PublishedCurves.Server server : PublishedCurves.all()) {
      if (server.name().contains("8380")) {
        for (double use : new double[] {0, 1}) {
          double off = server.curve().watts(use) * share / profile.curve().watts(use) - 1;
          assertThat(Math.abs(off)).as(server.name()).isLessThan(1.3 * profile.relativeError());
          within += Math.abs(off) <= profile.relativeError() ? 1 : 0;
          all++;
        }
      }
    }
    assertThat(all).isGreaterThanOrEqualTo(6);
    assertThat(within).isGreaterThanOrEqualTo((int) (0.8 * all));
  }

  @Test
  void whatIsNotKnownIsToldWithWhatThereIs() {
    for (String wrong :
        List.of(
            "m7g.large",
            "m6i",
            "m6i.",
            "m6i.metal",
            "m6i.0xlarge",
            "m6i.2large",
            "n2-standard-0",
            "Standard_D8_v5",
            "n2-standard-99999",
            "")) {
      assertThatThrownBy(() -> CloudInstance.named(wrong))
          .as(wrong)
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("\"" + wrong + "\" is not known")
          .hasMessageContaining("m6i.#");
    }
  }
}
