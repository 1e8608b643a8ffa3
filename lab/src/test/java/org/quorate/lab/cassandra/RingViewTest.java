package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingViewTest {
  private static final Set<String> TWO = Set.of("127.1.1.1", "127.1.1.2");
  private static final Map<String, String> TOKENS = Map.of("1", "127.1.1.1", "2", "127.1.1.2");

  @Test
  void aNodeThatHasJoinedAndSeesAllMissesNothing() {
    assertThat(new RingView("NORMAL", TWO, TOKENS).missing(TWO, 2)).isEmpty();
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThat(new RingView("JOINING", TWO, TOKENS).missing(TWO, 2)).hasValue("it is JOINING");
    assertThat(new RingView("NORMAL", Set.of("127.1.1.1"), TOKENS).missing(TWO, 2))
        .hasValue("it does not see 127.1.1.2");
    assertThat(new RingView("NORMAL", TWO, TOKENS).missing(TWO, 3))
        .hasValue("it knows 2 of 3 tokens");
  }

  @Test
  void aNodeThatIsStoppedOnPurposeIsNotMissed() {
    assertThat(new RingView("NORMAL", Set.of("127.1.1.1"), TOKENS).missing(Set.of("127.1.1.1"), 2))
        .isEmpty();
  }

  @Test
  void oneSchemaOfAllRunningNodesIsAgreement() {
    assertThat(RingView.agreeOnSchema(Map.of("a", List.copyOf(TWO)), TWO)).isTrue();
    assertThat(
            RingView.agreeOnSchema(
                Map.of("a", List.copyOf(TWO), "UNREACHABLE", List.of("127.1.1.3")), TWO))
        .as("the third does not run")
        .isTrue();
    assertThat(
            RingView.agreeOnSchema(
                Map.of("a", List.of("127.1.1.1"), "b", List.of("127.1.1.2")), TWO))
        .isFalse();
    assertThat(
            RingView.agreeOnSchema(
                Map.of("a", List.of("127.1.1.1"), "UNREACHABLE", List.of("127.1.1.2")), TWO))
        .isFalse();
    assertThat(RingView.agreeOnSchema(Map.of(), TWO)).isFalse();
  }
}
