package org.quorate.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.report.HtmlReport;
import org.quorate.report.TerminalReport;
import org.quorate.study.StudyException;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.export.Exports;
import org.quorate.study.finding.Finding;
import org.quorate.study.summary.StudySummary;

/** Hands over what a study found: files beside the raw data, and a table or JSON. */
record Delivery(Invocation invocation) {
  /** The report's name in the directory of its study. */
  static final String REPORT = "report.html";

  /** Width of the table where there is no terminal. */
  private static final int PLAIN_COLUMNS = 100;

  /**
   * Summarises a study's directory, writes the report and the exports, and prints the table. The
   * caller holds the directory's lock.
   *
   * @param report where the report goes
   * @param remark a last line for people, or empty
   */
  Delivered deliver(Path directory, Path report, boolean json, String remark)
      throws StudyException, IOException {
    StudySummary summary = Summaries.load(directory);
    Exports.write(summary, directory);
    HtmlReport.write(summary, report);
    Console console = invocation.console();
    PrintWriter output = console.output();
    if (json) {
      output.print(Exports.json(summary));
    } else {
      print(summary);
      output.println("Report:   " + report.toAbsolutePath().normalize().toUri());
      output.println("Raw data: " + directory);
      if (!remark.isEmpty()) {
        output.println(remark);
      }
    }
    output.flush();
    return new Delivered(summary);
  }

  /** What was handed over. */
  record Delivered(StudySummary summary) {
    /** The exit status: whether what the study set out to see was seen. */
    int status() {
      return summary.findings().stream()
              .anyMatch(finding -> finding.outcome() == Finding.Outcome.DOES_NOT_HOLD)
          ? ExitStatus.NOT_HELD
          : ExitStatus.OK;
    }
  }

  private void print(StudySummary summary) {
    Console console = invocation.console();
    console
        .output()
        .print(
            TerminalReport.render(
                summary,
                console.outputColumns().orElse(PLAIN_COLUMNS),
                console.colourOutput(),
                console.unicode()));
    console.output().println();
  }

  /**
   * Prints what a study's directory holds as {@link #deliver} does, where its report is, and what
   * is missing. Writes nothing, so that it may be called while the study is being run.
   */
  void show(Path directory) throws StudyException {
    StudySummary summary = Summaries.load(directory);
    StudyDirectory opened = StudyDirectory.open(directory);
    Path report = directory.resolve(REPORT);
    PrintWriter output = invocation.console().output();
    String again =
        invocation.installation().command() + " report " + StudyExecution.quoted(directory);
    print(summary);
    output.println(
        "Report:   "
            + (Files.exists(report)
                ? report.toAbsolutePath().normalize().toUri().toString()
                : "none yet; " + again + " writes it"));
    output.println("Raw data: " + directory);
    int planned = opened.study().runs();
    int missing = planned - summary.runs().size();
    output.println(
        missing == 0
            ? "Runs:     all " + planned + " have been measured."
            : "Runs:     "
                + missing
                + " of "
                + planned
                + " are missing; go on with: "
                + StudyExecution.resumeCommand(invocation, directory));
    long unjudged =
        summary.runs().stream()
            .filter(run -> run.staleness() == null)
            .filter(run -> !opened.runs().histories(run.sequence()).isEmpty())
            .count();
    if (unjudged > 0) {
      output.println(
          "Histories of " + unjudged + " runs have not been judged yet; " + again + " does.");
    }
    output.flush();
  }
}
