package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.level.Level;

final class PolicyParserTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ONE",
        "QUORUM",
        "harmony 20%",
        "harmony-per-key 5%",
        "random-read 0.1%",
        "harmony 0%",
        "harmony 100%",
        "harmony 33.3%"
      })
  void aPolicyIsWrittenAsItIsRead(String text) {
    assertThat(PolicyParser.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "harmony 0.2, harmony 20%",
    "harmony .5, harmony 50%",
    "harmony 1, harmony 100%",
    "harmony  7 %, harmony 7%",
    "random-read 0.001, random-read 0.1%",
    "' QUORUM ', QUORUM"
  })
  void otherFormsMeanTheSame(String text, String canonical) {
    assertThat(PolicyParser.parse(text)).isEqualTo(PolicyParser.parse(canonical));
    assertThat(PolicyParser.parse(text)).hasToString(canonical);
  }

  @Test
  void aFixedPolicyKnowsItsLevelAndAnAdaptiveOneHasNone() {
    assertThat(PolicyParser.parse("TWO").fixedLevel()).contains(Level.TWO);
    assertThat(PolicyParser.parse("harmony 20%").fixedLevel()).isEmpty();
  }

  @Test
  void eachBecomesItsPolicy() {
    assertThat(PolicyParser.parse("ALL")).isEqualTo(new StaticPolicy(Level.ALL));
    assertThat(PolicyParser.parse("harmony 20%"))
        .isEqualTo(new TolerancePolicy(StalenessModels.named("harmony"), 0.2));
    assertThat(PolicyParser.parse("harmony 20%").acceptedRate()).hasValue(0.2);
    assertThat(PolicyParser.parse("harmony 20%").modelName()).contains("harmony");
  }

  @Test
  void everyPolicyOfTheRegistryIsReadByItsName() {
    for (String name : Policies.names()) {
      ConsistencyPolicy policy = PolicyParser.parse(name + " 1.5%");
      assertThat(policy).isEqualTo(Policies.of(name, 0.015)).hasToString(name + " 1.5%");
      assertThat(policy.name()).isEqualTo(name + " 1.5%");
      assertThat(PolicyParser.isAdaptive(policy.name())).isTrue();
    }
    assertThat(PolicyParser.isAdaptive("QUORUM")).isFalse();
    assertThat(PolicyParser.isAdaptive("two words")).as("no policy").isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "harmny 20%      | Did you mean harmony?",
        "QUORUN          | Did you mean QUORUM?",
        "one             | Did you mean ONE?",
        "EACH_QUORUM     | a level of writes here",
        "QUORUM 5%       | a level stands alone",
        "harmony         | has no tolerance; write for example harmony 20%",
        "harmony 20      | above 1; it is the largest share of reads that may be stale, from 0% to"
            + " 100%, so write 20% for percent.",
        "harmony 120%    | above 1",
        "harmony -0.1    | is not a tolerance",
        "harmony twenty  | is not a tolerance",
        "harmony 20% 30% | is not a tolerance",
        "''              | is no policy"
      })
  void whatIsNoPolicyIsRefused(String text, String message) {
    assertThatThrownBy(() -> PolicyParser.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void modelsAreKnownByTheirOwnNames() {
    assertThat(StalenessModels.names())
        .containsExactly("harmony", "harmony-per-key", "random-read", "pbs");
    assertThat(StalenessModels.all())
        .allSatisfy(model -> assertThat(StalenessModels.named(model.name())).isSameAs(model));
    assertThatThrownBy(() -> StalenessModels.named("random-reed"))
        .hasMessageContaining("Did you mean random-read?");
  }
}
