package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.mapreduce.TableOutputFormat;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.hbase.ConfiguredMutator;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/** Applications that are switched to deferred writes by their configuration. */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Timeout(120)
class ConfiguredMutatorIT {
  private static final int ROWS = 50;
  private static final int RECORDS = 1000;

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

  /**
   * As MapReduce and Spark write, by a connection of their own. The stock client's buffer is so
   * small that it sends each record, so that only deferral keeps any until the task ends.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatATaskHandsToTableOutputFormatWaitsWhereItsConfigurationSaysSo(
      boolean deferred, RunningCluster cluster) throws Exception {
    TableName table = TableName.valueOf("configured_mutator_task_" + deferred);
    Configuration job = SharedHBase.configuration(cluster);
    job.set(TableOutputFormat.OUTPUT_TABLE, table.getNameAsString());
    job.setLong(ConnectionConfiguration.WRITE_BUFFER_SIZE_KEY, 1);
    if (deferred) {
      job.set(BufferedMutator.CLASSNAME_KEY, ConfiguredMutator.class.getName());
      job.set("quorate.deferral.bound.time", "1h");
    }
    TaskAttemptContext task = new TaskAttemptContextImpl(job, new TaskAttemptID());
    TableOutputFormat<NullWritable> format = new TableOutputFormat<>();
    format.setConf(task.getConfiguration());
    try (Connection reader =
        ConnectionFactory.createConnection(SharedHBase.configuration(cluster))) {
      SharedHBase.createTable(reader, table, NumberedRows.FAMILY);
      format.checkOutputSpecs(task);
      RecordWriter<NullWritable, Mutation> records = format.getRecordWriter(task);
      Map<String, Long> written = new TreeMap<>();
      for (long row = 0; row < RECORDS; row++) {
        records.write(NullWritable.get(), NumberedRows.put(row, row, 0));
        written.put(NumberedRows.key(row), row);
      }
      if (deferred) {
        assertThat(NumberedRows.read(reader, table)).isEmpty();
      } else {
        await().until(() -> NumberedRows.read(reader, table).equals(written));
      }
      records.close(task);
      assertThat(NumberedRows.read(reader, table)).isEqualTo(written);
    }
  }

  private static void write(BufferedMutator mutator, int from) throws Exception {
    for (int row = from; row < from + ROWS; row++) {
      mutator.mutate(NumberedRows.put(row, row, 0));
    }
  }
}
