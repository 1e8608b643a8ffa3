package org.quorate.lab.cassandra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HintsLackTest {
  private static final Instant SINCE = Instant.parse("2026-11-27T12:00:00Z");
  private static final Map<String, String> PROCESSES = Map.of("node1", "7@1", "node2", "8@1");
  private static final NodeView WHOLE = view(true, Duration.ofHours(3), Set.of(), 0);

  @Test
  void nothingIsLackedWhereEveryKeeperIsWhatItWas() {
    assertThat(lack(Duration.ofHours(2), WHOLE, PROCESSES)).isEmpty();
  }

  @Test
  void keepersThatWereStartedAgainOrAreSilentOrUnknownMayHaveLostSome() {
    assertThat(lack(Duration.ZERO, WHOLE, Map.of("node1", "7@1", "node2", "9@5")))
        .hasValueSatisfying(why -> assertThat(why).startsWith("node2, which kept writes for it,"));
    assertThat(lack(Duration.ZERO, WHOLE, Map.of("node1", "7@1"))).isPresent();
    assertThat(HintsLack.of(rest(Duration.ZERO), "gear", Map.of("node1", WHOLE), PROCESSES))
        .contains("node2, which kept writes for it, does not answer");
    RestEntry unknown = new RestEntry(RestStep.CATCHING_UP, SINCE, SINCE, SINCE, Map.of());
    assertThat(HintsLack.of(unknown, "gear", Map.of(), PROCESSES))
        .contains("it is not known who kept writes for it");
  }

  @Test
  void keepersThatWouldNotHaveKeptAllAreTold() {
    assertThat(lack(Duration.ZERO, view(false, Duration.ofHours(3), Set.of(), 0), PROCESSES))
        .contains("node2 keeps no hints for it");
    assertThat(lack(Duration.ZERO, view(true, Duration.ofHours(3), Set.of("gear"), 0), PROCESSES))
        .contains("node2 keeps no hints for it");
    assertThat(lack(Duration.ZERO, view(true, Duration.ofHours(3), Set.of("dc1"), 0), PROCESSES))
        .isEmpty();
    assertThat(lack(Duration.ZERO, view(true, Duration.ofHours(3), Set.of(), 100), PROCESSES))
        .contains("node2 keeps no more than 100 MiB of hints for a node");
    assertThat(
            lack(Duration.ofMinutes(61), view(true, Duration.ofHours(1), Set.of(), 0), PROCESSES))
        .contains("it was away for 1h1m, longer than the hint window of node2, 1h");
  }

  private static Optional<String> lack(
      Duration away, NodeView second, Map<String, String> processes) {
    return HintsLack.of(rest(away), "gear", Map.of("node1", WHOLE, "node2", second), processes);
  }

  private static RestEntry rest(Duration away) {
    return new RestEntry(
        RestStep.CATCHING_UP, SINCE, SINCE.plus(away), SINCE.plus(away), PROCESSES);
  }

  private static NodeView view(
      boolean writesHints, Duration window, Set<String> withoutHints, int hintsMiB) {
    return new NodeView(
        Set.of(), Set.of(), Map.of(), 0, writesHints, window, withoutHints, hintsMiB);
  }
}
