package org.quorate.power.prometheus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.exposition.Sample;
import org.quorate.power.MeterException;
import org.quorate.power.http.WebAnswer;
import org.quorate.power.http.WebService;

/** The page on which an exporter exposes its metrics as text. */
record ExporterPage(WebService web) {
  /** Samples of a page, and when it was received. */
  record Samples(List<Sample> samples, Instant receivedAt) {}

  /** Where it is. */
  String name() {
    return web.name();
  }

  /** The metrics that are worth reading for one that the user named, or for all that are known. */
  static Set<String> names(Optional<String> metric) {
    Set<String> names = new HashSet<>();
    metric.ifPresent(names::add);
    for (KnownMetric row : KnownMetrics.ALL) {
      if (metric.isEmpty() || metric.get().equals(row.metric())) {
        names.add(row.metric());
        row.estimated().ifPresent(mark -> names.add(mark.metric()));
      }
    }
    return names;
  }

  /**
   * Reads it, and keeps the samples of some metrics.
   *
   * @throws MeterException if there is no such page, or the exporter does not answer
   */
  Samples read(Set<String> metrics) throws MeterException, InterruptedException {
    WebAnswer answer =
        web.get(web.below(""), Map.of("Accept", "text/plain;version=0.0.4")).successful();
    List<Sample> samples = new ArrayList<>();
    for (String line : (Iterable<String>) answer.body().lines()::iterator) {
      if (metrics.contains(Sample.name(line))) {
        Sample sample = Sample.parse(line);
        if (sample != null) {
          samples.add(sample);
        }
      }
    }
    return new Samples(samples, answer.receivedAt());
  }
}
