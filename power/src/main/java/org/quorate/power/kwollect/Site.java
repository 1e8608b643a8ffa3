package org.quorate.power.kwollect;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.power.MeterException;
import org.quorate.power.http.WebAnswer;
import org.quorate.power.http.WebService;

/** One metric of one node at one site of a testbed. */
record Site(WebService web, String site, String node, String metric) {
  /**
   * A point as Kwollect stored it.
   *
   * @param labels what tells it apart from others of the same metric, such as the power supply
   * @param value NaN where Kwollect has none
   */
  record Point(Instant at, Map<String, String> labels, double value) {}

  /**
   * Asks for the points between two instants, both widened to whole seconds.
   *
   * @return in the order of their times
   * @throws MeterException if Kwollect does not answer, or with something else than points
   */
  List<Point> points(Instant from, Instant to) throws MeterException, InterruptedException {
    long end = to.getEpochSecond() + (to.getNano() > 0 ? 1 : 0);
    String path =
        "/sites/"
            + encoded(site)
            + "/metrics?nodes="
            + encoded(node)
            + "&metrics="
            + encoded(metric)
            + "&start_time="
            + from.getEpochSecond()
            + "&end_time="
            + end;
    WebAnswer answer = web.get(web.below(path), Map.of("Accept", "application/json"));
    JsonNode array = answer.successful().json();
    if (!array.isArray()) {
      throw new MeterException(
          web.name() + " does not answer as Kwollect does; check url=… and site=….");
    }
    List<Point> points = new ArrayList<>();
    for (JsonNode point : array) {
      if (point.path("metric_id").asText(metric).equals(metric)) {
        points.add(point(point));
      }
    }
    points.sort(Comparator.comparing(Point::at));
    return points;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static Point point(JsonNode point) throws MeterException {
    String stamp = point.path("timestamp").asText();
    JsonNode value = point.path("value");
    try {
      return new Point(
          OffsetDateTime.parse(stamp).toInstant(),
          labels(point.path("labels")),
          value.isNumber() ? value.doubleValue() : Double.NaN);
    } catch (DateTimeException e) {
      throw new MeterException(
          "Kwollect gives a point with the time \"" + stamp + "\", which is none.", e);
    }
  }

  /** Labels with an underscore say where a point came from, as a text or a list, not what it is. */
  private static Map<String, String> labels(JsonNode node) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> label : node.properties()) {
      if (!label.getKey().startsWith("_")) {
        labels.put(label.getKey(), label.getValue().asText());
      }
    }
    return labels;
  }
}
