package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.study.result.RunEvent;

class HeardEventsTest {
  private final AtomicLong now = new AtomicLong();
  private final HeardEvents heard = new HeardEvents(now::get);

  @Test
  void howReplicasStandIsKeptWhileARunIsMeasured() {
    hear(Kind.REPLICA_BEHIND, "before");
    heard.begin();
    now.set(1_500_000_000);
    hear(Kind.REPLICA_BEHIND, "behind");
    hear(Kind.LEVEL_CHANGED, "a level");
    now.set(2_000_000_000);
    hear(Kind.REPLICA_FRESH, "fresh");
    heard.end();
    hear(Kind.REPLICA_SLOW, "after");
    assertThat(heard.events(500_000_000))
        .containsExactly(new RunEvent(1, "behind"), new RunEvent(1.5, "fresh"));
  }

  @Test
  void ofAnotherSessionProblemsAloneAreKept() {
    heard.begin();
    Stream.of(Kind.REPLICA_BEHIND, Kind.EVIDENCE, Kind.REPLICA_FRESH)
        .forEach(kind -> heard.ofAnother().heard(event(kind, "It is " + kind + ".")));

    assertThat(heard.events(0)).isEmpty();
    assertThat(heard.problems()).containsExactly("It is EVIDENCE.");
  }

  @Test
  void onlyTheFirstHundredAreKept() {
    heard.begin();
    for (int i = 0; i < 101; i++) {
      hear(Kind.REPLICA_BEHIND, "event " + i);
    }
    assertThat(heard.events(0)).hasSize(100).last().isEqualTo(new RunEvent(0, "event 99"));
  }

  @Test
  void problemsAreToldOnceAndLossesAreCounted() {
    assertThat(heard.problems()).isEmpty();
    hear(Kind.SOURCE_PROBLEM, "No grant.");
    hear(Kind.SOURCE_PROBLEM, "No grant.");
    hear(Kind.MONITOR_LOST, "lost");
    assertThat(heard.problems())
        .containsExactly(
            "No grant.",
            "The monitor knew nothing recent 1 time, and reads went out at the safe level"
                + " meanwhile.");
  }

  private void hear(Kind kind, String reason) {
    heard.heard(event(kind, reason));
  }

  private static LevelEvent event(Kind kind, String reason) {
    return new LevelEvent(Instant.EPOCH, kind, null, null, null, reason, 0);
  }
}
