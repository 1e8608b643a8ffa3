package org.quorate.cassandra.monitor.prometheus;

import java.util.List;
import java.util.Map;

/**
 * Exporters that Cassandra clusters commonly have. Where the names come from:
 *
 * <ul>
 *   <li>{@code jmx_exporter}: the rules for Cassandra that come with the exporter, {@code
 *       example_configs/cassandra.yml} up to 1.0 and {@code examples/cassandra.yml} since (both
 *       read in prometheus/jmx_exporter), applied to the beans' names. The latter names its beans
 *       in {@code whitelistObjectNames}, and those of tables are not among them: {@code
 *       org.apache.cassandra.metrics:type=Table,*} must be added.
 *   <li>{@code jmx_exporter without rules}: its default format as its documentation has it, in
 *       either case. It alone has the size of writes.
 *   <li>{@code management-api}: the endpoint of k8ssandra's agent; from its rules for names ({@code
 *       default-metric-settings.yaml}, {@code CassandraMetricNameParser}, {@code
 *       CassandraMetricRegistryListener} in k8ssandra/management-api-for-apache-cassandra). Those
 *       of levels as dashboards have them.
 *   <li>{@code cassandra-exporter}: Instaclustr's agent; from {@code FactoriesSupplier} in
 *       zegelin/cassandra-exporter. It has no client writes, and keeps counts in single precision:
 *       above 16.7 million they go in steps of 2, above 1 billion of 64, so at such counts rates
 *       over seconds are coarse.
 *   <li>{@code MCAC}: DataStax's collector, as its own endpoint has it, before Prometheus renames
 *       it; from the renaming rules in k8ssandra-operator. It counts in intervals of its own, 30 s
 *       by default, so rates over less jump. It writes names of tables in lower case.
 * </ul>
 *
 * <p>None of these exporters has run in a test of this project; texts made by these rules have.
 */
final class KnownFormats {
  private static final String MUTATIONS = "(?i)(COUNTER_MUTATION|MUTATION|READ_REPAIR|HINT)_REQ";
  private static final String MISMATCHES = "(RepairedBlocking|ReconcileRead)";
  private static final Map<String, String> BY_TABLE =
      Map.of("keyspace", "(?<keyspace>.+)", "table", "(?<table>.+)");

  /** All of them. */
  public static final List<ExporterFormat> ALL =
      List.of(
          jmxExporter("jmx_exporter up to 1.0", "", ""),
          jmxExporter("jmx_exporter", "_seconds_count", "_count"),
          jmxExporterWithoutRules(),
          managementApi(),
          cassandraExporter(),
          metricCollector());

  private KnownFormats() {}

  private static ExporterFormat jmxExporter(String name, String ofLatency, String ofOthers) {
    String table = "cassandra_table_";
    String latency = "cassandra_clientrequest_latency" + ofLatency;
    return new ExporterFormat(
        name,
        List.of(
            row(NodeQuantity.CLIENT_READS, table + "coordinatorreadlatency" + ofLatency, BY_TABLE),
            row(
                NodeQuantity.CLIENT_WRITES,
                table + "coordinatorwritelatency" + ofLatency,
                BY_TABLE),
            row(NodeQuantity.REPLICA_READS, table + "readlatency" + ofLatency, BY_TABLE),
            row(NodeQuantity.REPLICA_WRITES, table + "writelatency" + ofLatency, BY_TABLE),
            row(
                NodeQuantity.DIGEST_MISMATCHES,
                "cassandra_readrepair_(repairedblocking|reconcileread)" + ofOthers,
                Map.of()),
            row(
                NodeQuantity.DROPPED_MUTATIONS,
                "cassandra_droppedmessage_dropped" + ofOthers,
                Map.of("droppedmessage", MUTATIONS)),
            row(
                NodeQuantity.READS_AT_LEVEL,
                latency,
                Map.of("clientrequest", "Read-(?<level>.+)", "quantile", "")),
            row(
                NodeQuantity.WRITES_AT_LEVEL,
                latency,
                Map.of("clientrequest", "Write-(?<level>.+)", "quantile", ""))));
  }

