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
  private static final int MOST_BUCKETS = 100_000;
  private static final double NANOSECONDS = 1e9;

  private HistoryJudge() {}

  /** A run whose history is to be judged. */
  record Judged(RunResult run, Path history) {}

  /**
   * What was found of a run.
   *
   * @param timeBehind t-staleness of its stale reads, nanoseconds
   */
  record Found(RunStaleness staleness, Histogram timeBehind) {}

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
    double longest = runs.stream().mapToDouble(judged -> judged.run().seconds()).max().orElse(0);
    HistoryVerdict verdict =
        HistoryCheck.check(
            files,
            HistoryCheckOptions.defaults()
                .withAllowTruncated(true)
                .withTimeLineBuckets((int) Math.min(MOST_BUCKETS, Math.ceil(longest) + 2)),
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
      found.add(found(runs.get(i).run(), verdict.judgement(), i));
    }
    return found;
  }

  private static Found found(RunResult run, Judgement judgement, int group) {
    Staleness staleness = judgement.group(group);
    return new Found(
        new RunStaleness(result(staleness), seconds(judgement.timeLines().get(group), run)),
        staleness.nanosBehind());
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

  /** The time line's buckets, each counted in the second of the run that holds its middle. */
  private static List<RunStaleness.Second> seconds(@Nullable TimeLine line, RunResult run) {
    if (line == null) {
      return List.of();
    }
    int last = (int) Math.max(0, Math.ceil(run.seconds()) - 1);
    Map<Integer, RunStaleness.Second> seconds = new TreeMap<>();
    for (int bucket = 0; bucket < line.buckets(); bucket++) {
      long middle = line.startNanos() + bucket * line.bucketNanos() + line.bucketNanos() / 2;
      double offset = (middle - run.startNanos()) / NANOSECONDS;
      int second = Math.min(last, Math.max(0, (int) Math.floor(offset)));
      seconds.merge(
          second,
          new RunStaleness.Second(second, line.reads(bucket), line.staleReads(bucket)),
          (a, b) ->
              new RunStaleness.Second(
                  a.second(), a.reads() + b.reads(), a.staleReads() + b.staleReads()));
    }
    return List.copyOf(seconds.values());
  }
}
