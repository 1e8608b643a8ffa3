package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.RunResult;

/**
 * One directed link over all runs with the same configured delay, in nanoseconds. Mean, maximum and
 * counts are exact; the percentiles are those of the runs, averaged by messages, because
 * percentiles cannot be added up.
 */
record LinkTotals(
    String from,
    String to,
    String configured,
    long messages,
    double mean,
    double p50,
    double p90,
    double p99,
    double max,
    long bytes) {

  private record Name(String from, String to, String configured) {}

  /** Every link that carried a message, in the order of first appearance. */
  static List<LinkTotals> of(List<RunResult> runs) {
    Map<Name, List<LinkResult>> groups = new LinkedHashMap<>();
    for (RunResult run : runs) {
      for (LinkResult link : run.links()) {
        groups
            .computeIfAbsent(
                new Name(link.from(), link.to(), link.configured()), name -> new ArrayList<>())
            .add(link);
      }
    }
    List<LinkTotals> totals = new ArrayList<>();
    groups.forEach(
        (name, links) -> {
          LinkTotals total = add(name, links);
          if (total.messages > 0) {
            totals.add(total);
          }
        });
    return totals;
  }

  private static LinkTotals add(Name name, List<LinkResult> links) {
    long messages = 0;
    long bytes = 0;
    double mean = 0;
    double p50 = 0;
    double p90 = 0;
    double p99 = 0;
    long max = 0;
    for (LinkResult link : links) {
      Latencies achieved = link.achieved();
      messages += achieved.count();
      bytes += link.bytes();
      mean += achieved.mean() * achieved.count();
      p50 += (double) achieved.p50() * achieved.count();
      p90 += (double) achieved.p90() * achieved.count();
      p99 += (double) achieved.p99() * achieved.count();
      max = Math.max(max, achieved.max());
    }
    double divisor = Math.max(1, messages);
    return new LinkTotals(
        name.from,
        name.to,
        name.configured,
        messages,
        mean / divisor,
        p50 / divisor,
        p90 / divisor,
        p99 / divisor,
        max,
        bytes);
  }
}
