package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.setting.Capacity;
import org.quorate.hbase.setting.StalenessBound;
import org.quorate.hbase.setting.WhenFull;

class RoomTest {
  private static final long UNLIMITED = Long.MAX_VALUE;
  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration FOR_EVER = Duration.ofHours(1);
  private static final ServerShare ALONE = PendingWritesCase.alone();

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final AtomicInteger pressures = new AtomicInteger();

  @AfterEach
  void endThreads() {
    pool.shutdownNow();
  }

  @Test
  void takesAsMuchAsTheSmallerLimit() throws IOException {
    Room room = room(1_000, UNLIMITED, 400, WhenFull.FAIL);
    take(room, 300);
    assertThatThrownBy(() -> take(room, 101)).isInstanceOf(DeferralFullException.class);
    take(room, 100);
    assertThat(room.taken()).isEqualTo(400);
    assertThat(room.wanted()).isTrue();
    assertThat(room.wanted()).as("since it was asked").isFalse();
  }

  @Test
  void aWriteLargerThanTheRoomIsLetInAlone() throws IOException {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.FAIL);
    take(room, 5_000);
    assertThatThrownBy(() -> take(room, 1)).isInstanceOf(DeferralFullException.class);
    room.giveBack(5_000);
    take(room, 1);
    assertThatThrownBy(() -> take(room, 5_000)).isInstanceOf(DeferralFullException.class);
  }

  @Test
  void whatIsAllowedHoldsWithinTheLimit() throws IOException {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.FAIL);
    room.allow(100);
    take(room, 100);
    assertThatThrownBy(() -> take(room, 1)).isInstanceOf(DeferralFullException.class);
    room.allow(5_000);
    take(room, 900);
    assertThatThrownBy(() -> take(room, 1)).isInstanceOf(DeferralFullException.class);
  }

  @Test
  void aCallThatWaitsGoesOnWhenThereIsRoom() throws Exception {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.BLOCK);
    take(room, 1_000);
    Future<?> waiting = start(room, 500);
    await().until(() -> pressures.get() == 1);
    room.giveBack(1_000);
    waiting.get(60, TimeUnit.SECONDS);
    assertThat(room.taken()).isEqualTo(500);
    assertThat(room.pressed()).isFalse();
  }

  @Test
  void aCallThatWaitsGoesOnWhenMoreIsAllowed() throws Exception {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.BLOCK);
    room.allow(100);
    take(room, 100);
    Future<?> waiting = start(room, 500);
    await().until(room::pressed);
    room.allow(1_000);
    waiting.get(60, TimeUnit.SECONDS);
  }

  @Test
  void whatAListenerWritesFindsRoomAsIfRefusedWritesTookNone() throws IOException {
    Room room = room(1_000, 3, 1_000, WhenFull.FAIL);
    for (int write = 0; write < 3; write++) {
      take(room, 300);
    }
    room.keepRefused(300);
    room.keepRefused(300);
    assertThatThrownBy(() -> take(room, 1)).isInstanceOf(DeferralFullException.class);
    boolean within = InListener.enter();
    try {
      take(room, 300);
      assertThatThrownBy(() -> take(room, 401)).isInstanceOf(DeferralFullException.class);
      take(room, 400);
      assertThatThrownBy(() -> take(room, 0)).isInstanceOf(DeferralFullException.class);
      room.giveBackRefused(300);
      assertThatThrownBy(() -> take(room, 0)).isInstanceOf(DeferralFullException.class);
    } finally {
      InListener.leave(within);
    }
    assertThat(room.taken()).isEqualTo(1_300);
  }

  @Test
  void listenersWhoseWritesAreRefusedTakeTwiceTheRoomAtMost() throws IOException {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.FAIL);
    boolean within = InListener.enter();
    try {
      for (int write = 0; write < 20; write++) {
        take(room, 100);
        room.keepRefused(100);
      }
      assertThatThrownBy(() -> take(room, 1)).isInstanceOf(DeferralFullException.class);
    } finally {
      InListener.leave(within);
    }
    assertThat(room.taken()).isEqualTo(2_000);
  }

  @Test
  void aListenersWriteLargerThanTheRoomIsLetInBesideRefusedOnes() throws IOException {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.FAIL);
    take(room, 400);
    room.keepRefused(400);
    boolean within = InListener.enter();
    try {
      take(room, 5_000);
      assertThatThrownBy(() -> take(room, 5_000)).isInstanceOf(DeferralFullException.class);
    } finally {
      InListener.leave(within);
    }
  }

  @Test
  void oneThatIsTooLargeDoesNotKeepOutThoseThatFit() throws Exception {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.BLOCK);
    take(room, 900);
    take(room, 90);
    Future<?> large = start(room, 900);
    await().until(room::pressed);
    Future<?> small = start(room, 50);
    room.giveBack(90);
    small.get(60, TimeUnit.SECONDS);
    assertThat(large.isDone()).isFalse();
    room.giveBack(50);
    room.giveBack(900);
    large.get(60, TimeUnit.SECONDS);
  }

  @Test
  void aCallThatWaitsFailsWhenTheRoomIsClosed() {
    Room room = room(UNLIMITED, 1, UNLIMITED, WhenFull.BLOCK);
    Future<?> first = start(room, 1);
    assertThat(first).succeedsWithin(Duration.ofSeconds(60));
    Future<?> waiting = start(room, 1);
    await().until(room::pressed);
    room.close();
    assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> take(room, 1)).hasMessageContaining("closed");
  }

  @Test
  void aCallThatIsInterruptedTookNothing() throws Exception {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.BLOCK);
    take(room, 1_000);
    Thread[] thread = new Thread[1];
    Future<Class<?>> waiting =
        pool.submit(
            () -> {
              thread[0] = Thread.currentThread();
              try {
                take(room, 1);
                return Void.class;
              } catch (InterruptedIOException e) {
                return e.getClass();
              }
            });
    await().until(room::pressed);
    thread[0].interrupt();
    assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo(InterruptedIOException.class);
    assertThat(room.taken()).isEqualTo(1_000);
  }

  @Test
  void manyThreadsNeverTakeTooMuchAndNoneIsForgotten() throws Exception {
    Room room = room(UNLIMITED, 10, UNLIMITED, WhenFull.BLOCK);
    AtomicLong inside = new AtomicLong();
    AtomicLong most = new AtomicLong();
    List<Future<?>> threads = new ArrayList<>();
    for (int thread = 0; thread < 16; thread++) {
      Callable<?> writer =
          () -> {
            for (int write = 0; write < 2_000; write++) {
              take(room, 7);
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              inside.decrementAndGet();
              room.giveBack(7);
            }
            return null;
          };
      threads.add(pool.submit(writer));
    }
    for (Future<?> thread : threads) {
      thread.get(60, TimeUnit.SECONDS);
    }
    assertThat(most.get()).isLessThanOrEqualTo(10);
    assertThat(room.taken()).isZero();
  }

  /** The second may come when the first is counted and its bytes are not. */
  @Test
  void twoThatComeToAnEmptyRoomAtOnceDoNotTakeMoreThanThereIs() throws Exception {
    Room room = room(10, UNLIMITED, 10, WhenFull.FAIL);
    AtomicLong most = new AtomicLong();
    List<Future<?>> threads = new ArrayList<>();
    for (long size : new long[] {6, 7, 8, 9}) {
      Callable<?> writer =
          () -> {
            for (int write = 0; write < 20_000; write++) {
              try {
                take(room, size);
              } catch (DeferralFullException e) {
                continue;
              }
              most.accumulateAndGet(room.taken(), Math::max);
              room.giveBack(size);
            }
            return null;
          };
      threads.add(pool.submit(writer));
    }
    for (Future<?> thread : threads) {
      thread.get(60, TimeUnit.SECONDS);
    }
    assertThat(most.get()).isBetween(6L, 10L);
    assertThat(room.taken()).isZero();
  }

  @Test
  void aWriteLargerThanTheWindowIsLetInWhenItHasWaitedForTheBound() throws Exception {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.BLOCK);
    room.allow(100);
    take(room, 90);
    long began = System.nanoTime();
    Future<Long> large = startTimed(room, 500);
    Future<Long> next = startTimed(room, 300);
    await().until(() -> large.isDone() || next.isDone());
    boolean largeFirst = large.isDone();
    Future<Long> second = largeFirst ? next : large;
    assertThat((largeFirst ? large : next).get() - began).isGreaterThanOrEqualTo(BOUND.toNanos());
    assertThatThrownBy(() -> second.get(500, TimeUnit.MILLISECONDS))
        .as("one at a time")
        .isInstanceOf(TimeoutException.class);
    room.giveBack(largeFirst ? 500 : 300);
    second.get(60, TimeUnit.SECONDS);
  }

  @Test
  void aSmallWriteDoesNotWaitForALargeOneThatCameBefore() throws Exception {
    Room room = room(1_000, UNLIMITED, new Capacity(1_000, WhenFull.BLOCK, FOR_EVER), FOR_EVER);
    room.allow(100);
    take(room, 90);
    Future<?> large = start(room, 500);
    await().until(room::pressed);
    take(room, 10);
    assertThat(large).isNotDone();
    room.allow(600);
    large.get(60, TimeUnit.SECONDS);
  }

  @Test
  void whoDoesNotWaitMayExceedTheWindowOnceWithALargeWrite() throws IOException {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.FAIL);
    room.allow(100);
    take(room, 50);
    assertThatThrownBy(() -> take(room, 60)).isInstanceOf(DeferralFullException.class);
    take(room, 500);
    assertThatThrownBy(() -> take(room, 300)).isInstanceOf(DeferralFullException.class);
    room.giveBack(500);
    assertThatThrownBy(() -> take(room, 951))
        .as("memory")
        .isInstanceOf(DeferralFullException.class);
    take(room, 950);
  }

  /** No time to wait is no reason to keep it out for good. */
  @Test
  void whoWaitsForNoTimeMayExceedTheWindowOnceToo() throws IOException {
    Room room = room(1_000, UNLIMITED, new Capacity(1_000, WhenFull.BLOCK, Duration.ZERO));
    room.allow(100);
    take(room, 50);
    take(room, 500);
    assertThatThrownBy(() -> take(room, 60)).isInstanceOf(DeferralFullException.class);
    assertThat(room.pressed()).isTrue();
    room.giveBack(500);
    room.giveBack(50);
    assertThat(room.pressed()).isFalse();
    take(room, 60);
  }

  @Test
  void aRefusalPressesUntilAGoodPartIsFree() throws IOException {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.FAIL);
    take(room, 10);
    take(room, 990);
    assertThat(room.pressed()).isFalse();
    assertThatThrownBy(() -> take(room, 1)).isInstanceOf(DeferralFullException.class);
    assertThatThrownBy(() -> take(room, 1)).isInstanceOf(DeferralFullException.class);
    assertThat(room.pressed()).isTrue();
    assertThat(pressures).as("once").hasValue(1);
    room.giveBack(10);
    assertThat(room.pressed()).isTrue();
    room.giveBack(990);
    assertThat(room.pressed()).isFalse();
  }

  @Test
  void aCallThatHasSomethingMoreImportantToDoStopsWaiting() throws Exception {
    Room room = room(1_000, UNLIMITED, 1_000, WhenFull.BLOCK);
    take(room, 1_000);
    AtomicBoolean important = new AtomicBoolean();
    Future<Boolean> waiting = pool.submit(() -> room.take(1, ALONE, UNLIMITED, important::get));
    await().until(room::pressed);
    important.set(true);
    assertThat(waiting.get(60, TimeUnit.SECONDS)).isFalse();
    assertThat(room.taken()).isEqualTo(1_000);
  }

  private static void take(Room room, long size) throws IOException {
    assertThat(room.take(size, ALONE, UNLIMITED, () -> false)).isTrue();
  }

  private Future<?> start(Room room, long size) {
    return pool.submit(
        () -> {
          take(room, size);
          return null;
        });
  }

  /** Tells when it had room. */
  private Future<Long> startTimed(Room room, long size) {
    return pool.submit(
        () -> {
          take(room, size);
          return System.nanoTime();
        });
  }

  private Room room(long boundBytes, long boundWrites, long memory, WhenFull whenFull) {
    return room(boundBytes, boundWrites, new Capacity(memory, whenFull, Duration.ofSeconds(60)));
  }

  private Room room(long boundBytes, long boundWrites, Capacity capacity) {
    return room(boundBytes, boundWrites, capacity, BOUND);
  }

  private Room room(long boundBytes, long boundWrites, Capacity capacity, Duration bound) {
    return new Room(
        new StalenessBound(bound, boundBytes, boundWrites),
        capacity,
        new DeferralTally(List.of()),
        pressures::incrementAndGet,
        Room.LOOKS_AGAIN);
  }
}
