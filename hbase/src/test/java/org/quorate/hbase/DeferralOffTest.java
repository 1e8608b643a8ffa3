package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.folder.SegmentedSpill;
import org.quorate.hbase.spill.folder.SpillDirectory;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;

class DeferralOffTest {
  private static final TableName NAME = TableName.valueOf("t");

  @TempDir Path directory;

  private final Table table = stub(Table.class, DeferralOffTest::refuse);
  private final BufferedMutator mutator = stub(BufferedMutator.class, DeferralOffTest::refuse);
  private final Connection connection =
      stub(
          Connection.class,
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "getTable" -> table;
                case "getBufferedMutator" -> mutator;
                default -> throw new UnsupportedOperationException(method.getName());
              });

  @Test
  void withABoundOfZeroTablesAndMutatorsAreTheStockClientsOwn() throws Exception {
    try (Deferral off = Deferral.open(connection, DeferralSettings.off())) {
      assertThat(off.session().table(NAME)).isSameAs(table);
      assertThat(off.mutator(NAME)).isSameAs(mutator);
      assertThat(off.mutator(new BufferedMutatorParams(NAME))).isSameAs(mutator);
      off.session().flush();
      assertThat(off.metrics().accepted()).isZero();
    }
  }

  @Test
  void soAreAsynchronousMutators() throws Exception {
    AsyncBufferedMutator stock = stub(AsyncBufferedMutator.class, DeferralOffTest::refuse);
    AsyncConnection asynchronous =
        stub(
            AsyncConnection.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getBufferedMutator" -> stock;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
    try (Deferral off = Deferral.open(connection, asynchronous, DeferralSettings.off())) {
      assertThat(off.asyncMutator(NAME)).isSameAs(stock);
    }
  }

  @Test
  void afterCloseNoConnectionIsOpenedThatNobodyWouldClose() throws Exception {
    Deferral off = Deferral.open(connection, DeferralSettings.off());
    off.close();
    assertThatThrownBy(() -> off.asyncMutator(NAME))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Deferral is closed");
  }

  @Test
  void whatAnEarlierProcessLeftInItsSpillIsAppliedAlsoWhereDeferralIsOffNow() throws Exception {
    DeferralSettings settings = offWithSpill(directory);
    AsyncConnection asynchronous = stub(AsyncConnection.class, DeferralOffTest::refuse);
    try (FakeCluster cluster = new FakeCluster()) {
      Connection servers =
          stub(Connection.class, (proxy, method, arguments) -> new FakeTable(cluster, NAME, 1));
      leaveBehind("a");
      try (Deferral off = Deferral.open(servers, settings)) {
        assertThat(off.metrics().accepted()).isZero();
      }
      leaveBehind("b");
      try (Deferral off = Deferral.open(servers, asynchronous, settings)) {
        assertThat(off.metrics().accepted()).isZero();
      }
      assertThat(cluster.arrived())
          .extracting(write -> Bytes.toString(write.getRow()))
          .containsExactly("a", "b");
    }
    assertThat(SpillDirectory.at(directory).list()).isEmpty();
  }

  @Test
  void aSpillDirectoryThatIsNotThereIsNotNeededWhereDeferralIsOff() throws Exception {
    DeferralSettings settings = offWithSpill(directory.resolve("never-made"));
    try (Deferral off = Deferral.open(connection, settings)) {
      assertThat(off.mutator(NAME)).isSameAs(mutator);
    }
    assertThat(directory).isEmptyDirectory();
  }

  private static DeferralSettings offWithSpill(Path spill) {
    return DeferralSettings.builder()
        .boundTime(Duration.ZERO)
        .survive(CrashDurability.PROCESS_CRASH, spill)
        .build();
  }

  /** As a process does that dies with an accepted write. */
  private void leaveBehind(String row) throws IOException {
    SegmentSettings settings =
        SegmentSettings.of(directory, CrashDurability.PROCESS_CRASH, 1 << 20, Duration.ZERO);
    try (SegmentedSpill spill = SegmentedSpill.open(settings)) {
      byte[] any = Bytes.toBytes("f");
      spill.append(1, NAME, new Put(Bytes.toBytes(row)).addColumn(any, any, 1, any));
    }
  }

  private static Object refuse(Object proxy, Method method, Object[] arguments) {
    // AssertJ compares and prints what it is given.
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "stock";
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private static <T> T stub(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
