package org.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quorate.report.sample.Samples;

/** Resting servers, and loads that change in steps, in reports. */
class OffloadReportTest {
  @Test
  void studiesWithoutThemHaveNoSectionForThem() {
    assertThat(Pages.of(Samples.demo()))
        .doesNotContain("id=\"offload\"")
        .doesNotContain("id=\"phases\"");
  }

  @Test
  void theEnergyWithAllHostsOnStandsBesideTheAssumption() {
    assertThat(section("offload"))
        .contains("Energy, all hosts on", "If resting hosts slept (assumption)")
        .contains("data-v=\"" + 11_800f + "\"", "data-v=\"" + 9_300f + "\"")
        .contains("node2 25.3 s, node3 26.3 s")
        .contains(">assumed<")
        .contains("No host was put to sleep.")
        .contains("a rest of less than 367 s costs more than it saves")
        .contains("From the decision to wake servers until they served again")
        .contains("Source: A paper.");
  }

  @Test
  void aLostWriteIsCountedAndNamed() {
    assertThat(section("offload"))
        .contains("4,811", "997", "Acknowledged writes were lost")
        .contains("Rows without their newest acknowledged write", "1763800000000001", "no row");
  }

  @Test
  void responseTimesAreToldByStep() {
    assertThat(section("phases"))
        .contains("1: 60/s", "2: 450/s", "0 to 20 s", "20 to 40 s", "Read p99", "Mean power")
        .contains("data-v=\"" + 830_000_000f + "\"");
  }

  private static String section(String id) {
    Matcher matcher =
        Pattern.compile("<section id=\"" + id + "\".*?</section>", Pattern.DOTALL)
            .matcher(Pages.of(Samples.of("offloaded")));
    assertThat(matcher.find()).isTrue();
    return matcher.group();
  }
}
