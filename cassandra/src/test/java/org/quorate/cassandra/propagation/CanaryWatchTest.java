package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.propagation.CanaryWatch.Sighting;

class CanaryWatchTest {
  private static final int ROUND_MILLIS = 100;

  private final VirtualTime time = new VirtualTime();
  private final AtomicInteger reads = new AtomicInteger(1000);
  private final long acknowledged = time.getAsLong();

  /** Each read takes this long, and the replica is asked in its middle. */
  private int readMillis = 2;

  @Test
  void theLastMissAndTheFirstHitBoundIt() throws Exception {
    // Reads are asked at 1, 3, 5, 7 ms ...: that at 7 is the first that sees what arrived at 6.
    Sighting sighting = watch(6);
    assertThat(sighting).isEqualTo(new Sighting.Seen(new VisibilityInterval(0.005, 0.007)));
    assertThat(reads).hasValue(996);
  }

  @Test
  void whatIsThereAtOnceTookNoTime() throws Exception {
    Sighting sighting = watch(0);
    assertThat(sighting).isEqualTo(new Sighting.Seen(new VisibilityInterval(0, 0.001)));
  }

  @Test
  void withoutEndItIsLostWhenTheTimeIsUp() throws Exception {
    assertThat(watch(Long.MAX_VALUE)).isEqualTo(new Sighting.Lost());
    assertThat(reads).hasValue(1000 - ROUND_MILLIS / readMillis);
  }

  @Test
  void itIsLostWhenTheReadsAreUsedUp() throws Exception {
    reads.set(3);
    assertThat(watch(20)).isEqualTo(new Sighting.Lost());
  }

  @Test
  void aReplicaThatFailsIsNotAskedAgain() throws Exception {
    IllegalStateException broken = new IllegalStateException("broken");
    Sighting sighting = run(timeout -> CompletableFuture.failedFuture(broken));
    assertThat(sighting).isEqualTo(new Sighting.Unanswered(broken));
    assertThat(reads).hasValue(999);
  }

  @Test
  void aLastReadThatTheRoundsEndCutsOffIsALoss() throws Exception {
    readMillis = 40;
    Sighting sighting =
        run(
            timeout -> {
              if (timeout.toMillis() < readMillis) {
                time.pass(timeout.toMillis());
                return CompletableFuture.failedFuture(new IllegalStateException("timeout"));
              }
              time.pass(readMillis);
              return CompletableFuture.completedFuture(false);
            });
    assertThat(sighting).isEqualTo(new Sighting.Lost());
  }

  @Test
  void theTallyTellsWhatItDoesNotAverage() {
    CanaryTally tally = new CanaryTally();
    tally.add(new Sighting.Seen(new VisibilityInterval(0, 1)));
    assertThat(tally.notes()).isEmpty();
    tally.add(new Sighting.Lost());
    tally.add(new Sighting.Unanswered(new IllegalStateException("broken")));
    tally.addUnreachable(2);
    assertThat(tally.intervals()).containsExactly(new VisibilityInterval(0, 1));
    assertThat(tally.lastFailure()).hasMessage("broken");
    assertThat(tally.notes())
        .isEqualTo(
            List.of(
                "Replicas that did not show a canary within the round: 1, against 1 that did; they"
                    + " are left out, so the time is too low.",
                "Replicas that failed to answer reads of a canary, left out: 1.",
                "Replicas that are down or that this session does not connect to, left out: 2."));
  }

  private Sighting watch(long arrivesAfterMillis) throws Exception {
    return run(
        timeout -> {
          time.pass(readMillis / 2);
          long since = TimeUnit.NANOSECONDS.toMillis(time.getAsLong() - acknowledged);
          time.pass(readMillis / 2);
          return CompletableFuture.completedFuture(since >= arrivesAfterMillis);
        });
  }

  private Sighting run(CanaryWatch.Look look) throws Exception {
    return new CanaryWatch(
            look,
            acknowledged,
            acknowledged + Duration.ofMillis(ROUND_MILLIS).toNanos(),
            reads,
            time)
        .run()
        .toCompletableFuture()
        .get(1, TimeUnit.SECONDS);
  }
}
