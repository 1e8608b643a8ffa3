package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.report.ChartFiles;
import org.quorate.study.StudyException;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.run.Judge;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Renders the report of a study again from its raw data, finished or not.",
      "Nothing is run. Histories that were not judged yet are judged first."
    },
    footer = {
      "",
      "Examples:",
      "  quorate report results/demo-20260102-030405",
      "      writes report.html there anew and prints the table",
      "  quorate report results/demo-20260102-030405 --charts figures",
      "      also leaves each chart as figures/NAME.svg"
    })
public final class RenderReport implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(paramLabel = "DIR", description = "The directory that a study left.")
  private Path directory = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the report goes (default: report.html in the study's directory).")
  private @Nullable Path out;

  @Option(
      names = "--charts",
      paramLabel = "FOLDER",
      description = "Write every chart there as an SVG file too, for papers and slides.")
  private @Nullable Path charts;

  @Option(names = "--json", description = "Print the summary as JSON instead of a table.")
  private boolean json;

  public RenderReport(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    ResultDirectory.study(directory);
    Path report = out == null ? directory.resolve(Delivery.REPORT) : out;
    requirePlace(report);
    try (StudyLock lock = StudyLock.acquire(directory)) {
      try (ConsoleProgress progress = ConsoleProgress.open(invocation.console())) {
        Judge.judge(directory, progress);
      }
      if (charts != null) {
        ChartFiles.write(Summaries.load(directory), charts);
      }
      return new Delivery(invocation).deliver(directory, report, json, "").status();
    }
  }

  /** Refuses a place where no report can be written, before any work is done. */
  private static void requirePlace(Path report) throws CommandFailure {
    Path folder = report.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "The report cannot be written to "
              + report
              + ", because there is no folder "
              + folder
              + "; make it, or choose another place with --out.");
    }
    if (Files.isDirectory(report)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "The report cannot be written to " + report + ", which is a folder; name a file in it.");
    }
  }
}
