package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.quorate.core.oracle.Judgement;
import org.quorate.core.oracle.Staleness;
import org.quorate.core.oracle.TimeLine;
import org.quorate.core.yardstick.RunReads;
import org.quorate.core.yardstick.YardstickTally;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunStaleness;
import org.quorate.study.result.StalenessResult;

/** Judges the histories of runs, with other histories of the same session as context. Stateless. */
final class HistoryJudge {
  /** Twelve days of seconds; a time line takes memory only as far as it reaches. */
  private static final int MOST_BUCKETS = 1 << 20;

  private static final long SECOND = 1_000_000_000L;

  private HistoryJudge() {}

  /**
   * A run whose history is to be judged.
   *
   * @param histories at least one: that of the run, or one of each load host
   * @param yardstick whether what the yardstick needs is to be counted too; of load hosts it is not
   */
  record Judged(RunResult run, List<Path> histories, boolean yardstick) {
    Judged {
      histories = List.copyOf(histories);
      yardstick &= histories.size() == 1;
    }
  }

  /**
   * What was found of a run.
   *
   * @param timeBehind t-staleness of its stale reads, nanoseconds
   * @param timeLine its reads by the second of the run; null where none was judged
   * @param reads what the yardstick needs; null where it was not to be counted
   */
  record Found(
      RunStaleness staleness,
      Histogram timeBehind,
      @Nullable TimeLine timeLine,
      @Nullable RunReads reads) {}

  /**
   * What the oracle finds in each history.
   *
   * @param context further histories, whose writes count and whose reads do not; may be cut off
   * @return in the order of {@code runs}
   * @throws IOException if a history cannot be read, or one of the runs' is cut off
   */
  static List<Found> judge(List<Judged> runs, List<Path> context, Progress progress)
      throws IOException {
    List<Path> files = new ArrayList<>();
    List<Long> origins = new ArrayList<>();
    Map<Integer, Long> yardsticks = new TreeMap<>();
    for (Judged judged : runs) {
      long start = judged.run().startNanos();
      if (judged.yardstick()) {
        yardsticks.put(files.size(), start);
      }
      files.addAll(judged.histories());
      origins.addAll(Collections.nCopies(judged.histories().size(), start));
    }
    files.addAll(context);
    YardstickTally tally = new YardstickTally(yardsticks);
    HistoryVerdict verdict =
        HistoryCheck.check(
            files,
            HistoryCheckOptions.defaults()
                .with(
                    draft -> {
                      draft.allowTruncated = true;
                      draft.timeLineBuckets = MOST_BUCKETS;
                      draft.timeLineOrigins = origins;
                    }),
            tally,
            progress);
    List<Found> found = new ArrayList<>();
    int first = 0;
    for (Judged judged : runs) {
      int end = first + judged.histories().size();
      for (int i = first; i < end; i++) {
        if (verdict.byFile().get(i).truncated()) {
          throw new IOException(
              "The history "
                  + files.get(i)
                  + " is cut off; move its folder away, and resume the study to measure the run"
                  + " again.");
        }
      }
      found.add(
          found(
              judged.run(),
              verdict.judgement(),
              first,
              end,
              judged.yardstick() ? tally.of(first) : null));
      first = end;
    }
    return found;
  }

  private static Found found(
      RunResult run, Judgement judgement, int first, int end, @Nullable RunReads reads) {
    Staleness staleness = Staleness.NONE;
    TimeLine line = null;
    for (int group = first; group < end; group++) {
      staleness = staleness.plus(judgement.group(group));
      TimeLine further = judgement.timeLines().get(group);
      if (further != null) {
        line = line == null ? further : line.plus(further);
      }
    }
    return new Found(
        new RunStaleness(result(staleness), line == null ? List.of() : seconds(line, run)),
        staleness.nanosBehind(),
        line,
        reads);
  }

  private static StalenessResult result(Staleness staleness) {
    Map<Integer, Long> versions = new TreeMap<>();
    Histogram behind = staleness.versionsBehind();
    for (HistogramIterationValue value : behind.recordedValues()) {
      versions.put(
          (int) Math.min(Integer.MAX_VALUE, value.getValueIteratedTo()),
          value.getCountAddedInThisIterationStep());
    }
    return new StalenessResult(
        staleness.reads(),
        staleness.staleReads(),
        versions,
        Latencies.of(staleness.nanosBehind()),
        staleness.readYourWritesViolations(),
        staleness.monotonicReadsViolations(),
        staleness.unknownVersions(),
        staleness.readsWithoutRow(),
        staleness.undecidedReads());
  }

  private static List<RunStaleness.Second> seconds(TimeLine line, RunResult run) {
    int first = (int) ((line.startNanos() - run.startNanos()) / SECOND);
    List<RunStaleness.Second> seconds = new ArrayList<>();
    for (int bucket = 0; bucket < line.buckets(); bucket++) {
      seconds.add(
          new RunStaleness.Second(first + bucket, line.reads(bucket), line.staleReads(bucket)));
    }
    return seconds;
  }
}
