package org.quorate.lab.energy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.lab.link.LinkReport;
import org.quorate.lab.link.Links;
import org.quorate.lab.link.LinksLostException;

/**
 * Bytes that went over the links of each server since some start. Reports of links begin anew with
 * every run; sums here never fall. Asks the links once a second at most. Thread-safe.
 */
final class LinkBytes {
  private static final long FRESH_NANOS = 1_000_000_000L;

  private final Links links;
  private final Map<List<Integer>, Long> newest = new HashMap<>();
  private final Map<Integer, Double> sums = new HashMap<>();
  private long askedAt = System.nanoTime() - FRESH_NANOS;

  LinkBytes(Links links) {
    this.links = links;
  }

  /** Bytes that the server with this index has sent and received. */
  synchronized double of(int node) {
    if (System.nanoTime() - askedAt >= FRESH_NANOS) {
      try {
        links.reports().forEach(this::add);
        askedAt = System.nanoTime();
      } catch (LinksLostException e) {
        // The run ends with this very problem, or whoever asked is to end.
      }
    }
    return sums.getOrDefault(node, 0.0);
  }

  private void add(LinkReport report) {
    Long before = newest.put(List.of(report.from(), report.to()), report.bytes());
    double added =
        before == null || report.bytes() < before ? report.bytes() : report.bytes() - before;
    sums.merge(report.from(), added, Double::sum);
    sums.merge(report.to(), added, Double::sum);
  }
}
