package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.NodeAddress;

class TraceEventsTest {
  private static final UUID TRACE = new UUID(1, 1);
  private static final NodeAddress COORDINATOR = new NodeAddress("10.0.0.1", 7000);

  private static final Map<UUID, TraceEvent> REQUEST =
      event(1, 100, "Sending READ_REQ message to /10.0.0.2:7000 message size 9 bytes");
  private static final Map<UUID, TraceEvent> RESPONSE =
      event(2, 300, "READ_RSP message received from /10.0.0.2:7000");

  private final List<Duration> pauses = new ArrayList<>();
  private final List<CompletionStage<Map<UUID, TraceEvent>>> answers = new ArrayList<>();
  private int looks;

  private final TraceEvents events =
      new TraceEvents(
          trace -> {
            assertThat(trace).isEqualTo(TRACE);
            return answers.get(Math.min(looks++, answers.size() - 1));
          },
          time -> {
            pauses.add(time);
            return CompletableFuture.completedFuture(null);
          });

  @Test
  void itLooksAgainUntilAllIsThereAndPutsTogetherWhatSeveralNodesHave() {
    answers.add(CompletableFuture.completedFuture(Map.of()));
    answers.add(CompletableFuture.completedFuture(REQUEST));
    answers.add(CompletableFuture.completedFuture(RESPONSE));
    TraceLegs legs =
        events.legs(TRACE, found -> !found.legs().isEmpty()).toCompletableFuture().join();
    assertThat(legs.legs())
        .singleElement()
        .extracting(TraceLegs.Leg::roundTripSeconds)
        .isEqualTo(0.0002);
    assertThat(looks).isEqualTo(3);
    assertThat(pauses).isEqualTo(TraceEvents.PAUSES.subList(0, 3));
  }

  @Test
  void itEndsWithWhatIsThereWhenNothingMoreComes() {
    answers.add(CompletableFuture.completedFuture(REQUEST));
    assertThat(events.legs(TRACE, found -> false).toCompletableFuture().join().legs()).isEmpty();
    assertThat(looks).isEqualTo(TraceEvents.PAUSES.size());
    assertThat(pauses.stream().mapToLong(Duration::toMillis).sum()).isLessThan(2_000);
  }

  @Test
  void aLookThatFailsIsTheLast() {
    PropagationException refused = new PropagationException("No.");
    answers.add(CompletableFuture.failedFuture(refused));
    CompletableFuture<TraceLegs> legs = events.legs(TRACE, found -> false).toCompletableFuture();
    assertThat(legs.handle((found, failure) -> Failures.cause(failure)).join()).isSameAs(refused);
    assertThat(looks).isEqualTo(1);
  }

  private static Map<UUID, TraceEvent> event(int id, int micros, String activity) {
    return Map.of(new UUID(0, id), new TraceEvent(COORDINATOR, activity, OptionalInt.of(micros)));
  }
}
