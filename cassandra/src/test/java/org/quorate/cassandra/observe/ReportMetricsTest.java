package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Propagation;

final class ReportMetricsTest {
  private static final Replication REPLICATION = new Replication(Map.of("dc1", 3));
  private static final ReadLevels LEVELS = ObservedLevels.of("k", REPLICATION, "dc1", Level.ONE);

  @Test
  void whatIsKnownIsToldAndWhatIsNotIsLeftOut() {
    String page = PrometheusText.of(ReportMetrics.of(report()));
    assertThat(page.lines())
        .contains(
            "quorate_reads_rate{table=\"k.t\"} 100.0",
            "quorate_writes_rate{table=\"k.t\"} 50.0",
            "quorate_propagation_time_seconds{bound=\"value\",keyspace=\"k\",source=\"network\"} 0.01",
            "quorate_stale_reads_estimated{level=\"all\",model=\"harmony\",table=\"k.t\"} 0.0",
            "quorate_digest_mismatches_total 7.0",
            "quorate_served_reads_total{level=\"local_one\"} 12.0",
            "quorate_readings_total 1.0",
            "quorate_nodes_silent 0.0");
    assertThat(page)
        .contains("{level=\"one\",model=\"random-read\",table=\"k.t\"}")
        .doesNotContain("NaN")
        .doesNotContain("hints")
        .doesNotContain("dropped")
        .doesNotContain("replicas_per_read");
  }

  private static ClusterReport report() {
    Propagation tenMillis = new Propagation(0.01, 0.005, 0.02);
    return new ClusterReport(
        "k",
        LEVELS,
        OptionalLong.empty(),
        5,
        1,
        0,
        "jmx",
        3,
        0,
        0,
        List.of(
            TableReport.of(
                new TableName("k", "t"),
                MeanRate.of(100),
                MeanRate.of(50),
                Double.NaN,
                LEVELS,
                tenMillis,
                null,
                Optional.empty())),
        Optional.of(new PropagationSummary(tenMillis, "network", "", 1, 30, List.of())),
        Optional.empty(),
        List.of(),
        ReplicaMap.NONE,
        new ClusterCounts(7L, null, null, Map.of(Level.LOCAL_ONE, 12L), Map.of(), 5),
        List.of());
  }
}
