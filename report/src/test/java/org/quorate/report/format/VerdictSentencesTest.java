package org.quorate.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.quorate.report.sample.Samples;

class VerdictSentencesTest {
  @Test
  void sentencesAreSortedByWhatTheyRepeat() {
    VerdictSentences verdict = VerdictSentences.of(Samples.demo());
    assertThat(verdict.headline()).startsWith("With writes at ONE");
    assertThat(verdict.cells()).hasSize(2).allMatch(sentence -> sentence.startsWith("Read ONE"));
    assertThat(verdict.remarks()).hasSize(2).noneMatch(sentence -> sentence.startsWith("Not seen"));
  }

  @Test
  void aStudyWithoutAVerdictHasItsTitleForOne() {
    assertThat(VerdictSentences.of(Samples.empty()).headline()).isEqualTo(Samples.empty().title());
  }
}
