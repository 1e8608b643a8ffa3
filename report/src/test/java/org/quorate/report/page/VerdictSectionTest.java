package org.quorate.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.quorate.report.sample.Samples;

class VerdictSectionTest {
  private static String page(int remarks) {
    Html html = new Html();
    new VerdictSection(new Context(Samples.remarked(remarks))).write(html);
    return html.toString();
  }

  @Test
  void aFewRemarksAreAllInSight() {
    assertThat(page(7)).contains("<li>Remark 7.</li></ul>").doesNotContain("<details");
    assertThat(page(1)).contains("<p class=\"more\">Remark 1.</p>");
  }

  @Test
  void ofManyRemarksTheFirstAreInSightAndTheOthersAreCounted() {
    assertThat(page(8))
        .contains("<li>Remark 4.</li></ul>", "<li>Remark 8.</li></ul></details>")
        .contains("<summary>4 more: comparisons, and what to hold against these numbers</summary>");
  }
}
