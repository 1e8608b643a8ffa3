package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.hbase.setting.DeferralSettings;

/** A table, or a server, that does not answer leaves room to others. */
class SharedRoomTest extends PendingWritesCase {
  private static final TableName OTHER = TableName.valueOf("other");
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int WRITES = 2_000;

  private WriteAccount stuck;
  private WriteAccount other;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whenTheServerOfOneTableHangsAnotherTableGoesOn(boolean ofWrites) throws Exception {
    cluster.hold("a");
    open(ofWrites);
    Future<?> writer = writeUntilThereIsNoRoom("a");
    await().until(() -> writes.metrics().waitsForRoom() > 0);
    goesOn(other, "b");
    assertThatThrownBy(() -> writer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(DeferralFullException.class)
        .hasMessageContaining("its share of the room");
    goesOn(other, "c");
    cluster.release("a");
    stuck.flush(Duration.ofSeconds(30));
  }

  @Test
  void whenOneServerHangsTheTablesOtherServersGoOn() throws Exception {
    open(false);
    goesOn(stuck, "b");
    cluster.hold("a");
    Future<?> writer = writeUntilThereIsNoRoom("a");
    await().until(() -> writes.metrics().waitsForRoom() > 0);
    goesOn(stuck, "b");
    assertThatThrownBy(() -> writer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(DeferralFullException.class);
    goesOn(stuck, "b");
    cluster.release("a");
    stuck.flush(Duration.ofSeconds(30));
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
    await().until(() -> writes.metrics().waitsForRoom() > 0);
    goesOn(other, "s");
    assertThatThrownBy(() -> writer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(DeferralFullException.class);
    goesOn(other, "s");
    cluster.failBefore(action -> null);
    stuck.flush(Duration.ofSeconds(30));
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
    DeferralSettings.Builder settings = settings(Duration.ofMillis(50)).blockWhenFull(PATIENCE);
    stuck = open(ofWrites ? settings.boundWrites(400) : settings.memory(200_000));
    other = writes.account(OTHER, null, null);
  }

  private Future<?> writeUntilThereIsNoRoom(String rows) {
    return pool.submit(
        () -> {
          for (int write = 0; ; write++) {
            stuck.accept(put(rows + write, "1"));
          }
        });
  }

  /** More than all the room, one after the other. */
  private void goesOn(WriteAccount account, String rows) throws IOException {
    long before = writes.metrics().acknowledged();
    for (int write = 0; write < WRITES; write++) {
      account.accept(put(rows + write, "2"));
    }
    await().until(() -> writes.metrics().acknowledged() >= before + WRITES);
  }
}
