package org.quorate.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.report.HtmlReport;
import org.quorate.report.TerminalReport;
import org.quorate.study.StudyException;
import org.quorate.study.export.Exports;
import org.quorate.study.finding.Finding;
import org.quorate.study.summary.StudySummary;
import org.quorate.study.summary.Summaries;

/** Hands over what a study found: files beside the raw data, and a table or JSON. */
final class Delivery {
  /** The report's name in the directory of its study. */
  static final String REPORT = "report.html";

  /** Width of the table where there is no terminal. */
  private static final int PLAIN_COLUMNS = 100;

  private final Invocation invocation;

  Delivery(Invocation invocation) {
    this.invocation = invocation;
  }

  /**
   * Summarises a study's directory, writes the report and the exports, and prints the table. The
   * caller holds the directory's lock.
   *
   * @param report where the report goes
   * @param remark a last line for people, or empty
   * @return the exit status: whether what the study set out to see was seen
   */
  int deliver(Path directory, Path report, boolean json, String remark)
      throws StudyException, IOException {
    StudySummary summary = Summaries.load(directory);
    Exports.write(summary, directory);
    HtmlReport.write(summary, report);
    Console console = invocation.console();
    PrintWriter output = console.output();
    if (json) {
      output.print(Exports.json(summary));
    } else {
      output.print(
          TerminalReport.render(
              summary,
              console.outputColumns().orElse(PLAIN_COLUMNS),
              console.colourOutput(),
              console.unicode()));
      output.println();
      output.println("Report:   " + report.toAbsolutePath().normalize().toUri());
      output.println("Raw data: " + directory);
      if (!remark.isEmpty()) {
        output.println(remark);
      }
    }
    output.flush();
    return summary.findings().stream()
            .anyMatch(finding -> finding.outcome() == Finding.Outcome.DOES_NOT_HOLD)
        ? ExitStatus.NOT_HELD
        : ExitStatus.OK;
  }
}
