package org.quorate.cassandra.monitor.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.exposition.Sample;

/**
 * Takes in a node's metrics line by line, and keeps only what was asked for: of tens of thousands
 * of lines, a handful of numbers.
 */
final class MetricsSubscriber implements Flow.Subscriber<String> {
  private final Map<ExporterFormat, Tally> tallies = new LinkedHashMap<>();
  private final Map<String, List<ExporterRow>> rowsByName = new HashMap<>();

  MetricsSubscriber(List<ExporterFormat> formats, Set<TableName> wanted) {
    formats.forEach(format -> tallies.put(format, new Tally(wanted)));
  }

  void line(String line) {
    String name = Sample.name(line);
    if (name.isEmpty()) {
      return;
    }
    List<ExporterRow> rows = rowsByName.computeIfAbsent(name, this::rows);
    Sample sample = rows.isEmpty() ? null : Sample.parse(line);
    if (sample == null) {
      return;
    }
    for (ExporterRow row : rows) {
      Map<String, String> groups = row.row.match(sample);
      if (groups != null) {
        row.tally.add(row.row.quantity(), groups, sample.value());
      }
    }
  }

  private List<ExporterRow> rows(String name) {
    List<ExporterRow> rows = new ArrayList<>();
    tallies.forEach(
        (format, tally) -> {
          for (MetricRow row : format.rows()) {
            if (row.isNamed(name)) {
              rows.add(new ExporterRow(row, tally));
            }
          }
        });
    return List.copyOf(rows);
  }

  /** What the first format that knows tables has counted; empty where none does. */
  Optional<Tally> result() {
    return tallies.values().stream().filter(Tally::countsTables).findFirst();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(String line) {
    line(line);
  }

  @Override
  public void onError(Throwable failure) {
    // Whoever waits for the body is told.
  }

  @Override
  public void onComplete() {}

  private record ExporterRow(MetricRow row, Tally tally) {}
}
