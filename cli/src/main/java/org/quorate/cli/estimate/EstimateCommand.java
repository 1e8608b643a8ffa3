package org.quorate.cli.estimate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.text.Suggestions;
import org.quorate.report.ChartFiles;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "estimate",
    description = {
      "Predicts at each read level how many reads would be stale, how old what they missed would"
          + " be, and how many replicas they would ask.",
      "Nothing is measured and no cluster is needed: writes and reads are simulated. The numbers to"
          + " begin with are given by hand, or those of a study that was run, or of a report that"
          + " observe --json printed; what is given by hand wins. docs/estimate.md says what is"
          + " simulated and what is left out."
    },
    footer = {
      "",
      "Examples:",
      "  quorate estimate --reads 2000/s --writes 100/s --keys 10000 --delay \"lognormal 5ms 0.5\"",
      "      numbers given by hand",
      "  quorate estimate results/demo-20260102-030405 --only \"read ONE, write ONE\"",
      "      a cell of a study, beside what was counted there",
      "  quorate observe ... --json > seen.json",
      "  quorate estimate seen.json --over load --svg load.svg",
      "      the tables that were observed, from an eighth to eight times their load"
    })
public final class EstimateCommand implements Callable<Integer> {
  /** Of all draws, so that the same numbers give the same estimates. */
  static final long SEED = 1;

  private final Invocation invocation;

  @Parameters(
      arity = "0..1",
      paramLabel = "FROM",
      description = "The directory that a study left, or a file that observe --json printed.")
  private @Nullable Path from;

  @Mixin private StatedNumbers stated = new StatedNumbers();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "The one cell of the study, or table of the report, to estimate.")
  private @Nullable String only;

  @Option(
      names = "--over",
      paramLabel = "load|delay",
      description = "Also at other loads, or delays: from an eighth to eight times as much.")
  private @Nullable String over;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write all numbers there too, as CSV.")
  private @Nullable Path csv;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draw the stale reads over load or delay there, as a picture; needs --over.")
  private @Nullable Path svg;

  @Option(names = "--json", description = "Print JSON instead of tables.")
  private boolean json;

  public EstimateCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException {
    try {
      Over swept = over == null ? null : Over.parse(over);
      List<Estimated> estimated =
          situations().stream().map(each -> Estimated.of(each, swept)).toList();
      write(estimated, swept);
      invocation
          .console()
          .output()
          .print(json ? Json.text(EstimateJson.of(estimated)) : text(estimated));
      invocation.console().output().flush();
      return ExitStatus.OK;
    } catch (IllegalArgumentException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
  }

  private String text(List<Estimated> estimated) {
    Paragraphs out = Paragraphs.of(invocation.console());
    new EstimateText(out).write(estimated);
    return out.text();
  }

  private List<Situation> situations() throws StudyException {
    Path source = from;
    if (source == null) {
      if (only != null) {
        throw new IllegalArgumentException(
            "--only chooses among the cells of a study or the tables of a report; name one.");
      }
      return List.of(stated.alone());
    }
    List<Situation> all =
        StudyDirectory.holdsStudy(source) ? new StudyCells().of(source) : ObservedTables.of(source);
    return chosen(all).stream().map(stated::over).toList();
  }

  private List<Situation> chosen(List<Situation> all) {
    String name = only;
    if (name == null) {
      return all;
    }
    List<Situation> chosen = all.stream().filter(each -> each.label().equals(name)).toList();
    if (chosen.isEmpty()) {
      List<String> labels = all.stream().map(Situation::label).toList();
      throw new IllegalArgumentException(
          "There is no \""
              + name
              + "\" in "
              + from
              + "; there are "
              + labels.stream().map(label -> "\"" + label + "\"").collect(Collectors.joining(", "))
              + "."
              + Suggestions.didYouMean(name, labels));
    }
    return chosen;
  }

  private void write(List<Estimated> estimated, @Nullable Over swept) throws CommandFailure {
    Path picture = svg;
    if (picture != null && (swept == null || estimated.size() > 1)) {
      throw new IllegalArgumentException(
          swept == null
              ? "--svg draws over load or delay; give --over load or --over delay."
              : "--svg draws one cell or table, but there are "
                  + estimated.size()
                  + "; choose one with --only.");
    }
    requirePlace("--csv", csv);
    requirePlace("--svg", picture);
    try {
      if (csv != null) {
        EstimateRows.table(estimated).write(csv);
      }
      if (picture != null && swept != null) {
        ChartFiles.write(EstimateChart.of(estimated.get(0), swept), picture);
      }
    } catch (IOException e) {
      throw new CommandFailure(ExitStatus.ENVIRONMENT, FileProblems.sentence(e), List.of(), e);
    }
  }

  private static void requirePlace(String option, @Nullable Path file) {
    if (file != null && Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          option + " needs a file, but " + file + " is a folder; name a file in it.");
    }
  }
}
