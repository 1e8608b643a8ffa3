package org.quorate.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;

class SessionInstrumentsTest {
  private static final AttributeKey<String> TABLE = AttributeKey.stringKey("table");
  private static final AttributeKey<String> LEVEL = AttributeKey.stringKey("level");

  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();
  private double pairs = 3;
  private double time = Double.NaN;
  private int looks;

  private List<Metric> metrics() {
    looks++;
    return List.of(
        gauge("quorate.read.level", "", Map.of("table", "shop.carts", "level", "one"), 1),
        gauge("quorate.read.level", "", Map.of("table", "shop.carts", "level", "quorum"), 0),
        gauge("quorate.propagation.time", "seconds", Map.of("table", "shop.carts"), time),
        new Metric(
            "quorate.pairs", Kind.COUNTER, "", "Pairs.", Map.of("table", "shop.carts"), pairs));
  }

  private static Metric gauge(String name, String unit, Map<String, String> tags, double value) {
    return new Metric(name, Kind.GAUGE, unit, "What it is.", tags, value);
  }

  @AfterEach
  void close() {
    telemetry.close();
  }

  private Map<String, MetricData> collected() {
    return reader.collectAllMetrics().stream()
        .collect(Collectors.toMap(MetricData::getName, Function.identity()));
  }

  @Test
  void everyMetricIsRecordedWithItsTagsAndUnit() {
    time = 0.02;
    try (SessionInstruments any = SessionInstruments.of(this::metrics, telemetry)) {
      Map<String, MetricData> collected = collected();
      assertThat(collected)
          .containsOnlyKeys("quorate.read.level", "quorate.propagation.time", "quorate.pairs");
      MetricData level = collected.get("quorate.read.level");
      assertThat(level.getType()).isEqualTo(MetricDataType.DOUBLE_GAUGE);
      assertThat(level.getDescription()).isEqualTo("What it is.");
      assertThat(level.getInstrumentationScopeInfo().getName()).isEqualTo(SessionInstruments.METER);
      assertThat(
              level.getDoubleGaugeData().getPoints().stream()
                  .collect(
                      Collectors.toMap(DoublePointData::getAttributes, DoublePointData::getValue)))
          .isEqualTo(
              Map.of(
                  Attributes.of(TABLE, "shop.carts", LEVEL, "one"), 1.0,
                  Attributes.of(TABLE, "shop.carts", LEVEL, "quorum"), 0.0));
      assertThat(collected.get("quorate.propagation.time").getUnit()).isEqualTo("s");
      MetricData counted = collected.get("quorate.pairs");
      assertThat(counted.getType()).isEqualTo(MetricDataType.DOUBLE_SUM);
      assertThat(counted.getDoubleSumData().isMonotonic()).isTrue();
    }
  }

  @Test
  void aCollectionLooksAtTheSessionOnceAndSeesItAsItIs() {
    try (SessionInstruments any = SessionInstruments.of(this::metrics, telemetry)) {
      collected();
      looks = 0;
      pairs = 4;
      assertThat(collected().get("quorate.pairs").getDoubleSumData().getPoints())
          .extracting(DoublePointData::getValue)
          .containsExactly(4.0);
      assertThat(looks).isEqualTo(1);
    }
  }

  @Test
  void whatIsNotKnownIsNotRecordedUntilItIs() {
    try (SessionInstruments any = SessionInstruments.of(this::metrics, telemetry)) {
      assertThat(collected()).doesNotContainKey("quorate.propagation.time");
      time = 0.5;
      assertThat(collected()).containsKey("quorate.propagation.time");
    }
  }

  @Test
  void onceItIsClosedNothingIsRecordedAndASecondCloseIsQuiet() {
    List<String> logged = new ArrayList<>();
    Handler handler = listening(logged);
    Logger log = Logger.getLogger("io.opentelemetry");
    log.addHandler(handler);
    try {
      SessionInstruments instruments = SessionInstruments.of(this::metrics, telemetry);
      instruments.close();
      instruments.close();
    } finally {
      log.removeHandler(handler);
    }
    assertThat(collected()).isEmpty();
    assertThat(logged).isEmpty();
  }

  private static Handler listening(List<String> logged) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        logged.add(record.getMessage());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void withoutAnSdkItDoesNothing() {
    SessionInstruments.of(this::metrics, OpenTelemetry.noop()).close();
  }

  @Test
  void whatHasNoMetricsIsRefused() {
    assertThatThrownBy(() -> SessionInstruments.of(List::of, telemetry))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no metrics");
  }
}
