package org.quorate.power.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.quorate.power.MeterException;
import org.quorate.power.http.WebAnswer;
import org.quorate.power.http.WebService;

/**
 * A query that is asked for one span of time after the other, by {@code /api/v1/query_range}.
 *
 * @param step distance of its values; they lie on whole multiples of it since 1970
 */
record RangeQuery(WebService web, String query, Duration step) {
  /** Prometheus refuses more than 11,000 values per series. */
  private static final int MOST_VALUES = 3000;

  /** One series of an answer. */
  record Answer(Map<String, String> labels, List<Value> values) {}

  /**
   * A value as Prometheus evaluated it.
   *
   * @param number may be NaN or infinite
   */
  record Value(Instant at, double number) {}

  /** The last multiple of the step that is not after an instant. */
  Instant onGrid(Instant instant) {
    long millis = step.toMillis();
    return Instant.ofEpochMilli(Math.floorDiv(instant.toEpochMilli(), millis) * millis);
  }

  /** The last instant up to which one question may reach. */
  Instant reach(Instant from) {
    return from.plus(step.multipliedBy(MOST_VALUES));
  }

  /** An instant, or the first one from which one question may reach to another. */
  Instant latest(Instant wanted, Instant to) {
    Instant first = to.minus(step.multipliedBy(MOST_VALUES));
    return first.isAfter(wanted) ? first : wanted;
  }

  /**
   * Asks for the values at all multiples of the step from one to another, both included.
   *
   * @return all series, in Prometheus's order
   * @throws MeterException if Prometheus does not answer, or refuses the query
   */
  List<Answer> ask(Instant from, Instant to) throws MeterException, InterruptedException {
    String path =
        "/api/v1/query_range?query="
            + MetricOptions.encoded(query)
            + "&start="
            + seconds(from.toEpochMilli())
            + "&end="
            + seconds(to.toEpochMilli())
            + "&step="
            + seconds(step.toMillis());
    WebAnswer answer = web.get(web.below(path), Map.of("Accept", "application/json"));
    if (!answer.isSuccess() && answer.body().startsWith("{")) {
      String error = answer.json().path("error").asText();
      if (!error.isEmpty()) {
        throw new MeterException(
            "Prometheus at " + web.name() + " refuses the query: " + error + ".");
      }
    }
    JsonNode data = answer.successful().json().path("data");
    if (!data.path("resultType").asText().equals("matrix")) {
      throw new MeterException(
          web.below("") + " does not answer as Prometheus does; check the address.");
    }
    List<Answer> series = new ArrayList<>();
    for (JsonNode each : data.path("result")) {
      series.add(new Answer(labels(each.path("metric")), values(each.path("values"))));
    }
    return series;
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
  }

  private static Map<String, String> labels(JsonNode metric) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> label : metric.properties()) {
      labels.put(label.getKey(), label.getValue().asText());
    }
    return labels;
  }

  private static List<Value> values(JsonNode pairs) throws MeterException {
    List<Value> values = new ArrayList<>();
    for (JsonNode pair : pairs) {
      BigDecimal seconds = pair.path(0).decimalValue();
      values.add(
          new Value(
              Instant.ofEpochMilli(seconds.movePointRight(3).longValue()),
              number(pair.path(1).asText())));
    }
    return values;
  }

  private static double number(String text) throws MeterException {
    try {
      return switch (text) {
        case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(text);
      };
    } catch (NumberFormatException e) {
      throw new MeterException("Prometheus gives \"" + text + "\" where a number should be.", e);
    }
  }
}
