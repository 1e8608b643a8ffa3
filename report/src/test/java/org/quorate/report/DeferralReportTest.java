package org.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quorate.report.sample.Samples;
import org.quorate.study.summary.StudySummary;

/** Deferred writes in reports. */
class DeferralReportTest {
  @Test
  void studiesWithoutDeferredWritesHaveNoSectionForThem() {
    assertThat(Pages.of(Samples.demo())).doesNotContain("id=\"deferral\"");
  }

  @Test
  void theThreeLatenciesAreToldApart() {
    assertThat(section())
        .contains("Accepted p50", "Acknowledged p99", "Visible p99")
        .contains("data-v=\"" + 8_000f + "\"")
        .contains("data-v=\"" + 930_000_000f + "\"")
        .contains("data-v=\"" + 410_000_000f + "\"")
        .contains("data-v=\"" + 1_250_000_000f + "\"");
  }

  @Test
  void lostAndLateWritesAreCountedWithTheirCauses() {
    assertThat(section())
        .contains("120,003", "120,000")
        .contains("2: its region was moved; 3 lost: ClientTimeout")
        .contains("99.995", "99.989\u2009\u2013\u2009100");
  }

  @Test
  void ofFewWritesThatWereLookedForThereIsNo99thPercentile() {
    assertThat(section())
        .contains("Of fewer than 100 writes")
        .doesNotContain("data-v=\"" + 950_000_000f + "\"");
  }

  @Test
  void timesOfOperationsSayThatDeferredWritesCountUntilTheyAreAccepted() {
    assertThat(section("latency", Samples.of("deferred")))
        .contains("Of deferred writes this is the time until they are accepted");
    assertThat(Pages.of(Samples.demo())).doesNotContain("Of deferred writes");
  }

  @Test
  void everyKeptMissIsListed() {
    assertThat(section())
        .contains("Writes that missed the bound, the last of each cell")
        .contains("Listed are the last 200 of each cell at most")
        .contains("2026-11-21T10:00:01.234Z", "2026-11-21T10:00:01.236Z");
  }

  private static String section() {
    return section("deferral", Samples.of("deferred"));
  }

  private static String section(String id, StudySummary study) {
    Matcher matcher =
        Pattern.compile("<section id=\"" + id + "\".*?</section>", Pattern.DOTALL)
            .matcher(Pages.of(study));
    assertThat(matcher.find()).isTrue();
    return matcher.group();
  }
}
