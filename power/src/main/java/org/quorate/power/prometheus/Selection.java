package org.quorate.power.prometheus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.quorate.core.exposition.Sample;

/**
 * Which series of a scrape are meant.
 *
 * @param metric its name
 * @param taken patterns by label, of the series that are meant
 * @param repeated patterns by label, of series that are left out where others remain
 */
record Selection(String metric, Map<String, Pattern> taken, Map<String, Pattern> repeated) {
  /** Selects by a row, where labels that the user gave replace the row's own. */
  static Selection of(KnownMetric row, Map<String, String> labels) {
    Map<String, Pattern> taken = new LinkedHashMap<>(row.taken());
    labels.forEach((label, value) -> taken.put(label, Pattern.compile(Pattern.quote(value))));
    return new Selection(row.metric(), Map.copyOf(taken), row.repeated());
  }

  /** The samples that are meant, out of those of an answer. */
  List<Sample> select(List<Sample> samples) {
    List<Sample> meant = new ArrayList<>();
    List<Sample> unrepeated = new ArrayList<>();
    for (Sample sample : samples) {
      if (sample.name().equals(metric)
          && taken.entrySet().stream().allMatch(label -> matches(sample, label))) {
        meant.add(sample);
        if (repeated.entrySet().stream().noneMatch(label -> matches(sample, label))) {
          unrepeated.add(sample);
        }
      }
    }
    return unrepeated.isEmpty() ? meant : unrepeated;
  }

  private static boolean matches(Sample sample, Map.Entry<String, Pattern> label) {
    String value = sample.labels().getOrDefault(label.getKey(), "");
    return label.getValue().matcher(value).matches();
  }
}
