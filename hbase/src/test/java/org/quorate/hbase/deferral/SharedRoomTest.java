package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.hbase.setting.DeferralSettings;

/** A table, or a server, that does not answer leaves room to others. */
class SharedRoomTest extends PendingWritesCase {
  private static final TableName OTHER = TableName.valueOf("other");
  private static final Duration LONGER_THAN_A_TEST = Duration.ofMinutes(5);
  private static final int MOST_WRITES = 400;
  private static final int MOST_BYTES = 200_000;

  private final AtomicBoolean enough = new AtomicBoolean();
  private WriteAccount stuck;
  private WriteAccount other;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whenTheServerOfOneTableHangsAnotherTableGoesOn(boolean ofWrites) throws Exception {
    cluster.hold("a");
    open(ofWrites);
    Future<?> writer = writeUntilThereIsNoRoom("a");
    goesOn(other, "b");
    findsNoRoom("a");
    goesOn(other, "c");
    cluster.release("a");
    ends(writer);
  }

  @Test
  void whenOneServerHangsTheTablesOtherServersGoOn() throws Exception {
    open(false);
    goesOn(stuck, "b");
    cluster.hold("a");
    Future<?> writer = writeUntilThereIsNoRoom("a");
    findsNoRoom("a");
    goesOn(stuck, "b");
    cluster.release("a");
    ends(writer);
  }

  /** As where a table is disabled: its servers answer, and take nothing of it. */
  @Test
  void whenOneTableTakesNothingAnotherTableOfTheSameServerGoesOn() throws Exception {
    cluster.failBefore(
        action ->
            Bytes.toString(action.getRow()).startsWith("s-")
                ? new NotServingRegionException("disabled")
                : null);
    open(false);
    goesOn(other, "z");
    Future<?> writer = writeUntilThereIsNoRoom("s-");
    findsNoRoom("s-");
    goesOn(other, "s");
    cluster.failBefore(action -> null);
    ends(writer);
  }

  @Test
  void aTableThatIsAloneHasAllTheRoom() throws IOException {
    cluster.hold("a");
    DeferralSettings.Builder settings = settings(Duration.ofMillis(50)).boundWrites(200);
    WriteAccount account = open(settings.failWhenFull());
    for (int write = 0; write < 200; write++) {
      account.accept(put("a" + write, "1"));
    }
    assertThatThrownBy(() -> account.accept(put("a", "1")))
        .isInstanceOf(DeferralFullException.class)
        .hasMessageContaining("200 writes");
    cluster.release("a");
  }

  private void open(boolean ofWrites) throws IOException {
    DeferralSettings.Builder settings =
        settings(Duration.ofMillis(50)).blockWhenFull(LONGER_THAN_A_TEST);
    stuck = open(ofWrites ? settings.boundWrites(MOST_WRITES) : settings.memory(MOST_BYTES));
    other = writes.account(OTHER, null, null);
  }

  /** One that waits for room when this returns, and until there is some. */
  private Future<?> writeUntilThereIsNoRoom(String rows) {
    Future<?> writer =
        pool.submit(
            () -> {
              for (int write = 0; !enough.get(); write++) {
                stuck.accept(put(rows + write, "1"));
              }
              return null;
            });
    await().until(() -> writes.metrics().waitsForRoom() > 0);
    return writer;
  }

  /** Whoever does not wait as long is told why, once it is known that nothing is acknowledged. */
  private void findsNoRoom(String rows) {
    Put one = put(rows + "too", "much");
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> stuck.accept(one, Duration.ofMillis(10), unexpected -> {}))
                    .isInstanceOf(DeferralFullException.class)
                    .hasMessageContaining("its share of the room"));
  }

  /** More than all the room, one after the other, while the writer waits for some. */
  private void goesOn(WriteAccount account, String rows) throws IOException {
    long before = writes.metrics().acknowledged();
    long count = 0;
    for (long bytes = 0; bytes <= MOST_BYTES || count <= MOST_WRITES; count++) {
      Put one = put(rows + count, "2");
      bytes += one.heapSize();
      account.accept(one);
    }
    long all = before + count;
    await().until(() -> writes.metrics().acknowledged() >= all);
  }

  /** Its patience is longer than the test, so that it has waited all the while. */
  private void ends(Future<?> writer) throws Exception {
    enough.set(true);
    writer.get(60, TimeUnit.SECONDS);
    stuck.flush(Duration.ofSeconds(60));
  }
}
