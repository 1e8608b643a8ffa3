package org.quorate.cassandra.metric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes metrics in Prometheus' text format, version 0.0.4. Stateless. */
public final class PrometheusText {
  /** The format's name in an HTTP answer. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private PrometheusText() {}

  /** The text; metrics of one name stand together. */
  public static String of(List<Metric> metrics) {
    Map<String, List<Metric>> byName = new LinkedHashMap<>();
    metrics.forEach(
        metric -> byName.computeIfAbsent(name(metric), any -> new ArrayList<>()).add(metric));
    StringBuilder text = new StringBuilder();
    byName.forEach(
        (name, same) -> {
          Metric first = same.get(0);
          text.append("# HELP ").append(name).append(' ').append(help(first.description()));
          text.append("\n# TYPE ").append(name).append(' ');
          text.append(first.kind().name().toLowerCase(Locale.ROOT)).append('\n');
          same.forEach(metric -> line(text, name, metric));
        });
    return text.toString();
  }

  private static void line(StringBuilder text, String name, Metric metric) {
    text.append(name);
    if (!metric.tags().isEmpty()) {
      String separator = "{";
      for (Map.Entry<String, String> tag : metric.tags().entrySet()) {
        text.append(separator).append(tag.getKey().replace('.', '_')).append("=\"");
        text.append(label(tag.getValue())).append('"');
        separator = ",";
      }
      text.append('}');
    }
    text.append(' ').append(Double.toString(metric.value())).append('\n');
  }

  private static String name(Metric metric) {
    String name = metric.name().replace('.', '_').replace('-', '_');
    String united = metric.unit().isEmpty() ? name : name + "_" + metric.unit();
    return metric.kind() == Metric.Kind.COUNTER ? united + "_total" : united;
  }

  private static String help(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String label(String text) {
    return help(text).replace("\"", "\\\"");
  }
}
