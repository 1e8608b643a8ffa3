package org.quorate.power.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.http.FakeWeb;
import org.quorate.power.kwollect.Kwollect;
import org.quorate.power.prometheus.Prometheus;
import org.quorate.power.prometheus.Scrape;
import org.quorate.power.redfish.FakeController;
import org.quorate.power.redfish.Redfish;

/** Devices behind real HTTP servers. */
final class WebDevices {
  private WebDevices() {}

  /** A server with a clock, a memory of all that was told, and one way to answer. */
  private abstract static class Server implements Device {
    final Run run;
    final FakeWeb web;
    final NavigableMap<Instant, Double> told = new ConcurrentSkipListMap<>();
    volatile Duration ahead = Duration.ZERO;

    Server(Run run) {
      this.run = run;
      try {
        this.web =
            FakeWeb.plain(
                request ->
                    answer(request)
                        .with(
                            "Date",
                            DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                run.clock.instant().plus(ahead).atOffset(ZoneOffset.UTC))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    abstract FakeWeb.Response answer(FakeWeb.Request request);

    abstract MeterKind kind();

    abstract Map<String, String> options();

    @Override
    public void tell(Instant now, double value) {
      told.put(now.plus(ahead), value);
    }

    double newest() {
      return told.lastEntry().getValue();
    }

    @Override
    public PowerMeter open() throws Exception {
      return kind().open(new MeterSettings(kind().name(), options()));
    }

    @Override
    public void setClockAhead(Duration ahead) {
      this.ahead = ahead;
    }

    @Override
    public void close() {
      web.close();
    }

    @Override
    public String toString() {
      return kind().name();
    }
  }

  /** A testbed's site; its points are stamped with the start of their second. */
  static Device kwollect(Run run) {
    return new Server(run) {
      @Override
      FakeWeb.Response answer(FakeWeb.Request request) {
        Instant from = Instant.ofEpochSecond(Long.parseLong(request.query().get("start_time")));
        Instant to = Instant.ofEpochSecond(Long.parseLong(request.query().get("end_time")));
        return FakeWeb.Response.ok(
            told.subMap(from, true, to, true).entrySet().stream()
                .map(
                    point ->
                        "{\"timestamp\": \"%s\", \"value\": %s, \"labels\": {}}"
                            .formatted(
                                point.getKey(),
                                point.getValue().isNaN() ? "null" : point.getValue()))
                .collect(Collectors.joining(",", "[", "]")));
      }

      @Override
      MeterKind kind() {
        return new Kwollect(Map.of(), run.clock);
      }

      @Override
      Map<String, String> options() {
        return Map.of("url", web.url(), "site", "lyon", "node", "taurus-7");
      }
    };
  }

  /** A Prometheus server, which repeats the last value that it has for five minutes. */
  static Device prometheus(Run run, boolean counter) {
    return new Server(run) {
      @Override
      FakeWeb.Response answer(FakeWeb.Request request) {
        long from = Math.round(1000 * Double.parseDouble(request.query().get("start")));
        long to = Math.round(1000 * Double.parseDouble(request.query().get("end")));
        long step = Math.round(1000 * Double.parseDouble(request.query().get("step")));
        StringBuilder values = new StringBuilder();
        for (long at = from; at <= to; at += step) {
          Map.Entry<Instant, Double> last = told.floorEntry(Instant.ofEpochMilli(at));
          if (last != null && at - last.getKey().toEpochMilli() <= 300_000) {
            values
                .append(values.isEmpty() ? "" : ",")
                .append(String.format(Locale.ROOT, "[%.3f,\"%s\"]", at / 1e3, last.getValue()));
          }
        }
        return FakeWeb.Response.ok(
            "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
                + (values.isEmpty() ? "" : "{\"metric\":{},\"values\":[" + values + "]}")
                + "]}}");
      }

      @Override
      MeterKind kind() {
        return new Prometheus(Map.of(), run.clock);
      }

      @Override
      Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("url", web.url());
        options.put("query", "node_energy");
        options.put("scope", "host");
        options.put("unit", counter ? "J" : "W");
        if (counter) {
          options.put("wraps-at", "2000");
        }
        return options;
      }
    };
  }

  /** An exporter's page with one gauge. */
  static Device exporterGauge(Run run) {
    return exporter(run, "ipmi_dcmi_power_consumption_current_watts %s\n", Map.of());
  }

  /** An exporter's page with a counter of RAPL, which starts again where the processor's does. */
  static Device exporterCounter(Run run, Map<String, String> more) {
    return exporter(
        run,
        "node_rapl_package_joules_total{index=\"0\",path=\"/sys/class/powercap/intel-rapl:0\"} %s\n",
        more);
  }

  /** An exporter's page of one form. */
  static Device exporter(Run run, String form, Map<String, String> more) {
    return new Server(run) {
      @Override
      FakeWeb.Response answer(FakeWeb.Request request) {
        return FakeWeb.Response.ok(form.replace("%s", Double.toString(newest())));
      }

      @Override
      MeterKind kind() {
        return new Scrape(Map.of(), run.clock);
      }

      @Override
      Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>(more);
        options.put("url", web.url());
        options.put("period", "1s");
        return options;
      }
    };
  }

  /** A controller's sensor, with the time of its reading or without. */
  static Device redfishSensor(Run run, boolean stamped) {
    return redfish(
        run,
        "Sensors",
        """
        {"ReadingType": "Power", "PhysicalContext": "Chassis", "Reading": %s %s}
        """,
        stamped,
        Map.of());
  }

  /** A controller's counter of joules. */
  static Device redfishCounter(Run run) {
    return redfish(
        run,
        "EnvironmentMetrics",
        "{\"EnergyJoules\": {\"Reading\": %s} %s}",
        false,
        Map.of("use", "environment-joules"));
  }

  private static Device redfish(
      Run run, String link, String form, boolean stamped, Map<String, String> more) {
    FakeController controller = new FakeController();
    String chassis = "/redfish/v1/Chassis";
    String place = chassis + "/1U/" + link + (link.equals("Sensors") ? "/Total" : "");
    controller.collection(chassis, "1U").chassis("1U", link);
    if (link.equals("Sensors")) {
      controller.collection(chassis + "/1U/Sensors", "Total");
    }
    return new Server(run) {
      @Override
      public void tell(Instant now, double value) {
        super.tell(now, value);
        String number = Double.isNaN(value) ? "null" : Double.toString(value);
        String time = stamped ? ", \"ReadingTime\": \"" + now.plus(ahead) + "\"" : "";
        controller.put(place, form.formatted(number, time));
      }

      @Override
      FakeWeb.Response answer(FakeWeb.Request request) {
        return controller.answer(request);
      }

      @Override
      MeterKind kind() {
        return new Redfish(
            Map.of(
                "QUORATE_BMC_HOST", "127.0.0.1",
                "QUORATE_BMC_USER", FakeController.USER,
                "QUORATE_BMC_PASSWORD", FakeController.PASSWORD),
            run.clock);
      }

      @Override
      Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>(more);
        options.put("address", web.url());
        options.put("credentials", "bmc");
        return options;
      }
    };
  }
}
