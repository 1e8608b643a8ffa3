package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.link.LinkReport;
import org.quorate.lab.link.Links;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.testing.ListeningSockets;
import org.quorate.study.progress.Progress;

/** Two region servers whose links with clients are delayed, and changed while clients use them. */
@Tag("faults")
@Isolated
class HBaseLinksIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final TableName TABLE = TableName.valueOf("it");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final Duration DELAY = Duration.ofMillis(25);
  private static final int REQUESTS = 21;

  @Test
  void whatClientsAndRegionServersSendOneAnotherIsDelayedAndNothingElse() throws Exception {
    Path registry = ROOT.resolve("clusters");
    LinkProcess process = new LinkProcess(registry, DelayDistribution.NONE, 1);
    HBaseEngine engine =
        new HBaseEngine(
            new ClusterRegistry(registry),
            new ServerLibrary(CacheDirectory.ofUser().servers()),
            process);
    ClusterSpec spec =
        HBaseEngine.spec("it-hbase-links").nodes(2).quickCompiler(true).relayed(true).build();
    try (RunningCluster cluster =
        engine.start(spec, ROOT.resolve("hbase-links"), Progress.silent())) {
      assertThat(cluster.nodes())
          .allMatch(node -> node.clientAddress().equals(node.advertisedStorageAddress()))
          .noneMatch(node -> node.clientAddress().equals(node.storageAddress()));
      for (ProcessIdentity carrier : process.processes()) {
        assertThat(ListeningSockets.of(carrier.processId()))
            .isNotEmpty()
            .allMatch(address -> address.getAddress().isLoopbackAddress());
      }
      try (Connection connection =
          ConnectionFactory.createConnection(
              ClientConfiguration.of(HBaseEngine.clientProperties(cluster)))) {
        try (Admin admin = connection.getAdmin()) {
          admin.createTable(
              TableDescriptorBuilder.newBuilder(TABLE)
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                  .build(),
              new byte[][] {Bytes.toBytes("5")});
        }
        try (Table table = connection.getTable(TABLE)) {
          assertThat(median(table)).isLessThan(DELAY);

          Links links = process.links();
          assertThat(links.all())
              .extracting(link -> link.from() + ">" + link.to())
              .containsExactly("0>1", "0>2", "1>0", "2>0");
          links.delay(DelayDistribution.parse(DELAY.toMillis() + "ms"));
          links.resetReports();
          assertThat(median(table)).isGreaterThanOrEqualTo(DELAY.multipliedBy(2));
          assertThat(links.reports()).allMatch(report -> report.messages() >= REQUESTS / 2);
          for (LinkReport report : links.reports()) {
            System.out.println(report);
          }

          // The master moves a region over connections of its own, which no link delays.
          links.delay(DelayDistribution.parse("3s"));
          long began = System.nanoTime();
          new Regions(connection).spreadEvenly(TABLE, cluster.nodes().subList(1, 2));
          System.out.printf(
              "one region moved in %.1f s, clients delayed by 3 s%n",
              (System.nanoTime() - began) / 1e9);
          links.delay(DelayDistribution.NONE);
          assertThat(new Regions(connection).spread(TABLE, cluster.nodes()).values())
              .containsExactly(0, 2);
          assertThat(median(table)).isLessThan(DELAY);
        }
      }
    }
  }

  /** The median time of a write and a read, one after the other, at both servers in turn. */
  private static Duration median(Table table) throws Exception {
    long[] nanos = new long[2 * REQUESTS];
    for (int request = 0; request < nanos.length; request++) {
      byte[] row = Bytes.toBytes((request / 2 % 2 == 0 ? "1" : "9") + request);
      long began = System.nanoTime();
      if (request % 2 == 0) {
        table.put(new Put(row).addColumn(FAMILY, FAMILY, row));
      } else {
        table.get(new Get(row));
      }
      nanos[request] = System.nanoTime() - began;
    }
    Arrays.sort(nanos);
    return Duration.ofNanos(nanos[REQUESTS]);
  }
}