  private static ExporterFormat jmxExporterWithoutRules() {
    String prefix = "(?i)org_apache_cassandra_metrics_";
    return new ExporterFormat(
        "jmx_exporter without rules",
        List.of(
            bean(NodeQuantity.CLIENT_READS, "CoordinatorReadLatency"),
            bean(NodeQuantity.CLIENT_WRITES, "CoordinatorWriteLatency"),
            bean(NodeQuantity.REPLICA_READS, "ReadLatency"),
            bean(NodeQuantity.REPLICA_WRITES, "WriteLatency"),
            row(
                NodeQuantity.DIGEST_MISMATCHES,
                prefix + "ReadRepair_Count",
                Map.of("name", MISMATCHES)),
            row(
                NodeQuantity.DROPPED_MUTATIONS,
                prefix + "DroppedMessage_Count",
                Map.of("name", "Dropped", "scope", MUTATIONS)),
            row(
                NodeQuantity.AVERAGE_WRITE_BYTES,
                prefix + "ClientRequest_Mean",
                Map.of("name", "MutationSizeHistogram", "scope", "Write")),
            row(
                NodeQuantity.READS_AT_LEVEL,
                prefix + "ClientRequest_Count",
                Map.of("name", "Latency", "scope", "Read-(?<level>.+)")),
            row(
                NodeQuantity.WRITES_AT_LEVEL,
                prefix + "ClientRequest_Count",
                Map.of("name", "Latency", "scope", "Write-(?<level>.+)"))));
  }

  private static MetricRow bean(NodeQuantity quantity, String name) {
    return row(
        quantity,
        "(?i)org_apache_cassandra_metrics_Table_Count",
        Map.of("name", name, "keyspace", "(?<keyspace>.+)", "scope", "(?<table>.+)"));
  }

  private static ExporterFormat managementApi() {
    String prefix = "org_apache_cassandra_metrics_";
    return new ExporterFormat(
        "management-api",
        List.of(
            row(
                NodeQuantity.CLIENT_READS,
                prefix + "table_coordinator_read_latency_count",
                BY_TABLE),
            row(
                NodeQuantity.CLIENT_WRITES,
                prefix + "table_coordinator_write_latency_count",
                BY_TABLE),
            row(NodeQuantity.REPLICA_READS, prefix + "table_read_latency_count", BY_TABLE),
            row(NodeQuantity.REPLICA_WRITES, prefix + "table_write_latency_count", BY_TABLE),
            row(
                NodeQuantity.DIGEST_MISMATCHES,
                prefix + "read_repair_(repaired_blocking|reconcile_read)_total",
                Map.of()),
            row(
                NodeQuantity.DROPPED_MUTATIONS,
                prefix + "dropped_message_dropped_total",
                Map.of("message_type", MUTATIONS)),
            row(
                NodeQuantity.READS_AT_LEVEL,
                prefix + "client_request_latency_read_(?<level>[a-z_]+)_count",
                Map.of()),
            row(
                NodeQuantity.WRITES_AT_LEVEL,
                prefix + "client_request_latency_write_(?<level>[a-z_]+)_count",
                Map.of())));
  }

  private static ExporterFormat cassandraExporter() {
    String latency = "cassandra_client_request_latency_seconds_count";
    return new ExporterFormat(
        "cassandra-exporter",
        List.of(
            operation(NodeQuantity.CLIENT_READS, "coordinator", "read"),
            operation(NodeQuantity.REPLICA_READS, "operation", "read"),
            operation(NodeQuantity.REPLICA_WRITES, "operation", "write"),
            row(
                NodeQuantity.DROPPED_MUTATIONS,
                "cassandra_dropped_messages_total",
                Map.of("message_type", MUTATIONS)),
            row(
                NodeQuantity.READS_AT_LEVEL,
                latency,
                Map.of("operation", "read", "consistency", "(?<level>.+)")),
            row(
                NodeQuantity.WRITES_AT_LEVEL,
                latency,
                Map.of("operation", "write", "consistency", "(?<level>.+)"))));
  }

  private static MetricRow operation(NodeQuantity quantity, String kind, String operation) {
    return row(
        quantity,
        "cassandra_table_" + kind + "_latency_seconds_count",
        Map.of(
            "operation", operation,
            "keyspace", "(?<keyspace>.+)",
            "table", "(?<table>.+)",
            "index", ""));
  }

  private static ExporterFormat metricCollector() {
    return new ExporterFormat(
        "MCAC",
        List.of(
            collected(NodeQuantity.CLIENT_READS, "coordinator_read_latency"),
            collected(NodeQuantity.CLIENT_WRITES, "coordinator_write_latency"),
            collected(NodeQuantity.REPLICA_READS, "read_latency"),
            collected(NodeQuantity.REPLICA_WRITES, "write_latency")));
  }

  private static MetricRow collected(NodeQuantity quantity, String measure) {
    return row(
        quantity,
        "collectd_mcac_\\w*count_total",
        Map.of(
            "mcac",
            "org\\.apache\\.cassandra\\.metrics\\.table\\."
                + measure
                + "\\.(?<keyspace>\\w+)\\.(?<table>\\w+)"));
  }

  private static MetricRow row(NodeQuantity quantity, String name, Map<String, String> labels) {
    return MetricRow.of(quantity, name, labels);
  }
}
