package org.quorate.cassandra.recency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.quorate.core.policy.CompiledDecision.Cause;

class ReturnDelaysTest {
  private static final long MILLISECOND = 1_000_000;

  private long now = -7;
  private final TableMemory memory = new TableMemory(MemorySettings.DEFAULT, () -> now);

  private void raisedAfter(long nanos, Cause cause) {
    now += nanos;
    memory.raised(cause);
  }

  private long[] counts() {
    long[] counts = new long[ReturnDelays.WITHIN.size() + 1];
    for (int bound = 0; bound < counts.length; bound++) {
      counts[bound] = memory.returns().within(bound);
    }
    return counts;
  }

  @Test
  void onlyTheFirstReadThatARangeRaisedAfterAReturnCounts() {
    raisedAfter(1, Cause.TOKEN_RANGE);
    assertThat(counts()).containsOnly(0);
    memory.returned();
    raisedAfter(5 * MILLISECOND, Cause.RECENT_WRITE);
    assertThat(counts()).containsOnly(0);
    raisedAfter(5 * MILLISECOND, Cause.TOKEN_RANGE);
    raisedAfter(1, Cause.TOKEN_RANGE);
    assertThat(counts()).as("10 ms is within 10 ms").containsExactly(0, 1, 1, 1, 1, 1);
    memory.returned();
    raisedAfter(10_001 * MILLISECOND, Cause.TOKEN_RANGE);
    memory.returned();
    raisedAfter(0, Cause.TOKEN_RANGE);
    assertThat(counts()).containsExactly(1, 2, 2, 2, 2, 3);
  }

  @Test
  void aReturnThatNoReadFollowedIsForgottenOnceNothingIsRaisedForIt() {
    memory.returned();
    memory.lowered();
    raisedAfter(3_600_000 * MILLISECOND, Cause.TOKEN_RANGE);
    assertThat(counts()).containsOnly(0);
  }

  @Test
  void aReturnThatNoReadFollowedIsForgottenAtTheNext() {
    memory.returned();
    now += 60_000 * MILLISECOND;
    memory.returned();
    raisedAfter(MILLISECOND, Cause.TOKEN_RANGE);
    assertThat(counts()).containsOnly(1);
  }
}
