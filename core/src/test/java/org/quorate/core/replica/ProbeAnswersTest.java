package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProbeAnswersTest {
  private static final List<UUID> NODES =
      LongStream.range(0, 5).mapToObj(number -> new UUID(0, number)).toList();

  private final ProbeAnswers answers = new ProbeAnswers();

  private void took(int times, long millis, List<UUID> nodes) {
    for (int i = 0; i < times; i++) {
      nodes.forEach(node -> answers.took(node, millis * 1_000_000));
    }
  }

  @Test
  void aNodeThatHasLeftOrIsFastAgainDoesNotCountAmongTheSlow() {
    took(40, 5, NODES);
    took(8, 100, NODES.subList(0, 3));
    assertThat(answers.slowness(NODES.get(0))).contains(" so do most nodes");
    took(8, 5, NODES.subList(2, 3));
    assertThat(answers.slowness(NODES.get(0)))
        .as("2 of 5")
        .isEqualTo("It answers in 100 ms, where it took 5 ms before, and most others do not.");
    assertThat(answers.slowness(NODES.get(2))).isEmpty();
    took(8, 100, NODES.subList(2, 3));
    assertThat(answers.slowness(NODES.get(0))).contains(" so do most nodes");
    Set<UUID> rest = new HashSet<>(NODES.subList(2, 5));
    answers.retain(rest);
    assertThat(answers.slowness(NODES.get(0))).isEmpty();
    assertThat(answers.slowness(NODES.get(2))).as("1 of 3").contains(" most others do not");
  }
}
