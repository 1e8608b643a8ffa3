package org.quorate.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.report.TerminalReport;
import org.quorate.report.sample.Samples;
import org.quorate.study.summary.StudySummary;

class AccuracySectionTest {
  private static final StudySummary WATCHED = Samples.harmony();

  @Test
  void eachModelStandsBesideWhatWasCounted() {
    Html html = new Html();
    AccuracySection section = new AccuracySection(new Context(WATCHED));
    section.write(html);

    assertThat(section.isEmpty()).isFalse();
    assertThat(html.toString())
        .contains("random-read", "0.0800", "0.0500", "93.1", "90.2\u2009\u2013\u200996.1")
        .contains("Predicted over counted stale reads, by cell", "30", "of 9,000", "1.20");
  }

  @Test
  void aStudyThatCheckedNothingHasNoSection() {
    assertThat(new AccuracySection(new Context(Samples.demo())).isEmpty()).isTrue();
    assertThat(new Page(Samples.demo(), List.of()).html()).doesNotContain("id=\"predictions\"");
  }

  @Test
  void aTerminalHasALineForEachModelBelowTheCells() {
    assertThat(TerminalReport.render(WATCHED, 120, false).lines())
        .anyMatch(line -> line.startsWith("model ") && line.contains("beyond"))
        .anyMatch(line -> line.startsWith("random-read ") && line.contains("0.0800"))
        .anyMatch(line -> line.startsWith("harmony ") && line.contains("71.3"));
    assertThat(TerminalReport.render(Samples.demo(), 120, false)).doesNotContain("1.5 times");
  }
}
