package org.quorate.hbase.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
  private final CountDownLatch go = new CountDownLatch(1);
  private final ExecutorService pool =
      Executors.newSingleThreadExecutor(new DaemonThreads("of-a-test"));

  @Test
  void whoIsInterruptedWaitsForTheEndAllTheSameAndStaysInterrupted() throws Exception {
    Future<Boolean> waiting =
        pool.submit(
            () -> {
              go.await();
              return true;
            });
    pool.shutdown();
    Thread.currentThread().interrupt();
    assertThat(DaemonThreads.awaitEnd(pool, Duration.ofMillis(10))).isFalse();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    go.countDown();
    assertThat(DaemonThreads.awaitEnd(pool, Duration.ofSeconds(60))).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(waiting.get()).isTrue();
  }

  @Test
  void noProcessWaitsForThem() throws Exception {
    assertThat(pool.submit(() -> Thread.currentThread().isDaemon()).get()).isTrue();
    assertThat(pool.submit(() -> Thread.currentThread().getName()).get()).isEqualTo("of-a-test");
    pool.shutdown();
    assertThat(DaemonThreads.awaitEnd(pool, Duration.ofSeconds(60))).isTrue();
  }
}
