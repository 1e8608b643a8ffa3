package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Against a node that keeps hints as Cassandra 5.0 does: in memory until they are flushed, in a
 * file that is written until a period begins at which nothing is delivered, in the list, and out of
 * it again while they are delivered.
 */
class HintsOutOfSightTest {
  private static final long MILLI = 1_000_000L;
  private static final int PERIOD = 10_000;
  private static final int WRITE_TIMEOUT = 2_000;
  private static final int BACK = 60_000;

  /** How much later than the first sign of a return another node may learn of it. */
  private static final int LATEST = 1_500;

  private static final UUID KEEPER = new UUID(0, 1);
  private static final UUID TARGET = new UUID(0, 2);
  private static final Duration LONG = Duration.ofHours(1);

  /** In milliseconds. */
  private static final class Keeper {
    private final int flushesAt;
    private final int periodsAt;
    private final int tellsFor;
    private final int liveFrom;
    private final ArrayDeque<Integer> files = new ArrayDeque<>();
    private int inMemory;
    private int inOpenFile;
    private int delivered = -1;

    Keeper(SplittableRandom random, int mostTold) {
      this.flushesAt = random.nextInt(PERIOD);
      this.periodsAt = random.nextInt(PERIOD);
      this.tellsFor = random.nextInt(1, mostTold);
      this.liveFrom = BACK + random.nextInt(LATEST);
    }

    void at(int now) {
      if (isDelivering() && now >= delivered) {
        files.removeFirst();
        delivered = files.isEmpty() ? -1 : now + tellsFor * files.getFirst();
      }
      if (now % PERIOD == flushesAt) {
        inOpenFile += inMemory;
        inMemory = 0;
      }
      // Nothing is done for a node that this one does not know to be back.
      if (now % PERIOD == periodsAt && !isDelivering() && now >= liveFrom) {
        boolean hadFiles = !files.isEmpty();
        if (inOpenFile > 0) {
          files.addLast(inOpenFile);
          inOpenFile = 0;
        }
        if (hadFiles) {
          delivered = now + tellsFor * files.getFirst();
        }
      }
    }

    boolean isDelivering() {
      return delivered >= 0;
    }

    boolean keepsSomething() {
      return inMemory + inOpenFile > 0 || !files.isEmpty();
    }

    Signal seen() {
      int listed = files.size() - (isDelivering() ? 1 : 0);
      return new Signal.Hints(KEEPER, listed > 0 ? Set.of(TARGET) : Set.of(), isDelivering());
    }
  }

  @Test
  void aReplicaIsNeverFreshWhileHintsForItAreOutOfSight() {
    for (int seed = 0; seed < 400; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Keeper keeper = new Keeper(random, random.nextBoolean() ? 10 : 60);
      int lastHint = keeper.liveFrom + random.nextInt(WRITE_TIMEOUT);
      int everyMillis = random.nextInt(200, 3_000);
      ReplicaTracker tracker = new ReplicaTracker();
      tracker.take(
          new Signal.Members(Map.of(KEEPER, "keeper", TARGET, "target"), Set.of(KEEPER, TARGET)),
          0);
      tracker.take(heard(10), 0);
      tracker.take(new Signal.Connection(TARGET, false), 0);
      int empty = -1;
      int fresh = -1;
      for (int now = 0; now < 300_000 && fresh < 0; now++) {
        keeper.inMemory += (now < keeper.liveFrom && now % 100 == 0) || now == lastHint ? 1 : 0;
        keeper.at(now);
        empty = now < lastHint || keeper.keepsSomething() ? -1 : empty < 0 ? now : empty;
        if (now == BACK) {
          tracker.take(heard(11), now * MILLI);
          tracker.take(new Signal.Connection(TARGET, true), now * MILLI);
        }
        if (now % everyMillis == 0) {
          tracker.take(keeper.seen(), now * MILLI);
          fresh = now > BACK && state(tracker) == ReplicaState.FRESH ? now : -1;
        }
      }
      assertThat(fresh).as("fresh by evidence, seed %d", seed).isPositive();
      assertThat(empty).as("everything is delivered, seed %d", seed).isNotNegative();
      assertThat(fresh)
          .as("fresh as soon as evidence can be had, seed %d", seed)
          .isLessThan(Math.max(BACK + 24_000, empty + 12_000) + 3 * everyMillis);
    }
  }

  private static Signal heard(long generation) {
    return new Signal.Heartbeats(
        KEEPER,
        Map.of(
            TARGET, new Signal.Heartbeat(generation, generation, Duration.ZERO),
            KEEPER, new Signal.Heartbeat(7, generation, LONG)));
  }

  private static ReplicaState state(ReplicaTracker tracker) {
    ReplicaStatus status = tracker.statuses().get(TARGET);
    return status == null ? ReplicaState.UNKNOWN : status.state();
  }
}
