package org.quorate.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PatientWaitsTest {
  @Test
  void whoSaysNothingWaitsForAMinute() {
    AtomicLong millis = new AtomicLong();
    Awaitility.await()
        .conditionEvaluationListener(
            seen -> millis.set(seen.getElapsedTimeInMS() + seen.getRemainingTimeInMS()))
        .until(() -> true);
    assertThat(millis.get()).isBetween(59_999L, 60_001L);
  }
}
