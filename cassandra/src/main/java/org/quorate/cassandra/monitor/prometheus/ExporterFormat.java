package org.quorate.cassandra.monitor.prometheus;

import java.util.List;

/**
 * What one exporter calls its metrics.
 *
 * @param name for people
 * @param rows a metric may be more than one; metrics that are the same are added up
 */
record ExporterFormat(String name, List<MetricRow> rows) {
  public ExporterFormat {
    rows = List.copyOf(rows);
  }
}
