package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.load.store.Completion;

final class VisibilityProbeTest {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  /** The versions that a server has, by key. */
  private final Map<Long, Long> server = new ConcurrentHashMap<>();

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicBoolean away = new AtomicBoolean();
  private final VisibilityProbe probe = new VisibilityProbe(this::versions);

  private long[] versions(List<Long> keys) throws IOException {
    looks.incrementAndGet();
    if (away.get()) {
      throw new IOException("away");
    }
    return keys.stream()
        .mapToLong(key -> server.getOrDefault(key, Completion.NO_VERSION))
        .toArray();
  }

  @AfterEach
  void close() {
    probe.close();
  }

  @Test
  void aWriteIsVisibleWhenALookHasItsVersion() throws Exception {
    probe.accepted(1, 100);
    awaitLooks(2);
    assertThat(probe.visibility().getTotalCount()).isZero();

    server.put(1L, 100L);
    probe.awaitSeen(PATIENCE);

    assertThat(probe.visibility().getTotalCount()).isEqualTo(1);
    assertThat(probe.visibility().getMaxValue()).isGreaterThan(1_000_000);
    assertThat(probe.notes())
        .singleElement()
        .asString()
        .startsWith("Visibility is that of 1 writes, at most 2 a second, looked for every 50 ms");
  }

  /** The probe's reads load servers whose throughput and energy are measured. */
  @Test
  void aWriteThatIsKeptBackForLongIsSeldomLookedAt() {
    assertThat(looksUntil(100)).isEqualTo(3);
    assertThat(looksUntil(1_000)).isEqualTo(13);
    assertThat(looksUntil(10_000)).isEqualTo(23);
  }

  private static int looksUntil(long millis) {
    int looks = 1;
    for (long age = 0; age < TimeUnit.MILLISECONDS.toNanos(millis); looks++) {
      age += VisibilityProbe.untilNextLook(age);
    }
    return looks;
  }

  @Test
  void aNewerVersionShowsThatItWasVisible() throws Exception {
    server.put(1L, 101L);
    probe.accepted(1, 100);

    probe.awaitSeen(PATIENCE);

    assertThat(probe.visibility().getTotalCount()).isEqualTo(1);
  }

  @Test
  void anOlderVersionIsNotTheWrite() throws Exception {
    server.put(1L, 99L);
    probe.accepted(1, 100);
    awaitLooks(3);

    probe.awaitSeen(TimeUnit.MILLISECONDS.toNanos(1));

    assertThat(probe.visibility().getTotalCount()).isZero();
    assertThat(probe.notes())
        .containsExactly("1 writes that were looked for were not seen before the run was over.");
  }

  @Test
  void ofManyWritesOnlySomeAreLookedFor() throws Exception {
    List<Long> keys = new ArrayList<>();
    long start = System.nanoTime();
    for (long key = 0; key < 100_000; key++) {
      keys.add(key);
      probe.accepted(key, 1);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    keys.forEach(key -> server.put(key, 1L));
    probe.awaitSeen(PATIENCE);

    assertThat(probe.visibility().getTotalCount())
        .isBetween(1L, (long) (1 + VisibilityProbe.MOST_PER_SECOND * seconds));
  }

  @Test
  void looksThatFailAreCountedAndDoNotEndIt() throws Exception {
    away.set(true);
    probe.accepted(1, 100);
    awaitLooks(2);
    server.put(1L, 100L);
    away.set(false);

    probe.awaitSeen(PATIENCE);

    assertThat(probe.visibility().getTotalCount()).isEqualTo(1);
    assertThat(probe.notes()).anyMatch(note -> note.contains("looks for writes failed"));
  }

  @Test
  void forgetsWritesOfBefore() throws Exception {
    probe.accepted(1, 100);
    awaitLooks(1);

    probe.begin();
    server.put(1L, 100L);
    probe.awaitSeen(PATIENCE);

    assertThat(probe.visibility().getTotalCount()).isZero();
    assertThat(probe.notes()).isEmpty();
  }

  private void awaitLooks(int more) {
    int before = looks.get();
    await().until(() -> looks.get() >= before + more);
  }
}
