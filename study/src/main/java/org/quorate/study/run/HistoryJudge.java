package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
   * @param yardstick whether what the yardstick needs is to be counted too
   */
  record Judged(RunResult run, Path history, boolean yardstick) {}

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
    List<Path> files = new ArrayList<>(runs.stream().map(Judged::history).toList());
    files.addAll(context);
    Map<Integer, Long> yardsticks = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).yardstick()) {
        yardsticks.put(i, runs.get(i).run().startNanos());
      }
    }
    YardstickTally tally = new YardstickTally(yardsticks);
    HistoryVerdict verdict =
        HistoryCheck.check(
            files,
            HistoryCheckOptions.defaults()
                .with(
                    draft -> {
                      draft.allowTruncated = true;
                      draft.timeLineBuckets = MOST_BUCKETS;
                      draft.timeLineOrigins =
                          runs.stream().map(judged -> judged.run().startNanos()).toList();
                    }),
            tally,
            progress);
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (verdict.byFile().get(i).truncated()) {
        throw new IOException(
            "The history "
                + files.get(i)
                + " is cut off; move its folder away, and resume the study to measure the run"
                + " again.");
      }
      found.add(
          found(
              runs.get(i).run(),
              verdict.judgement(),
              i,
              runs.get(i).yardstick() ? tally.of(i) : null));
    }
    return found;
  }

  private static Found found(
      RunResult run, Judgement judgement, int group, @Nullable RunReads reads) {
    Staleness staleness = judgement.group(group);
    TimeLine line = judgement.timeLines().get(group);
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
        staleness.readsWithoutRow());
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
