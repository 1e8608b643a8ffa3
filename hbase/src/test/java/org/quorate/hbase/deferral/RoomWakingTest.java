package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.setting.Capacity;
import org.quorate.hbase.setting.StalenessBound;
import org.quorate.hbase.setting.WhenFull;

/** When calls are woken that wait though the room is not full, since their share is used up. */
@Timeout(60)
class RoomWakingTest {
  private static final int ALL = 1_600;

  /** What one of several may have, seven eighths. */
  private static final int SHARE = 1_400;

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final AtomicInteger looks = new AtomicInteger();
  private final FairShares shares = new FairShares(TimeUnit.HOURS.toNanos(1));
  private final ServerShare full = shares.of(TableName.valueOf("full")).on("server");
  private final ServerShare other = shares.of(TableName.valueOf("other")).on("server");
  private final Room room =
      new Room(
          new StalenessBound(Duration.ofHours(1), ALL, Long.MAX_VALUE),
          new Capacity(ALL, WhenFull.BLOCK, Duration.ofHours(1)),
          new DeferralTally(List.of()),
          () -> {},
          Room.LOOKS_AGAIN);

  @AfterEach
  void endThreads() {
    pool.shutdownNow();
  }

  @Test
  void aCallWaitsForAGoodPartOfWhatWasTakenAndNotForEachWrite() throws Exception {
    PendingWrite pending = pending(SHARE, full);
    assertThat(room.take(SHARE, full, Long.MAX_VALUE, () -> false)).isTrue();
    full.add(pending);
    Future<Boolean> waiting = pool.submit(() -> room.take(10, full, Long.MAX_VALUE, this::looks));
    await().until(() -> looks.get() > 0);
    int before = looks.get();
    long begin = System.nanoTime();
    for (int write = 0; write < 20_000; write++) {
      assertThat(room.take(1, other, Long.MAX_VALUE, () -> false)).isTrue();
      room.giveBack(1);
    }
    long looksByItself = 1 + (System.nanoTime() - begin) / TimeUnit.MILLISECONDS.toNanos(50);
    assertThat((long) looks.get() - before).isLessThanOrEqualTo(10 + 2 * looksByItself);
    full.remove(pending);
    room.giveBack(SHARE);
    assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(room.taken()).isEqualTo(10);
  }

  @Test
  void aCallThatWaitsForAStuckServerIsWokenWhenThatAnswers() throws Exception {
    Room patient =
        new Room(
            new StalenessBound(Duration.ofHours(1), ALL, Long.MAX_VALUE),
            new Capacity(ALL, WhenFull.BLOCK, Duration.ofHours(1)),
            new DeferralTally(List.of()),
            () -> {},
            Long.MAX_VALUE);
    PendingWrite pending = pending(SHARE, full);
    assertThat(patient.take(SHARE, full, Long.MAX_VALUE, () -> false)).isTrue();
    full.add(pending);
    full.late();
    shares.look(TimeUnit.HOURS.toNanos(2));
    assertThat(full.isStuck()).isTrue();
    Future<Boolean> waiting =
        pool.submit(() -> patient.take(10, full, Long.MAX_VALUE, this::looks));
    await().until(() -> looks.get() > 0);
    full.remove(pending);
    patient.giveBack(SHARE);
    assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
  }

  private boolean looks() {
    looks.incrementAndGet();
    return false;
  }

  private static PendingWrite pending(long bytes, ServerShare share) {
    return new PendingWrite(new Put(Bytes.toBytes("a")), null, 1, bytes, share);
  }
}
