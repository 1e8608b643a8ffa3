package org.quorate.cli.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.file.StudyOverrides;
import picocli.CommandLine.Option;

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

  boolean json() {
    return json;
  }
}
