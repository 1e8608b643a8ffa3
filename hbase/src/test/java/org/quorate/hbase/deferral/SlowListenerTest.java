package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.DeferralListener;

/** Listeners that take their time. */
class SlowListenerTest extends PendingWritesCase {
  private final CountDownLatch go = new CountDownLatch(1);
  private final AtomicInteger heard = new AtomicInteger();
  private final DeferralListener slow =
      new DeferralListener() {
        @Override
        public void acknowledged(TableName table, Mutation mutation, long from, long to) {
          try {
            if (go.await(60, TimeUnit.SECONDS)) {
              heard.incrementAndGet();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
      };

  @Test
  void aSlowListenerHoldsUpNoFlush() throws Exception {
    WriteAccount account = open(settings(NEVER).listener(slow));
    accept(account, 100);
    account.flush(Duration.ofSeconds(30));
    assertThat(writes.metrics().acknowledged()).isEqualTo(100);
    assertThat(heard).hasValue(0);
    go.countDown();
    await().until(() -> heard.get() == 100);
    assertThat(writes.metrics().droppedNotices()).isZero();
  }

  @Test
  void whatAListenerIsNotToldOfIsCounted() throws Exception {
    WriteAccount account = open(settings(NEVER).listener(slow));
    accept(account, 11_000);
    account.flush(Duration.ofSeconds(30));
    assertThat(writes.metrics().droppedNotices()).isEqualTo(1_000);
    go.countDown();
    await().until(() -> heard.get() == 10_000);
  }

  @Test
  void anExecutorOfTheApplicationMayRefuse() throws Exception {
    WriteAccount account =
        open(
            settings(NEVER)
                .listener(
                    slow,
                    task -> {
                      throw new RejectedExecutionException("full");
                    }));
    accept(account, 10);
    account.flush();
    assertThat(writes.metrics().droppedNotices()).isEqualTo(10);
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  @Test
  void anExecutorOfTheApplicationIsWhereTheListenerIsTold() throws Exception {
    go.countDown();
    WriteAccount account = open(settings(NEVER).listener(slow, pool));
    accept(account, 10);
    account.flush();
    await().until(() -> heard.get() == 10);
  }

  private void accept(WriteAccount account, int count) throws Exception {
    for (int write = 0; write < count; write++) {
      account.accept(put("a" + write, "1"));
    }
  }
}
