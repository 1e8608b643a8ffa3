package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.hbase.ConfiguredMutator;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/** Applications that are switched to deferred writes by their configuration. */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Timeout(120)
class ConfiguredMutatorIT {
  private static final int ROWS = 50;

  @Test
  void theConfigurationSwitchesEachMutator(RunningCluster cluster) throws Exception {
    TableName table = TableName.valueOf("configured_mutator");
    Configuration configuration = SharedHBase.configuration(cluster);
    configuration.set(BufferedMutator.CLASSNAME_KEY, ConfiguredMutator.class.getName());
    configuration.set("quorate.deferral.bound.time", "1h");
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      SharedHBase.createTable(connection, table, NumberedRows.FAMILY);
      try (BufferedMutator first = connection.getBufferedMutator(table);
          BufferedMutator second = connection.getBufferedMutator(table)) {
        assertThat(first).isInstanceOf(ConfiguredMutator.class);
        write(first, 0);
        write(second, ROWS);
        first.close();
        assertThat(NumberedRows.read(connection, table)).hasSizeGreaterThanOrEqualTo(ROWS);
      }
      assertThat(NumberedRows.read(connection, table)).hasSize(2 * ROWS);
    }
  }

  @Test
  void parametersSwitchASingleOneAndDeferralMayBeOff(RunningCluster cluster) throws Exception {
    TableName table = TableName.valueOf("configured_mutator_off");
    Configuration configuration = SharedHBase.configuration(cluster);
    configuration.set("quorate.deferral.bound.time", "0");
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      SharedHBase.createTable(connection, table, NumberedRows.FAMILY);
      BufferedMutatorParams params =
          new BufferedMutatorParams(table)
              .implementationClassName(ConfiguredMutator.class.getName());
      try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
        assertThat(mutator).isInstanceOf(ConfiguredMutator.class);
        write(mutator, 0);
      }
      assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
    }
  }

  private static void write(BufferedMutator mutator, int from) throws Exception {
    for (int row = from; row < from + ROWS; row++) {
      mutator.mutate(NumberedRows.put(row, row, 0));
    }
  }
}
