package org.quorate.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.study.StudyException;
import org.quorate.study.comparison.ComparedStudy;
import org.quorate.study.export.Exports;
import org.quorate.study.prediction.FixedPredictions;
import org.quorate.study.prediction.HoldOut;
import org.quorate.study.prediction.HoldOutSplit;
import org.quorate.study.prediction.PredictionFit;
import org.quorate.study.prediction.PredictionVerdict;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "predict",
    description = {
      "Predicts time and energy of some cells of a study that was run from its other cells, and says"
          + " how far off that was.",
      "Cells with a level that is held out are predicted with intervals of 90 %%, which are written"
          + " before the runs of these cells are looked at. Time is that of a queueing network, or"
          + " the sum of its demands; energy is idle power and joules per operation. The status is 1"
          + " where a mean error is above 10 %% (time) or 12 %% (energy), or where fewer than 80 %% of"
          + " the intervals of 20 or more cells hold what was measured."
    },
    footer = {
      "",
      "Examples:",
      "  quorate study predict results/prediction-20260102-030405 --hold-out nodes=6",
      "      what six servers would do, from the cells with fewer",
      "  quorate study predict results/mine --hold-out nodes=6 --hold-out threads=32",
      "      and what more clients would"
    })
final class PredictStudy implements Callable<Integer> {
  /** Below the study's directory. */
  private static final String FOLDER = "prediction";

  private static final String PREDICTIONS = "predictions.csv";
  private static final String HELD_OUT = "held-out.csv";

  private final Invocation invocation;

  @Parameters(paramLabel = "RESULTS", description = "The directory that a study left.")
  private Path directory = Path.of("");

  @Option(
      names = "--hold-out",
      required = true,
      paramLabel = "FACTOR=LEVEL",
      description =
          "Predict the cells with this level, such as nodes=6, threads=32 or read-level=QUORUM. May"
              + " be given several times.")
  private List<String> heldOut = List.of();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "Where predictions.csv and held-out.csv go (default: prediction in the study's"
              + " directory).")
  private @Nullable Path out;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  PredictStudy(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    ResultDirectory.study(directory);
    ComparedStudy study = ComparedStudy.load(directory);
    HoldOutSplit split = split(study);
    FixedPredictions predictions = predict(split);
    Path folder = out == null ? directory.resolve(FOLDER) : out;
    Files.createDirectories(folder);
    Exports.write(predictions, folder.resolve(PREDICTIONS));
    PredictionVerdict verdict = PredictionVerdict.of(predictions, split.open());
    Exports.write(verdict, folder.resolve(HELD_OUT));
    PrintWriter output = invocation.console().output();
    if (json) {
      output.print(Exports.json(verdict));
    } else {
      Paragraphs text = Paragraphs.of(invocation.console());
      new PredictionText(verdict, heldOut, split.leftOut(), isEstimated(study)).write(text);
      output.print(text.text());
      output.println("Predictions: " + folder.resolve(PREDICTIONS));
      output.println("Judged:      " + folder.resolve(HELD_OUT));
    }
    output.flush();
    return verdict.isKept() ? ExitStatus.OK : ExitStatus.NOT_HELD;
  }

  private HoldOutSplit split(ComparedStudy study) throws CommandFailure {
    try {
      List<HoldOut> holdOuts = new ArrayList<>();
      for (String text : heldOut) {
        holdOuts.add(HoldOut.parse(text, study.study()));
      }
      return HoldOutSplit.of(study.study(), study.runs(), holdOuts);
    } catch (StudyException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
  }

  private static FixedPredictions predict(HoldOutSplit split) throws CommandFailure {
    try {
      return PredictionFit.of(
          split.fitted(), split.factors(), split.heldOut(), PredictionFit.CONFIDENCE);
    } catch (StudyException tooFew) {
      throw CommandFailure.wrongInput(tooFew);
    }
  }

  private static boolean isEstimated(ComparedStudy study) {
    return study.runs().stream()
        .map(RunResult::energy)
        .flatMap(Stream::ofNullable)
        .anyMatch(EnergyResult::isEstimated);
  }
}
