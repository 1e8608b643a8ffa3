package org.quorate.cli.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.quorate.cli.progress.LoadGlance;
import org.quorate.cli.progress.TaskGlance;
import org.quorate.cli.study.StillBackend;
import org.quorate.study.StudyException;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;
import org.quorate.study.run.StudyRunner;
import org.quorate.study.summary.StudySummary;

/** A study of two levels with four runs each, and what is seen of it. */
final class WatchSamples {
  static final Instant START = Instant.parse("2026-11-26T23:40:07Z");

  static final String TEXT =
      """
      title: What does ALL cost <here> & now?
      question: How much slower are reads at ALL than at ONE?
      backend: still
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      cluster: {processor-quota: 0.5}
      runs: {repetitions: 4, warm-up: 1s, settle: 0s, duration: 60s, history: true}
      factors: {read-level: [ONE, ALL]}
      """;

  private WatchSamples() {}

  static StudyFile study(Path folder, String text) throws IOException, StudyException {
    return StudyFile.load(
        Files.writeString(folder.resolve("levels.yaml"), text), StudyOverrides.NONE);
  }

  static List<Run> runs(StudyFile file) {
    return Plan.of(file.study()).runs();
  }

  /** What a study comes to that is run now. */
  static StudySummary summary(StudyFile file, Path folder) throws Exception {
    new StudyRunner(StillBackend.of(1_000), Progress.silent()).run(file, folder);
    return Summaries.load(folder);
  }

  /** All runs together, of which so many are complete. */
  static TaskGlance measuring(int done, int total) {
    return new TaskGlance(
        "measuring",
        "runs",
        total,
        done,
        done + "/" + total + " runs",
        "0.9/min",
        done == 0
            ? OptionalLong.empty()
            : OptionalLong.of(TimeUnit.SECONDS.toNanos(70L * (total - done))),
        TimeUnit.SECONDS.toNanos(70L * done),
        "ONE",
        null);
  }

  /** The load of a run that is so many seconds old; in second 20 all fails. */
  static TaskGlance load(Run run, int seconds) {
    List<LoadGlance.Step> steps = new ArrayList<>();
    long all = 0;
    for (int second = 0; second < seconds; second++) {
      boolean fails = second == 20;
      long ok = fails ? 0 : 700 + 37 * (second % 9);
      all += ok;
      steps.add(
          new LoadGlance.Step(
              second,
              1,
              ok,
              fails ? 40 : 0,
              fails ? 0 : 2_100_000,
              fails ? 0 : 9_000_000 + 400_000 * (second % 7)));
    }
    return new TaskGlance(
        "run " + run.sequence() + " " + run.cell().label(),
        "seconds",
        60,
        seconds,
        seconds + "/60 s",
        "",
        OptionalLong.of(TimeUnit.SECONDS.toNanos(60L - seconds)),
        TimeUnit.SECONDS.toNanos(seconds),
        "737 op/s",
        new LoadGlance(steps, 1, all, seconds > 20 ? 40 : 0, Map.of()));
  }
}
