package org.quorate.lab.testing;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.study.progress.Progress;

/**
 * Hands one HBase cluster of three region servers to all integration tests that ask for it, and
 * stops it after the last. A test leaves every process ready and creates tables of its own.
 */
public final class SharedHBase extends SharedServers {
  /** Of a class that uses the cluster, so that no two do at once. */
  public static final String LOCK = "the shared HBase cluster";

  /** Says that tests kill servers, as the profile {@code faults} does. */
  private static final String KILLS = "quorate.it.kills";

  /**
   * A server that is killed is missed after so long, and tests wait for it. Where none is killed, a
   * server that stands still beside others is not to end itself for it.
   */
  private static final Duration SESSION = Duration.ofSeconds(Boolean.getBoolean(KILLS) ? 10 : 60);

  /** What a client needs to find the cluster. */
  public static Configuration configuration(RunningCluster cluster) {
    Configuration configuration = HBaseConfiguration.create();
    HBaseEngine.clientProperties(cluster).forEach(configuration::set);
    return configuration;
  }

  /** Makes a table of one family that is split at these keys. */
  public static void createTable(
      Connection connection, TableName table, byte[] family, byte[]... splits) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
              .build(),
          splits);
    }
  }

  @Override
  RunningCluster start() throws Exception {
    // ZooKeeper's client would ask the machine's name service for the names of addresses.
    System.setProperty("zookeeper.sasl.client", "false");
    HBaseEngine engine = new HBaseEngine(registry(), library(), null);
    ClusterSpec spec =
        HBaseEngine.spec("it-hbase-shared")
            .quickCompiler(true)
            .setting("zookeeper.session.timeout", Long.toString(SESSION.toMillis()))
            .build();
    return engine.start(spec, ROOT.resolve("hbase-shared"), Progress.silent());
  }
}
