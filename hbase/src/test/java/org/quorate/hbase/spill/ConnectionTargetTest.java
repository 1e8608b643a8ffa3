package org.quorate.hbase.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NotAllMetaRegionsOnlineException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.spill.folder.Writes;

final class ConnectionTargetTest {
  private static final TableName OTHER = TableName.valueOf("other");

  /** Each batch that reached a table, as the rows and timestamps in it. */
  private final List<String> batches = new ArrayList<>();

  private final Map<String, Exception> failures = new HashMap<>();

  /** What fails from the second batch on. */
  private final Map<String, Exception> afterTheFirst = new HashMap<>();

  /** Rows for which a server refuses all that is sent with them, as it does with most refusals. */
  private final Map<String, Exception> refusedWithAll = new HashMap<>();

  private int wholes;

  /** What the connection has learnt of its cluster when it was opened. */
  private String learnt = "of-the-connection";

  private final ConnectionTarget target = new ConnectionTarget(connection());

  private static SpillRecord write(long sequence, TableName table, String row) {
    return new SpillRecord(
        sequence, table, SpillCluster.NO_REGION, Writes.put(row, sequence, Writes.bytes("v")));
  }

  private static SpillRecord write(long sequence, String row) {
    return write(sequence, Writes.TABLE, row);
  }

