package org.quorate.cassandra.monitor.prometheus;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.exposition.Sample;

/**
 * What one metric of an exporter is. Its name, and each label named here, must match as a whole;
 * other labels may be there; a label that is not there is matched as empty. Named groups of these
 * patterns say which table it is of ({@code keyspace} and {@code table}), and which level ({@code
 * level}, in any case).
 *
 * @param name regular expression
 * @param labels regular expressions by name of the label
 */
public record MetricRow(NodeQuantity quantity, Pattern name, Map<String, Pattern> labels) {
  private static final Pattern GROUP = Pattern.compile("\\(\\?<(keyspace|table|level)>");

  /**
   * @throws IllegalArgumentException if the groups that the quantity needs are not there
   */
  public MetricRow {
    labels = Map.copyOf(labels);
    String patterns =
        name.pattern()
            + labels.values().stream().map(Pattern::pattern).collect(Collectors.joining(" "));
    if (quantity.isOfTable()
        && !(patterns.contains("(?<keyspace>") && patterns.contains("(?<table>"))) {
      throw new IllegalArgumentException(
          "A metric of a table needs the groups (?<keyspace>...) and (?<table>...): " + name + ".");
    }
    if (quantity.isOfLevel() && !patterns.contains("(?<level>")) {
      throw new IllegalArgumentException(
          "A metric of a level needs the group (?<level>...): " + name + ".");
    }
  }

  /**
   * Reads a row as a person writes it: the quantity in any case, and the metric as Prometheus
   * writes it, with patterns for name and values. A backslash in a label's pattern is written
   * twice.
   *
   * <pre>client_reads my_reads{ks="(?&lt;keyspace&gt;.+)",cf="(?&lt;table&gt;.+)"}</pre>
   *
   * @throws IllegalArgumentException if it is not of that form; the message says what is wrong
   */
  public static MetricRow parse(String text) {
    String[] parts = text.strip().split("\\s+", 2);
    try {
      if (parts.length == 2) {
        int brace = parts[1].indexOf('{');
        String name = brace < 0 ? parts[1].strip() : parts[1].substring(0, brace).strip();
        Map<String, String> labels = new HashMap<>();
        if (brace < 0 || Sample.labels(parts[1], brace, labels) == parts[1].length()) {
          return of(NodeQuantity.valueOf(parts[0].toUpperCase(Locale.ROOT)), name, labels);
        }
      }
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" has a pattern that is none: " + e.getDescription() + ".", e);
    }
    throw new IllegalArgumentException(
        "\""
            + text
            + "\" is no metric; write it like"
            + " client_reads my_reads{keyspace=\"(?<keyspace>.+)\",table=\"(?<table>.+)\"}.");
  }

  static MetricRow of(NodeQuantity quantity, String name, Map<String, String> labels) {
    Map<String, Pattern> patterns = new HashMap<>();
    labels.forEach((label, pattern) -> patterns.put(label, Pattern.compile(pattern)));
    return new MetricRow(quantity, Pattern.compile(name), patterns);
  }

  boolean isNamed(String metric) {
    return name.matcher(metric).matches();
  }

  /** The named groups of a sample of this row's name, or null where it is not this row's. */
  @Nullable Map<String, String> match(Sample sample) {
    Map<String, String> groups = new HashMap<>();
    if (!match(name, sample.name(), groups)) {
      return null;
    }
    for (Map.Entry<String, Pattern> label : labels.entrySet()) {
      if (!match(label.getValue(), sample.labels().getOrDefault(label.getKey(), ""), groups)) {
        return null;
      }
    }
    return groups;
  }

  private static boolean match(Pattern pattern, String text, Map<String, String> groups) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    Matcher names = GROUP.matcher(pattern.pattern());
    while (names.find()) {
      String value = matcher.group(names.group(1));
      if (value != null) {
        groups.put(names.group(1), value);
      }
    }
    return true;
  }
}
