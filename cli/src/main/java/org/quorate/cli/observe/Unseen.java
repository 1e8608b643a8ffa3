package org.quorate.cli.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.AnswerVerdict;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.TableAnswer;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.core.level.Level;
import org.quorate.report.format.Numbers;

/** What an observer could not see, and what its answers rest on; sentences for people. Pure. */
final class Unseen {
  private static final double SHORT_SECONDS = 240;

  private Unseen() {}

  /**
   * The sentences.
   *
   * @param answers of the report
   * @param energy of the hosts; null where they have no meters
   */
  static List<String> of(
      ClusterReport report, List<TableAnswer> answers, @Nullable EnergyReport energy) {
    List<String> unseen = new ArrayList<>();
    unseen.add(writes(report));
    if (answers.stream().anyMatch(TableAnswer::isOfRowsInUse)) {
      unseen.add(
          (answers.stream().anyMatch(Unseen::isByReads)
                  ? "Where servers told which partitions are read most, pairs are of these as often as"
                      + " reads were in the last sampling (5 s of each minute); others are"
                  : "Pairs are")
              + " of rows that were found by chance among those written in the last minute, drawn"
              + " about as often as they are written: reads that prefer rows which are seldom written"
              + " are stale less often than this says, and reads of rows that are written more often"
              + " than those found, more often. What is stale is told by the clocks of those who"
              + " write. The stronger read of a pair repairs what it finds different, so later pairs"
              + " of a row find less of a replica that was left behind than reads of rows that nobody"
              + " compares.");
    }
    if (answers.stream()
        .anyMatch(answer -> answer.compared().flatMap(PairResult::tails).isPresent())) {
      unseen.add(
          "Times are those of the pairs, seen from here, each pair's two reads sent at once; were"
              + " all reads weaker, replicas would have less to do.");
    }
    if (answers.stream().anyMatch(answer -> answer.inUse().level().isEmpty() && matters(answer))) {
      unseen.add(
          "At which level a table is read shows only where all its reads are at one: --jmx or"
              + " --prometheus count reads by level, and whoever reads it knows.");
    }
    if (answers.stream()
        .anyMatch(
            answer -> matters(answer) && Objects.isNull(answer.traits().conditionalWrites()))) {
      unseen.add(
          "Whether tables have conditional writes (IF ...) shows over --jmx only; whatever reads for"
              + " these stays at SERIAL or LOCAL_SERIAL.");
    }
    if (report.incompleteReadings() > 0 || report.nodesSilent() > 0) {
      unseen.add(
          "The share of some node was missing at times, so rates and savings are too low there.");
    }
    if (report.seconds() < SHORT_SECONDS) {
      unseen.add(
          "This was "
              + Numbers.of(report.seconds())
              + " s of one day; a replica that comes back, a repair or a busier hour are not in it.");
    }
    unseen.add(energy(energy));
    return unseen;
  }

  private static boolean isByReads(TableAnswer answer) {
    return answer.rows().filter(rows -> rows.shareOfReads() > 0).isPresent();
  }

  private static boolean matters(TableAnswer answer) {
    return answer.verdict() != AnswerVerdict.HARDLY_READ;
  }

  private static String writes(ClusterReport report) {
    Level level = report.levels().writeLevel();
    String rests =
        "After writes at "
            + level
            + " reads at "
            + report.levels().safe()
            + " are never stale (R + W > N), which is what a weaker level gives up; ";
    ClusterCounts counts = report.counts();
    Map<Level, Long> byLevel = counts.writesByLevel();
    long all = byLevel.values().stream().mapToLong(Long::longValue).sum();
    long below = counts.writesBelow(report.levels());
    if (all == 0) {
      return rests
          + "that writes are at "
          + level
          + " was not seen, but taken: say --write-level where they are not, or count with --jmx.";
    }
    return rests
        + (below == 0
            ? "all writes that the nodes counted were at that level or a stronger one."
            : Numbers.percent((double) below / all)
                + " of the writes that the nodes counted, of all keyspaces, were weaker: if they are"
                + " of these tables, say so with --write-level.");
  }

  private static String energy(@Nullable EnergyReport energy) {
    return energy == null
        ? "Joules are not known without --meters."
        : "What a weaker level would save in joules no look can tell, since no level changes meanwhile:"
            + " a study switches levels (docs/energy.md). While every host stays on, joules hardly"
            + " depend on them.";
  }
}
