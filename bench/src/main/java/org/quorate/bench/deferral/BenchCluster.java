package org.quorate.bench.deferral;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.lab.hbase.Regions;
import org.quorate.study.progress.Progress;

/** Three region servers for one benchmark, and a connection with them. */
final class BenchCluster implements AutoCloseable {
  static final byte[] FAMILY = Bytes.toBytes("family");
  static final byte[] FIELD = Bytes.toBytes("field0");

  /** YCSB's field. */
  private static final int FIELD_BYTES = 100;

  private static final int REGIONS = 6;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final RunningCluster cluster;
  private final Connection connection;
  private final Path directory;

  private BenchCluster(RunningCluster cluster, Connection connection, Path directory) {
    this.cluster = cluster;
    this.connection = connection;
    this.directory = directory;
  }

  static BenchCluster start(String name) throws Exception {
    // ZooKeeper's client would ask the machine's name service for the names of addresses.
    System.setProperty("zookeeper.sasl.client", "false");
    Path directory = Files.createTempDirectory(name);
    RunningCluster cluster =
        HBaseEngine.ofUser(null)
            .start(
                HBaseEngine.spec(name).quickCompiler(true).build(),
                directory.resolve("cluster"),
                Progress.silent());
    boolean connected = false;
    try {
      Configuration configuration = HBaseConfiguration.create();
      HBaseEngine.clientProperties(cluster).forEach(configuration::set);
      Connection connection = ConnectionFactory.createConnection(configuration);
      connected = true;
      return new BenchCluster(cluster, connection, directory);
    } finally {
      if (!connected) {
        cluster.close();
      }
    }
  }

  Connection connection() {
    return connection;
  }

  /** What another process needs to find the servers. */
  Map<String, String> clientProperties() {
    return HBaseEngine.clientProperties(cluster);
  }

  /** For files of the benchmark. */
  Path directory() {
    return directory;
  }

  /** Makes a table whose regions are spread evenly. */
  TableName table(String name) throws Exception {
    TableName table = TableName.valueOf(name);
    byte[][] splits = new byte[REGIONS - 1][];
    for (int split = 1; split < REGIONS; split++) {
      splits[split - 1] = Bytes.toBytes(String.format(Locale.ROOT, "%02x", 256 * split / REGIONS));
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          splits);
    }
    new Regions(connection).spreadEvenly(table, cluster.nodes());
    return table;
  }

  /** A key of sixteen hexadecimal digits, spread evenly over the regions. */
  static byte[] key(long row) {
    String digits = Long.toHexString(row * GOLDEN_RATIO);
    return Bytes.toBytes("0".repeat(16 - digits.length()) + digits);
  }

  /** An update of one field of a row. */
  static Put put(long row) {
    return new Put(key(row)).addColumn(FAMILY, FIELD, new byte[FIELD_BYTES]);
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } finally {
      cluster.close();
    }
  }
}
