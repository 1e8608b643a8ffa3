package org.quorate.power.kwollect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;
import org.quorate.power.http.FakeWeb;

/** Against a server that answers as Kwollect does. */
class KwollectMeterTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final List<String> points = new CopyOnWriteArrayList<>();
  private Instant now = NOW;
  private FakeWeb web;

  @BeforeEach
  void start() throws Exception {
    web = FakeWeb.plain(request -> FakeWeb.Response.ok("[" + String.join(",", points) + "]"));
    point("2026-01-02T04:04:00+01:00", "100");
  }

  @AfterEach
  void stop() {
    web.close();
  }

  @Test
  void onePointIsTheMeanOfTheSecondThatItsStampStarts() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels())
          .containsExactly(
              Channel.watts("wattmetre_power_watt of taurus-7", Scope.WALL, 0.1)
                  .averagedOver(Duration.ofSeconds(1), Stamp.START)
                  .spaced(Duration.ofSeconds(1)));
      assertThat(meter.delay()).isPositive();
    }
  }

  @Test
  void stampsHaveAnyNumberOfDigitsAndAnOffset() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      point("2026-01-02T04:04:01+01:00", "131.7");
      point("2026-01-02T04:04:02.5+01:00", "132");
      point("2026-01-02T03:04:03.003778Z", "133");
      point("2026-01-02T04:34:04.123456789+01:30", "134");
      assertThat(meter.read())
          .containsExactly(
              new Reading(0, Instant.parse("2026-01-02T03:04:01Z"), NOW, 131.7),
              new Reading(0, Instant.parse("2026-01-02T03:04:02.500Z"), NOW, 132),
              new Reading(0, Instant.parse("2026-01-02T03:04:03.003778Z"), NOW, 133),
              new Reading(0, Instant.parse("2026-01-02T03:04:04.123456789Z"), NOW, 134));
    }
  }

  @Test
  void aPointIsGivenOnceHoweverOftenItIsAnswered() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.read()).isEmpty();
      point("2026-01-02T04:04:01+01:00", "101");
      assertThat(meter.read()).hasSize(1);
      assertThat(meter.read()).isEmpty();
    }
  }

  @Test
  void nullIsMissing() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      point("2026-01-02T04:04:01+01:00", "null");
      List<Reading> readings = meter.read();
      assertThat(readings).singleElement().matches(Reading::isMissing);
      assertThat(readings.get(0).stampedAt()).isEqualTo(Instant.parse("2026-01-02T03:04:01Z"));
    }
  }

  @Test
  void pointsThatComeLateAreFoundLater() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      now = NOW.plusSeconds(30);
      assertThat(meter.read()).isEmpty();
      point("2026-01-02T04:04:01+01:00", "101");
      now = NOW.plusSeconds(31);
      assertThat(meter.read()).hasSize(1);
    }
  }

  @Test
  void neverMoreThanFiveMinutesAreAskedForAtOnce() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      web.requests().clear();
      now = NOW.plus(Duration.ofMinutes(17));
      meter.read();
      assertThat(web.requests()).hasSize(4);
      long reached = 0;
      for (FakeWeb.Request request : web.requests()) {
        long start = Long.parseLong(request.query().get("start_time"));
        long end = Long.parseLong(request.query().get("end_time"));
        assertThat(end - start).isBetween(1L, 300L);
        assertThat(start).isGreaterThanOrEqualTo(reached);
        reached = end;
      }
      assertThat(reached).isEqualTo(now.getEpochSecond());
    }
  }

  @Test
  void theNodeIsAskedForWithoutItsDomainAndWithALogin() throws Exception {
    Map<String, String> outside = Map.of("node", "taurus-7.lyon.grid5000.fr", "credentials", "g5k");
    try (PowerMeter meter = open(outside)) {
      assertThat(meter.name()).isEqualTo("kwollect taurus-7.lyon wattmetre_power_watt");
    }
    FakeWeb.Request request = web.requests().get(0);
    assertThat(request.path()).isEqualTo("/stable/sites/lyon/metrics");
    assertThat(request.query())
        .containsEntry("nodes", "taurus-7")
        .containsEntry("metrics", "wattmetre_power_watt")
        .containsEntry("start_time", Long.toString(NOW.getEpochSecond() - 60))
        .containsEntry("end_time", Long.toString(NOW.getEpochSecond()));
    assertThat(request.headers()).containsEntry("authorization", "Basic dTpw");
  }

  @Test
  void whereAPointCameFromMayBeATextOrAList() throws Exception {
    points.clear();
    labelled("2026-01-02T04:04:00+01:00", "100", "{\"_device_orig\": \"wattmetre1-port6\"}");
    try (PowerMeter meter = open(Map.of())) {
      labelled("2026-01-02T04:04:01+01:00", "101", "{\"_device_orig\": [\"wattmetre1-port6\"]}");
      assertThat(meter.read()).extracting(Reading::value).containsExactly(101.0);
    }
  }

  @Test
  void twoSuppliesAreTwoSeriesThatAreAddedUpOnlyWhenToldSo() throws Exception {
    points.clear();
    labelled("2026-01-02T04:04:00+01:00", "100", "{\"psu\": \"1\"}");
    labelled("2026-01-02T04:04:00+01:00", "90", "{\"psu\": \"2\"}");
    Map<String, String> supplies = new LinkedHashMap<>();
    supplies.put("metric", "bmc_psu_power_watt");
    supplies.put("unit", "W");
    supplies.put("scope", "wall");
    assertThatThrownBy(() -> open(supplies))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("sum=true");
    supplies.put("sum", "true");
    try (PowerMeter meter = open(supplies)) {
      labelled("2026-01-02T04:04:01+01:00", "101", "{\"psu\": \"1\"}");
      labelled("2026-01-02T04:04:01+01:00", "91", "{\"psu\": \"2\"}");
      assertThat(meter.read()).extracting(Reading::value).containsExactly(101.0, 91.0);
      assertThat(meter.channels()).extracting(Channel::name).containsExactly("psu=1", "psu=2");
    }
  }

  @Test
  void aCounterOfWattHoursBecomesJoules() throws Exception {
    points.clear();
    labelled("2026-01-02T04:04:00+01:00", "10", "{}");
    try (PowerMeter meter = open(Map.of("metric", "bmc_node_power_watthour_total"))) {
      assertThat(meter.channels().get(0).quantity()).isEqualTo(Quantity.ENERGY);
      labelled("2026-01-02T04:04:01+01:00", "11", "{}");
      assertThat(meter.read()).extracting(Reading::value).containsExactly(39600.0);
    }
  }

  @Test
  void aNodeWithoutPointsOrWithZerosIsRefused() {
    points.clear();
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("has no wattmetre_power_watt of taurus-7");
    point("2026-01-02T04:04:00+01:00", "0");
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("only zeros");
  }

  @Test
  void anUnknownMetricNeedsItsUnitAndScope() {
    assertThatThrownBy(() -> open(Map.of("metric", "prom_something")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("unit=");
  }

  @Test
  void anUnknownMetricsPointsLieAsFarApartAsTheyDid() throws Exception {
    points.clear();
    for (int i = 1; i <= 5; i++) {
      labelled("2026-01-02T04:03:" + (10 + 3 * i) + "+01:00", "100", "{}");
    }
    try (PowerMeter meter = open(Map.of("metric", "mine", "unit", "W", "scope", "wall"))) {
      assertThat(meter.channels().get(0).spacing()).isEqualTo(Duration.ofSeconds(3));
      assertThat(meter.period()).isEqualTo(Duration.ofSeconds(5));
    }
  }

  private void point(String stamp, String value) {
    labelled(stamp, value, "{\"_device_orig\": \"wattmetre1-port6\"}");
  }

  private void labelled(String stamp, String value, String labels) {
    points.add(
        "{\"timestamp\": \"%s\", \"device_id\": \"taurus-7\", \"value\": %s, \"labels\": %s}"
            .formatted(stamp, value, labels));
  }

  private PowerMeter open(Map<String, String> more) throws Exception {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("url", web.url() + "/stable");
    options.put("site", "lyon");
    options.put("node", "taurus-7");
    options.putAll(more);
    InstantSource clock = () -> now;
    Map<String, String> environment =
        Map.of(
            "QUORATE_G5K_HOST", "api.grid5000.fr, 127.0.0.1",
            "QUORATE_G5K_USER", "u",
            "QUORATE_G5K_PASSWORD", "p");
    return new Kwollect(environment, clock).open(new MeterSettings("kwollect", options));
  }
}
