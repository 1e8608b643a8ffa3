package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.junit.jupiter.api.Test;

/** Flushes and closes that end in time, and threads that are interrupted before they close. */
class FlushTimeTest extends PendingWritesCase {
  @Test
  void aFlushEndsInTimeAndItsWritesStayPending() throws Exception {
    cluster.hold("a");
    WriteAccount account = open(settings(NEVER));
    account.accept(put("a1", "1"));
    account.accept(put("a2", "1"));
    assertThatThrownBy(() -> account.flush(Duration.ofMillis(50)))
        .isInstanceOf(TimeoutIOException.class)
        .hasMessageContaining("2 writes to t not acknowledged within 50ms: pending still");
    assertThat(writes.metrics().pendingWrites()).isEqualTo(2);
    cluster.release("a");
    account.flush(NEVER);
    assertThat(value("a1")).isEqualTo("1");
    assertThat(value("a2")).isEqualTo("1");
  }

  @Test
  void aFlushOfNoTimeSeesWhatIsAcknowledgedAlready() throws Exception {
    WriteAccount account = open(settings(NEVER));
    account.accept(put("a", "1"));
    account.flush();
    account.flush(Duration.ZERO);
    assertThat(value("a")).isEqualTo("1");
  }

  @Test
  void aCloseEndsInTimeAndGivesBackTheRest() throws Exception {
    cluster.hold("a");
    List<RetriesExhaustedWithDetailsException> told = new CopyOnWriteArrayList<>();
    open(settings(NEVER).blockWhenFull(NEVER));
    WriteAccount account = writes.account(TABLE, told::add, null);
    account.accept(put("a", "1"));
    assertThatThrownBy(() -> writes.close(Duration.ofMillis(50)))
        .hasMessageContaining("1 write was not acknowledged")
        .hasMessageContaining("went back");
    assertThat(told).hasSize(1);
    cluster.release("a");
  }

  /** As where a pool is shut down at once, and its thread closes what it opened. */
  @Test
  void anInterruptedThreadThatClosesGivesNothingBackThatServersTake() throws Exception {
    cluster.delay(50, TimeUnit.MILLISECONDS);
    WriteAccount account = open(settings(NEVER));
    for (int write = 0; write < 10; write++) {
      account.accept(put("a" + write, "1"));
    }
    Thread.currentThread().interrupt();
    try {
      writes.close();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      boolean unused = Thread.interrupted();
    }
    assertThat(value("a9")).isEqualTo("1");
    assertThat(writes.metrics().acknowledged()).isEqualTo(10);
    assertThat(spill.kept()).isEmpty();
  }
}
