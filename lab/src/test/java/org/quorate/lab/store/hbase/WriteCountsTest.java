package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.quorate.load.store.DeferredWrites;

final class WriteCountsTest {
  private final WriteCounts counts = new WriteCounts();

  @Test
  void tellsWhatHasBecomeOfAcceptedWrites() {
    for (int i = 0; i < 5; i++) {
      counts.accepted();
    }
    counts.acknowledged(1_000_000);
    counts.acknowledged(3_000_000);
    counts.acknowledged(-5);
    counts.failed("NoFamily");
    assertThat(counts.unfinished()).isEqualTo(1);

    DeferredWrites writes = writes();

    assertThat(writes.accepted()).isEqualTo(5);
    assertThat(writes.acknowledged()).isEqualTo(3);
    assertThat(writes.failed()).isEqualTo(Map.of("NoFamily", 1L));
    assertThat(writes.lost()).isEqualTo(2);
    assertThat(writes.unfinished()).isEqualTo(1);
    assertThat(writes.acknowledgement().getTotalCount()).isEqualTo(3);
    assertThat(writes.acknowledgement().getMinValue()).isZero();
    assertThat(writes.acknowledgement().getMaxValue()).isBetween(2_990_000L, 3_010_000L);
    assertThat(writes.notes()).containsExactly("a note");
  }

  @Test
  void aWriteThatWasToldTwiceCountsOnce() {
    counts.accepted();
    counts.accepted();
    counts.acknowledged(1);
    counts.acknowledged(1);
    counts.acknowledged(1);
    counts.failed("ClientTimeout");

    assertThat(writes().acknowledged()).isEqualTo(1);
  }

  @Test
  void keepsTheLatestMissesAndCountsAll() {
    for (int i = 0; i < 1_200; i++) {
      counts.missed(new DeferredWrites.Miss(Instant.EPOCH, Duration.ofMillis(i), "a cause"));
    }

    DeferredWrites writes = writes();

    assertThat(writes.missed()).isEqualTo(Map.of("a cause", 1_200L));
    assertThat(writes.latestMisses()).hasSize(1_000);
    assertThat(writes.latestMisses().get(999).delay()).isEqualTo(Duration.ofMillis(1_199));
  }

  @Test
  void forgetsWhatWasBefore() {
    counts.accepted();
    counts.acknowledged(1);
    counts.failed("Other");
    counts.missed(new DeferredWrites.Miss(Instant.EPOCH, Duration.ofMillis(1), "a cause"));

    counts.begin();
    DeferredWrites writes = writes();

    assertThat(writes.accepted()).isZero();
    assertThat(writes.acknowledged()).isZero();
    assertThat(writes.failed()).isEmpty();
    assertThat(writes.missed()).isEmpty();
    assertThat(writes.latestMisses()).isEmpty();
    assertThat(writes.acknowledgement().getTotalCount()).isZero();
  }

  private DeferredWrites writes() {
    return counts.writes(Duration.ofSeconds(1), new Histogram(3), List.of("a note"));
  }
}
