package org.quorate.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.report.TerminalReport;
import org.quorate.report.sample.FaultSamples;
import org.quorate.report.sample.Samples;
import org.quorate.study.summary.StudySummary;

class BestSectionTest {
  private static final StudySummary FAULTS = FaultSamples.faults();

  @Test
  void eachPolicyStandsBesideTheBestAndWhatIsMissingIsSaid() {
    Html html = new Html();
    BestSection section = new BestSection(new Context(FAULTS));
    section.write(html);

    assertThat(section.isEmpty()).isFalse();
    assertThat(html.toString())
        .contains("random-read 1%, fault death", "ONE, QUORUM", "1.12", "1.05", "6.67", "1.02")
        .contains("How far random-read 1%, fault slow-link is from the best");
  }

  @Test
  void aStudyWithoutSuchAPolicyHasNoSection() {
    assertThat(new BestSection(new Context(Samples.demo())).isEmpty()).isTrue();
    assertThat(new Page(Samples.demo(), List.of()).html()).doesNotContain("id=\"best\"");
  }

  @Test
  void aTerminalShowsTheDistanceBelowTheCells() {
    String text = TerminalReport.render(FAULTS, 120, false);

    assertThat(text.lines())
        .anyMatch(line -> line.startsWith("policy ") && line.contains("clairvoyant"))
        .anyMatch(line -> line.startsWith("random-read 1%, fault death ") && line.contains("6.67"))
        .anyMatch(line -> line.startsWith("How far random-read 1%, fault slow-link is"));
    assertThat(TerminalReport.render(Samples.demo(), 120, false)).doesNotContain("clairvoyant");
  }
}
