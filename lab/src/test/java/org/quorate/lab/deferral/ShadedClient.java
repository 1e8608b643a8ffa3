package org.quorate.lab.deferral;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.ConfiguredMutator;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;

/** What an application on the shaded client does; a process of its own. */
final class ShadedClient {
  static final int ROWS = 100;
  static final String DONE = "All of it worked on the shaded client.";

  private static final byte[] SUM = Bytes.toBytes("sum");

  private ShadedClient() {}

  /**
   * @param arguments the client's configuration, a table, and a folder for the spill
   */
  public static void main(String[] arguments) throws Exception {
    require(
        find("org.apache.hadoop.hbase.shaded.com.google.protobuf.Message")
            && !find("com.google.protobuf.Message"),
        "the client is the shaded one");
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(new org.apache.hadoop.fs.Path(arguments[0]));
    TableName table = TableName.valueOf(arguments[1]);
    DeferralSettings settings =
        DeferralSettings.builder()
            .boundTime(Duration.ofMillis(500))
            .survive(CrashDurability.PROCESS_CRASH, Path.of(arguments[2]))
            .build();
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      try (Deferral deferral = Deferral.open(connection, settings);
          BufferedMutator mutator = deferral.mutator(table)) {
        for (int row = 0; row < ROWS / 2; row++) {
          mutator.mutate(NumberedRows.put(row, row, 0));
        }
        mutator.flush();
        session(deferral, table);
        require(deferral.metrics().acknowledged() >= ROWS / 2, "it counts what servers have");
      }
      configuration.set(BufferedMutator.CLASSNAME_KEY, ConfiguredMutator.class.getName());
    }
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        BufferedMutator mutator = connection.getBufferedMutator(table)) {
      require(mutator instanceof ConfiguredMutator, "a mutator is chosen by configuration");
      for (int row = ROWS / 2; row < ROWS; row++) {
        mutator.mutate(NumberedRows.put(row, row, 0));
      }
    }
    System.out.println(DONE);
  }

  private static void session(Deferral deferral, TableName name) throws IOException {
    try (DeferralSession session = deferral.session();
        Table table = session.table(name)) {
      byte[] row = Bytes.toBytes(NumberedRows.key(0));
      table.put(new Put(row).addColumn(NumberedRows.FAMILY, SUM, Bytes.toBytes(1L)));
      require(table.exists(new Get(row).addColumn(NumberedRows.FAMILY, SUM)), "it reads its write");
      table.increment(new Increment(row).addColumn(NumberedRows.FAMILY, SUM, 2));
      boolean changed =
          table
              .checkAndMutate(
                  CheckAndMutate.newBuilder(row)
                      .ifEquals(NumberedRows.FAMILY, SUM, Bytes.toBytes(3L))
                      .build(new Delete(row).addColumns(NumberedRows.FAMILY, SUM)))
              .isSuccess();
      require(changed, "what is sent at once comes after what is pending");
      int rows = 0;
      try (ResultScanner found = table.getScanner(new Scan())) {
        while (found.next() != null) {
          rows++;
        }
      }
      require(rows == ROWS / 2, "it scans");
    }
  }

  private static boolean find(String name) {
    try {
      return Class.forName(name) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("It does not hold that " + what + ".");
    }
  }
}
