package org.quorate.hbase.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class TableRulesTest {
  private static final TableName TABLE = TableName.valueOf("t");

  private final CountDownLatch answer = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void allWhoAskWhileNothingIsKnownWaitForTheOneAnswer() throws Exception {
    TableRules rules = new TableRules(System::nanoTime, Duration.ofMinutes(1));
    Table table = table();
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    Thread one = asks(rules, table, first);
    Thread other = asks(rules, table, second);
    await()
        .until(
            () ->
                one.getState() == Thread.State.TIMED_WAITING
                    && other.getState() == Thread.State.TIMED_WAITING);
    answer.countDown();
    assertThat(first.join()).contains("NEW_VERSION_BEHAVIOR");
    assertThat(second.join()).contains("NEW_VERSION_BEHAVIOR");
    assertThat(asked).hasValue(1);
  }

  @Test
  void aMasterThatDoesNotAnswerIsWaitedForOnceAndNotByEveryRead() {
    TableRules rules = new TableRules(() -> asked.get() == 0 ? 0 : 2_000_000, Duration.ofMillis(1));
    Table table = table();
    assertThat(rules.of(table)).isEmpty();
    await().until(() -> asked.get() == 1);
    assertThat(rules.of(table)).as("the time to wait was over before").isEmpty();
    answer.countDown();
    await().until(() -> rules.of(table).isPresent());
    assertThat(asked).hasValue(1);
  }

  private static Thread asks(TableRules rules, Table table, CompletableFuture<String> told) {
    Thread thread =
        new Thread(
            () -> {
              try {
                rules.refuseUnfit(table, Duration.ofSeconds(1));
                told.complete("");
              } catch (DoNotRetryIOException e) {
                told.complete(e.getMessage());
              }
            });
    thread.start();
    return thread;
  }

  private Table table() {
    TableDescriptor byArrival =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                    .setNewVersionBehavior(true)
                    .build())
            .build();
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getName")) {
                return TABLE;
              }
              asked.incrementAndGet();
              answer.await();
              return byArrival;
            });
  }
}
