package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;

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
}
