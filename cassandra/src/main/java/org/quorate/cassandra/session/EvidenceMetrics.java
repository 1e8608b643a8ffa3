package org.quorate.cassandra.session;

import static org.quorate.cassandra.session.SessionMetrics.counter;
import static org.quorate.cassandra.session.SessionMetrics.gauge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.cassandra.control.ExchangedEvidence;
import org.quorate.cassandra.metric.Metric;

/** What a dashboard is told of evidence that is exchanged with other processes. Stateless. */
final class EvidenceMetrics {
  private EvidenceMetrics() {}

  static List<Metric> of(ExchangedEvidence evidence) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(
        counter(
            "quorate.evidence.refused",
            "Values of other processes that were refused.",
            Map.of(),
            evidence.refused()));
    metrics.add(failed("read", evidence.failedReads()));
    metrics.add(failed("write", evidence.failedWrites()));
    evidence
        .tables()
        .forEach(
            (table, heard) -> {
              String name = table.toString();
              metrics.add(processes(name, "trusted", heard.trusted()));
              metrics.add(processes(name, "wary", heard.wary()));
              metrics.add(
                  gauge(
                      "quorate.evidence.age",
                      "seconds",
                      "Since the newest value of another process was seen to change.",
                      Map.of("table", name),
                      heard.ageSeconds()));
              metrics.add(
                  gauge(
                      "quorate.evidence.contradicted",
                      "",
                      "1 while own pairs speak against what other processes tell.",
                      Map.of("table", name),
                      heard.contradicted() ? 1 : 0));
            });
    return metrics;
  }

  private static Metric failed(String what, long count) {
    return counter(
        "quorate.evidence.failed",
        "Reads and writes of the table of evidence that failed.",
        Map.of("request", what),
        count);
  }

  private static Metric processes(String table, String standing, int count) {
    return gauge(
        "quorate.evidence.processes",
        "",
        "Other processes that are heard: those trusted, and those that may only raise levels.",
        Map.of("table", table, "standing", standing),
        count);
  }
}