  private Connection connection() {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              return switch (method.getName()) {
                case "getTable" -> table((TableName) arguments[0]);
                case "getClusterId" -> learnt;
                case "getAdmin" -> admin();
                default -> throw new UnsupportedOperationException(method.toString());
              };
            });
  }

  private Admin admin() {
    return (Admin)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) ->
                method.getName().equals("getClusterMetrics")
                    ? ClusterMetricsBuilder.newBuilder().setClusterId("of-the-master").build()
                    : null);
  }

  private Table table(TableName name) {
    return (Table)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("batch")) {
                batch(name, (List<?>) arguments[0], (Object[]) arguments[1]);
              }
              return null;
            });
  }

  private void batch(TableName name, List<?> rows, Object[] results) throws Exception {
    Exception whole = failures.get("all of " + name);
    if (whole != null) {
      wholes++;
      throw whole;
    }
    Exception refused = null;
    for (Object row : rows) {
      refused = refusedWithAll.getOrDefault(Bytes.toString(((Row) row).getRow()), refused);
    }
    StringBuilder text = new StringBuilder(name.getNameAsString());
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = (Row) rows.get(i);
      String key = Bytes.toString(row.getRow());
      text.append(' ').append(key);
      Exception failure = failures.getOrDefault(key, refused);
      results[i] = failure == null ? new Result() : failure;
      if (failure != null) {
        causes.add(failure);
        failed.add(row);
        servers.add("server:1");
      }
    }
    batches.add(text.toString());
    failures.putAll(afterTheFirst);
    if (!failed.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, failed, servers);
    }
  }

  /** The client goes on under a name of its own where ZooKeeper did not answer. */
  @Test
  void theClusterIsAskedWhichItIsWhereTheConnectionHasNotLearntIt() throws Exception {
    assertThat(target.cluster()).contains("of-the-connection");
    learnt = HConstants.CLUSTER_ID_DEFAULT;
    assertThat(target.cluster()).contains("of-the-master");
  }

  @Test
  void writesToOneRowFollowEachOtherAndOthersGoTogether() throws Exception {
    assertThat(
            target.apply(
                List.of(
                    write(1, "a"),
                    write(2, "b"),
                    write(3, "a"),
                    write(4, OTHER, "a"),
                    write(5, "c"),
                    write(6, "a"))))
        .isEmpty();
    assertThat(batches).containsExactly("orders a b c", "other a", "orders a", "orders a");
  }

  @Test
  void whatAServerWillNeverTakeIsARefusalWithItsReason() throws Exception {
    failures.put("b", new NoSuchColumnFamilyException("no family f\nat Server.java"));
    List<SpillTarget.Refusal> refusals =
        target.apply(List.of(write(1, "a"), write(2, "b"), write(3, "b"), write(4, "c")));
    assertThat(refusals).extracting(refusal -> refusal.write().sequence()).containsExactly(2L, 3L);
    assertThat(refusals.get(0).reason())
        .isEqualTo("table orders: NoSuchColumnFamilyException (no family f)");
  }

  @Test
  void whatWasRefusedWithOthersIsAskedAboutAloneBeforeItIsARefusal() throws Exception {
    refusedWithAll.put("c", new DoNotRetryIOException("c is disallowed"));
    List<SpillTarget.Refusal> refusals =
        target.apply(
            List.of(write(1, "a"), write(2, "b"), write(3, "c"), write(4, "d"), write(5, "a")));
    assertThat(refusals).extracting(refusal -> refusal.write().sequence()).containsExactly(3L);
    assertThat(refusals.get(0).reason()).contains("c is disallowed");
    assertThat(batches)
        .containsExactly(
            "orders a b c d", "orders a b", "orders c d", "orders c", "orders d", "orders a");
  }

  @Test
  void whatWasNotRefusedIsNotSentAgain() throws Exception {
    failures.put("b", new DoNotRetryIOException("b is disallowed"));
    assertThat(target.apply(List.of(write(1, "a"), write(2, "b"), write(3, "c")))).hasSize(1);
    assertThat(batches).containsExactly("orders a b c", "orders b");
  }

  @Test
  void aRequestThatIsRefusedAsAWholeIsAskedAboutWriteByWrite() throws Exception {
    failures.put("all of orders", new DoNotRetryIOException("no permission"));
    List<SpillTarget.Refusal> refusals = target.apply(List.of(write(1, "a"), write(2, "b")));
    assertThat(refusals).extracting(refusal -> refusal.write().sequence()).containsExactly(1L, 2L);
    assertThat(wholes).isEqualTo(3);
  }

  @Test
  void whatServersJudgeWriteByWriteIsBelievedAtOnce() throws Exception {
    failures.put("a", new NoSuchColumnFamilyException("no family f"));
    failures.put("b", new FailedSanityCheckException("requested row out of range"));
    assertThat(target.apply(List.of(write(1, "a"), write(2, "b"), write(3, "c")))).hasSize(2);
    assertThat(batches).containsExactly("orders a b c");
  }

  @Test
  void aServerThatGoesAwayBeforeTheSecondQuestionIsAnError() {
    refusedWithAll.put("a", new DoNotRetryIOException("a is disallowed"));
    afterTheFirst.put("b", new NotServingRegionException("moving"));
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a"), write(2, "b"))))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
  }

  @Test
  void aTableThatIsNotThereRefusesAllItsWrites() throws Exception {
    failures.put("all of other", new TableNotFoundException("other"));
    List<SpillTarget.Refusal> refusals =
        target.apply(List.of(write(1, OTHER, "a"), write(2, "a"), write(3, OTHER, "b")));
    assertThat(refusals)
        .extracting(refusal -> refusal.write().sequence())
        .containsExactlyInAnyOrder(1L, 3L);
    assertThat(batches).containsExactly("orders a");
  }

  @Test
  void aServerThatDoesNotAnswerIsAnErrorAlsoWhereOthersRefuse() {
    failures.put("a", new NoSuchColumnFamilyException("no family f"));
    failures.put("b", new NotServingRegionException("moving"));
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a"), write(2, "b"))))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    failures.put("all of orders", new IOException("no ZooKeeper"));
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a")))).hasMessage("no ZooKeeper");
  }

  @Test
  void aRegionThatNoServerHasJustNowRefusesNothing() {
    failures.put("a", new NoServerForRegionException("after 10 tries"));
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a"))))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    failures.put("all of orders", new NoServerForRegionException("after 10 tries"));
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a")))).hasMessage("after 10 tries");
  }

  /** The client calls that final; deferral sends it again too. */
  @Test
  void aServerThatIsBusyRefusesNothing() {
    failures.put("a", new ServerTooBusyException(Address.fromParts("server", 16020), 100));
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a"))))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    failures.put("a", new IOException("wrapped", new NotAllMetaRegionsOnlineException("starting")));
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a"))))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
  }

  @Test
  void anInterruptionEndsIt() {
    failures.put("all of orders", new InterruptedException());
    assertThatThrownBy(() -> target.apply(List.of(write(1, "a"))))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
