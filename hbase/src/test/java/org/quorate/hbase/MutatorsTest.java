package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.session.TableRules;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;

/** What of a mutator's parameters is handed on to the stock table that it sends at once by. */
@Timeout(60)
class MutatorsTest {
  private static final TableName TABLE = TableName.valueOf("t");

  private final FakeCluster cluster = new FakeCluster();
  private final FakeTable stock = new FakeTable(cluster, TABLE, 1);
  private final DeferralSettings.Builder settings =
      DeferralSettings.builder().boundTime(Duration.ofHours(1));
  private final PendingWrites writes = Deferrals.pending(settings, cluster, Spill.NOTHING);
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final List<Object> pools = new ArrayList<>();
  private final Connection connection =
      (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "getConfiguration" -> new Configuration(false);
                    case "getTable" -> {
                      if (arguments.length > 1) {
                        pools.add(arguments[1]);
                      }
                      yield stock;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                  });
  private final Mutators mutators =
      new Mutators(connection, settings.build(), writes, new TableRules(System::nanoTime));

  @AfterEach
  void close() throws IOException {
    writes.close();
    cluster.close();
    pool.shutdownNow();
  }

  @Test
  void thePoolAndTheTimeoutsAreThoseOfWhatIsSentAtOnce() throws IOException {
    BufferedMutatorParams params =
        new BufferedMutatorParams(TABLE).pool(pool).rpcTimeout(1_500).operationTimeout(2_500);
    try (BufferedMutator mutator = mutators.mutator(params)) {
      assertThat(mutator.getName()).isEqualTo(TABLE);
      assertThat(pools).containsExactly(pool);
      assertThat(stock.getRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(1_500);
      assertThat(stock.getOperationTimeout(TimeUnit.MILLISECONDS)).isEqualTo(2_500);
    }
  }

  @Test
  void whatTheParametersDoNotSayIsTheConnections() throws IOException {
    try (BufferedMutator mutator = mutators.mutator(new BufferedMutatorParams(TABLE))) {
      assertThat(mutator.getName()).isEqualTo(TABLE);
      assertThat(pools).isEmpty();
      assertThat(stock.getRpcTimeout(TimeUnit.MINUTES)).isEqualTo(1);
      assertThat(stock.getOperationTimeout(TimeUnit.MINUTES)).isEqualTo(20);
    }
  }
}
