package org.quorate.cli.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;
import org.quorate.study.run.StudyCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Decides which reads of a recorded history are stale, how stale, and which break a session's"
          + " guarantees.",
      "A read is stale if it returns a version older than the newest write that had completed"
          + " before the read was invoked. Several files are judged together, as runs on one"
          + " cluster and one clock. Of a study's directory all runs are judged, each session"
          + " with its load and warm-ups as context. docs/history-format.md describes the format."
    },
    footer = {
      "",
      "Examples:",
      "  quorate check history.csv.gz",
      "  quorate check results/demo-20260102-030405",
      "      every run of a study",
      "  quorate check history.csv --json --tolerance 1%%",
      "      JSON; status 1 if more than 1 %% of the reads are stale"
    })
public final class CheckHistory implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(
      arity = "1..*",
      paramLabel = "HISTORY",
      description = "History files, plain or gzip CSV; or the directory of one study.")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--allow-truncated",
      description = "Judge a file that is cut off as far as it goes, instead of refusing it.")
  private boolean allowTruncated;

  @Option(
      names = "--tolerance",
      paramLabel = "RATE",
      description =
          "Exit with status 1 if a larger share of the reads is stale; write 1%% or 0.01.")
  private @Nullable String tolerance;

  public CheckHistory(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    Tolerance limit = limit();
    HistoryVerdict verdict;
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console())) {
      HistoryCheckOptions options =
          HistoryCheckOptions.defaults().with(draft -> draft.allowTruncated = allowTruncated);
      Path first = files.get(0);
      verdict =
          files.size() == 1 && StudyDirectory.holdsStudy(first)
              ? StudyCheck.check(first, options, progress)
              : HistoryCheck.check(files, options, progress);
    }
    invocation.console().output().print(json ? verdict.toJson() + "\n" : VerdictText.of(verdict));
    invocation.console().output().flush();
    if (limit.allows(verdict.all().staleRate())) {
      return ExitStatus.OK;
    }
    invocation.tell("More reads are stale than the tolerance of " + limit + " allows.");
    return ExitStatus.NOT_HELD;
  }

  private Tolerance limit() throws CommandFailure {
    try {
      return tolerance == null ? new Tolerance(1) : Tolerance.parse(tolerance);
    } catch (IllegalArgumentException notATolerance) {
      throw CommandFailure.wrongInput(notATolerance);
    }
  }
}
