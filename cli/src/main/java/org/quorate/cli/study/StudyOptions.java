package org.quorate.cli.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import org.quorate.study.file.StudyOverrides;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What a command line changes in a study, and where its results go. */
final class StudyOptions {
  @Option(
      names = "-P",
      paramLabel = "FILE",
      description =
          "YCSB property file, instead of the study's own workload; given several times, later"
              + " files win.")
  private List<String> workloadFiles = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "KEY=VALUE",
      description = "YCSB property; wins over every file. May be given several times.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "--scale",
      paramLabel = "NAME",
      description = "One of the study's scales, such as quick or thorough.")
  private @Nullable String scale;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "Runs of each cell (default: as the study says).")
  private @Nullable Integer repetitions;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Measured length of each run, such as 10s (default: as the study says).")
  private @Nullable String duration;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of order, workload and arrivals (default: as the study says).")
  private @Nullable Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where the results go; a directory that holds a part of the very same study is gone on"
              + " with (default: results/NAME-TIME in the working directory).")
  private @Nullable Path out;

  @Option(
      names = "--watch",
      arity = "0..1",
      paramLabel = "PORT",
      preprocessor = WatchPort.class,
      description =
          "Serve a page on which the study can be watched in a browser while it runs, at loopback"
              + " alone (default port: any free one).")
  private @Nullable Integer watch;

  @Option(names = "--json", description = "Print the summary as JSON instead of a table.")
  private boolean json;

  StudyOverrides overrides() {
    Map<String, String> runs = new LinkedHashMap<>();
    if (repetitions != null) {
      runs.put("repetitions", repetitions.toString());
    }
    if (duration != null) {
      runs.put("duration", duration);
    }
    if (seed != null) {
      runs.put("seed", seed.toString());
    }
    return new StudyOverrides(workloadFiles, properties, scale, runs);
  }

  /** Where the results go, or null where the user leaves that open. */
  @Nullable Path out() {
    return out;
  }

  /** The port of the page to watch the study on, 0 for any free one; empty for no such page. */
  OptionalInt watch() {
    return watch == null ? OptionalInt.empty() : OptionalInt.of(watch);
  }

  /**
   * Takes what is attached to the option for a port, and of what follows it a number alone, so that
   * the name of a study may follow.
   */
  static final class WatchPort implements IParameterPreprocessor {
    private static final int HIGHEST = 65_535;

    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> how) {
      boolean isAttached = "=".equals(how.get("separator"));
      boolean isNumber = !words.isEmpty() && words.peek().matches("[0-9]{1,6}");
      String port = isAttached || isNumber ? words.pop() : "0";
      if ((!isNumber && isAttached) || Integer.parseInt(port) > HIGHEST) {
        throw new ParameterException(
            command.commandLine(),
            "--watch needs a port from 0 to " + HIGHEST + ", not " + port + ".");
      }
      option.setValue(Integer.valueOf(port));
      return true;
    }
  }

  boolean json() {
    return json;
  }
}
