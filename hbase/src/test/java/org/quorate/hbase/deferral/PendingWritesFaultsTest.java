package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.metric.DeferralListener;

/** What throws, or never ends, and must hold up nothing. */
class PendingWritesFaultsTest extends PendingWritesCase {
  @Test
  void aTargetThatThrowsLosesNothing() throws Exception {
    AtomicBoolean broken = new AtomicBoolean(true);
    WriteAccount account =
        open(
            settings(Duration.ofMillis(20)),
            (table, actions) -> {
              if (broken.get()) {
                throw new IllegalStateException("The connection is closed.");
              }
              return cluster.send(table, actions);
            },
            cluster,
            spill);
    account.accept(put("a", "1"));
    await().until(() -> writes.metrics().retriedRows() > 0);
    broken.set(false);
    account.flush();
    assertThat(value("a")).isEqualTo("1");
  }

  @Test
  void anErrorWhileSendingDoesNotEndTheFlushing() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    WriteTarget target =
        (table, actions) -> {
          if (attempts.incrementAndGet() <= 2) {
            throw new NoClassDefFoundError("something/Missing");
          }
          return cluster.send(table, actions);
        };
    WriteAccount account = open(settings(NEVER), target, cluster, spill);
    account.accept(put("a", "1"));
    account.flush();
    assertThat(value("a")).isEqualTo("1");
    assertThat(attempts).hasValue(3);
  }

  @Test
  void timesForEverMayBeWaited() throws Exception {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    WriteAccount account = open(settings(NEVER).blockWhenFull(forever).retryFor(forever));
    account.accept(put("a", "1"));
    account.flush();
    assertThat(value("a")).isEqualTo("1");
    writes.close();
  }

  @Test
  void aListenerOfMetricsThatThrowsHoldsUpNothing() throws Exception {
    WriteAccount account =
        open(
            settings(NEVER)
                .listener(
                    new DeferralListener() {
                      @Override
                      public void acknowledged(
                          TableName table, Mutation mutation, long from, long to) {
                        throw new AssertionError("of the application");
                      }
                    }));
    for (int write = 0; write < 10; write++) {
      account.accept(put("a", "value " + write));
    }
    account.flush();
    assertThat(value("a")).isEqualTo("value 9");
    assertThat(writes.metrics().pendingBytes()).isZero();
  }
}
