package org.quorate.cli.observe;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.report.format.Numbers;

/** What the nodes counted, in words. */
record CountsText(Paragraphs out, ReadLevels levels) {
  private static final String UNKNOWN = "not known by this source";

  void add(ClusterCounts counts) {
    out.blank();
    out.heading("All keyspaces, as the nodes counted");
    out.fact("digest mismatches", mismatches(counts));
    Long dropped = counts.droppedMutations();
    out.fact("dropped writes", dropped == null ? unknown(counts) : Numbers.count(dropped));
    Long hints = counts.pendingHints();
    out.fact("pending hints", hints == null ? UNKNOWN : Words.count(hints, "file") + " at the end");
    out.fact("reads at", byLevel(counts.readsByLevel(), counts));
    out.fact("writes at", byLevel(counts.writesByLevel(), counts));
    long below = counts.writesBelow(levels);
    if (below > 0) {
      out.sentence(
          2,
          Words.count(below, "write")
              + " of some keyspace were at levels weaker than "
              + levels.writeLevel()
              + ", which is what the estimates assume; if they are of these tables, say so with"
              + " --write-level.");
    }
  }

  /** Counts have grown since the first reading, so one alone tells nothing. */
  private static String unknown(ClusterCounts counts) {
    return counts.seconds() == 0 ? "not known after a single reading" : UNKNOWN;
  }

  private static String mismatches(ClusterCounts counts) {
    Long mismatches = counts.digestMismatches();
    if (mismatches == null) {
      return unknown(counts) + (counts.seconds() == 0 ? "" : "; --jmx or --prometheus tell");
    }
    OptionalDouble share = counts.mismatchesPerComparingRead();
    OptionalDouble perRead = counts.mismatchesPerRead();
    if (perRead.isEmpty()) {
      return Numbers.count(mismatches) + "; how many reads there were is not known";
    }
    if (share.isEmpty()) {
      return Numbers.count(mismatches)
          + "; no read asked more than one replica, so none could differ";
    }
    String ofAll =
        perRead.equals(share) ? "" : Numbers.percent(perRead.getAsDouble()) + " of all reads, ";
    return Numbers.count(mismatches)
        + ", "
        + ofAll
        + Numbers.percent(share.getAsDouble())
        + " of the "
        + Numbers.count(counts.comparingReads())
        + " reads that asked more than one replica";
  }

  private static String byLevel(Map<Level, Long> byLevel, ClusterCounts counts) {
    String known =
        byLevel.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(
                entry ->
                    entry.getKey()
                        + " "
                        + Numbers.count(entry.getValue())
                        + " ("
                        + Numbers.of(entry.getValue() / counts.seconds())
                        + " per second)")
            .collect(Collectors.joining(", "));
    return !known.isEmpty() ? known : byLevel.isEmpty() ? unknown(counts) : "none";
  }
}
