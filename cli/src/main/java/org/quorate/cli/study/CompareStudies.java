package org.quorate.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.study.StudyException;
import org.quorate.study.comparison.ComparedStudy;
import org.quorate.study.comparison.StudyComparison;
import org.quorate.study.comparison.StudyComparisons;
import org.quorate.study.export.Exports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compares what two studies found, in every cell that both have: throughput, p99 response time,"
          + " stale rate and joules per operation, of the second against the first, and in which"
          + " settings the two differ.",
      "Runs of different studies are no pairs; each cell is compared as two groups of runs, by"
          + " Welch's test. Estimated joules are never held against measured ones. Nothing is"
          + " written."
    },
    footer = {
      "",
      "Example:",
      "  quorate study compare results/demo-20260102-030405 results/demo-20260109-030405",
      "      did anything change within a week?"
    })
final class CompareStudies implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(index = "0", paramLabel = "A", description = "The directory that a study left.")
  private Path first = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "B",
      description = "Another one; it is compared with the first.")
  private Path second = Path.of("");

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  CompareStudies(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    ResultDirectory.study(first);
    ResultDirectory.study(second);
    StudyComparison comparison =
        StudyComparisons.of(ComparedStudy.load(first), ComparedStudy.load(second));
    if (comparison.measures().isEmpty()) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          first
              + " and "
              + second
              + " have no cell in common of which both have runs, so there is nothing to compare;"
              + " name studies with the same levels of the same factors.");
    }
    PrintWriter output = invocation.console().output();
    if (json) {
      output.print(Exports.json(comparison));
    } else {
      Paragraphs text = Paragraphs.of(invocation.console());
      new ComparisonText(comparison).write(text);
      output.print(text.text());
    }
    output.flush();
    return ExitStatus.OK;
  }
}
