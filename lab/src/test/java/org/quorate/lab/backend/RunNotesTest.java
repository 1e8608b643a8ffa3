package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.quorate.load.LoadOutcome;

final class RunNotesTest {
  @Test
  void aLoadThatWaitedForThreadsIsToldOfThem() {
    assertThat(RunNotes.threads(sentLate(40), 64, 4096))
        .hasSize(1)
        .allMatch(note -> note.startsWith("At most 64 operations were under way at once"))
        .allMatch(note -> note.contains("max-in-flight is 4096"));
  }

  @Test
  void threadsThatNobodyWaitedForAreNotWorthTelling() {
    assertThat(RunNotes.threads(sentLate(1), 64, 4096)).isEmpty();
  }

  @Test
  void aLoadThatHadAllThatItAskedForWaitedForTheStore() {
    assertThat(RunNotes.threads(sentLate(40), 64, 64)).isEmpty();
  }

  private static LoadOutcome sentLate(long millis) {
    Histogram lag = new Histogram(3);
    lag.recordValue(TimeUnit.MILLISECONDS.toNanos(millis));
    return new LoadOutcome(0, 1, 1, 1, 1, 0, lag, Map.of(), List.of(), List.of(), null);
  }
}
