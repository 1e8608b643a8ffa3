package org.quorate.lab.backend.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.quorate.core.workload.Workload;
import org.quorate.lab.backend.LocalServers;
import org.quorate.lab.backend.MeasuredCluster;
import org.quorate.lab.backend.MeasuredServers;
import org.quorate.lab.backend.MeasuredTable;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.lab.hbase.Regions;
import org.quorate.lab.hbase.RestListener;
import org.quorate.lab.hbase.RestingServers;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.lab.store.hbase.HBaseConnections;
import org.quorate.lab.store.hbase.HBaseLayout;
import org.quorate.lab.store.hbase.HBaseTable;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Environment;

/** A cluster of HBase on this machine, as a session measures it. Used by one thread. */
final class MeasuredHBase implements MeasuredCluster {
  /** So that a server that loses its regions can give them to more than one other. */
  static final int REGIONS_PER_SERVER = 2;

  /** Regions stay as they were made: a split in the middle of a run would be measured with it. */
  private static final String NO_SPLITS =
      "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";

  private final RunningCluster cluster;
  private final LocalServers servers;
  private final HBaseConnections connections;
  private final Connection connection;
  private final RestingServers resting;

  private MeasuredHBase(
      RunningCluster cluster,
      LocalServers servers,
      HBaseConnections connections,
      Connection connection) {
    this.cluster = cluster;
    this.servers = servers;
    this.connections = connections;
    this.connection = connection;
    this.resting = new RestingServers(cluster.nodes(), connection);
  }

  /**
   * Connects to a cluster that is ready to serve.
   *
   * @param cluster stopped with the result, and by the caller when this throws
   * @param carrier of its links
   */
  static MeasuredHBase of(RunningCluster cluster, LinkProcess carrier)
      throws BackendException, InterruptedException {
    HBaseConnections connections = new HBaseConnections(HBaseEngine.clientProperties(cluster));
    try {
      return new MeasuredHBase(
          cluster, new LocalServers(cluster, carrier), connections, connections.requests());
    } catch (IOException e) {
      connections.close();
      throw MeasuredHBaseTable.failure("The cluster cannot be used", e);
    }
  }

  @Override
  public MeasuredServers servers() {
    return servers;
  }

  @Override
  public Environment environment(Path directory) {
    Map<String, String> layout = new LinkedHashMap<>();
    layout.put("regions of a table", REGIONS_PER_SERVER + " for each region server");
    return servers.environment(directory, "Apache HBase " + version(), layout);
  }

  /** As the master says, or as it was asked for where it does not answer. */
  private String version() {
    try (Admin admin = connection.getAdmin()) {
      return String.valueOf(
          admin
              .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.HBASE_VERSION))
              .getHBaseVersion());
    } catch (IOException silent) {
      return cluster.spec().version();
    }
  }

  @Override
  public MeasuredTable create(int number, Workload workload, Progress progress)
      throws BackendException, InterruptedException {
    HBaseLayout layout;
    try {
      layout = HBaseLayout.of(workload, number);
    } catch (IllegalArgumentException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(layout.tableName())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(HBaseLayout.family()))
            .setRegionSplitPolicyClassName(NO_SPLITS)
            .build();
    int regions = REGIONS_PER_SERVER * cluster.nodes().size();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor, RegionSplits.of(workload, regions));
      new Regions(connection).spreadEvenly(layout.tableName(), cluster.nodes());
    } catch (IOException e) {
      throw MeasuredHBaseTable.failure("Table " + layout.table() + " cannot be created", e);
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    return new MeasuredHBaseTable(
        connection,
        new HBaseTable(connections, layout, workload.keyNames()::bytes),
        cluster.nodes(),
        spill(cluster.directory()));
  }

  /** Where accepted writes are kept: gone with the cluster's data, however the study ends. */
  static Path spill(Path cluster) {
    return ClusterRecord.sharedDirectory(cluster).resolve("spill");
  }

  @Override
  public void prepare(RunSettings settings) throws BackendException, InterruptedException {
    servers.prepare(settings);
    try {
      resting.wakeAll(RestListener.none());
    } catch (EngineException e) {
      throw new BackendException("Servers that rested are not awake again: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<Offloading> offload(RunSettings settings) {
    OffloadSettings offload = settings.offload();
    return offload == null || !regionsMove(settings)
        ? Optional.empty()
        : Optional.of(
            new HBaseOffloading(
                offload,
                cluster.nodes().size(),
                resting,
                new RegionRequests(connection),
                connections::probedRows));
  }

  /** Whether regions may move while a run is measured: they do so that servers can rest. */
  static boolean regionsMove(RunSettings settings) {
    OffloadSettings offload = settings.offload();
    return offload != null && offload.rest() != Rest.NONE;
  }

  @Override
  public void pause() throws BackendException, InterruptedException {
    servers.pause();
  }

  @Override
  public void resume(Progress progress) throws BackendException, InterruptedException {
    servers.resume(progress);
  }

  @Override
  public void close() {
    connections.close();
    cluster.stop();
  }
}
