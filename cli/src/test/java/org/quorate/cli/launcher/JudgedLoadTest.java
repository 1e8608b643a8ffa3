package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

final class JudgedLoadTest {
  private static final TruthSetting SETTING =
      new TruthSetting(1, "none", 2_000, "a", "uniform", Level.QUORUM, 2);

  @Test
  void itsReadsAreJudgedAndCounted() throws Exception {
    Forgetful table = new Forgetful();
    try (JudgedLoad load = new JudgedLoad(SETTING.load(), List.of(table, table))) {
      load.fill(1);
      assertThat(table.rows).hasSize(1_000);
      long begun = System.nanoTime();
      load.begin(SETTING.perSecond(), SETTING.writeLevel(), 1);
      await().until(() -> load.endedReads() >= 200);
      load.end();
      JudgedLoad.Reads reads = load.between(begun, System.nanoTime());
      assertThat(reads.reads()).isEqualTo(load.endedReads()).isEqualTo(table.reads.get());
      assertThat(reads.stale()).isEqualTo(table.forgotten.get());
      assertThat(reads.nanos()).hasSize((int) reads.reads()).isSorted();
      assertThat(load.between(begun - 1, begun).reads()).isZero();
      ObserverTruth truth =
          new ObserverTruth(
              SETTING,
              reads,
              reads,
              JsonMapper.builder()
                  .build()
                  .readTree("{\"staleRateLow\": 0.5, \"staleRateHigh\": 1.0, \"pairs\": 7}"),
              12,
              3);
      assertThat(truth.isInside()).isEqualTo(reads.staleRate() >= 0.5);
      assertThat(truth.cost()).isEqualTo(42.0 / reads.reads());
      assertThat(truth.line()).contains("observe 50.000 to 100.000 % (7 pairs");
    }
  }

  /** Answers every other read with a version from before all writes. */
  private static final class Forgetful implements Store {
    private final Map<Long, Long> rows = new ConcurrentHashMap<>();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong forgotten = new AtomicLong();

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      boolean forgets = reads.incrementAndGet() % 2 == 0;
      forgotten.addAndGet(forgets ? 1 : 0);
      completion.completed(Outcome.OK, forgets ? 0 : rows.get(key), null);
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {
      rows.merge(key, version, Math::max);
      completion.completed(Outcome.OK, Completion.NO_VERSION, null);
    }

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
