package org.quorate.cassandra.monitor.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.exposition.Sample;

class MetricRowTest {
  @Test
  void aRowIsWrittenAsPrometheusWritesMetrics() {
    MetricRow row =
        MetricRow.parse(
            "client_reads my_.*{id=\"(?<keyspace>\\\\w+)\\\\.(?<table>\\\\w+)\",x=\"1\"}");
    assertThat(row.quantity()).isEqualTo(NodeQuantity.CLIENT_READS);
    assertThat(row.isNamed("my_reads")).isTrue();
    assertThat(row.isNamed("not_my_reads")).isFalse();
    assertThat(row.match(new Sample("my_reads", Map.of("id", "shop.carts", "x", "1"), 1, null)))
        .isEqualTo(Map.of("keyspace", "shop", "table", "carts"));
    assertThat(row.match(new Sample("my_reads", Map.of("id", "shop.carts"), 1, null))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "client_reads",
        "no_such_quantity a{}",
        "client_reads a{keyspace=\"(?<keyspace>.+)\"}",
        "client_reads a{b=\"c\"",
        "digest_mismatches a(",
        "reads_at_level a"
      })
  void whatIsNoRowIsRefused(String text) {
    assertThatThrownBy(() -> MetricRow.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
