package org.quorate.study.file;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.InvalidWorkloadException;
import org.quorate.core.workload.WorkloadProperties;

/**
 * Reads the {@code workload} section and puts the workload of each cell together. What comes later
 * wins: the study's workload file (which {@code -P} files replace), the study's properties, those
 * of the scale, {@code -P} files, {@code -p} properties, and the levels of factors. Used by one
 * thread at a time.
 */
final class WorkloadReader {
  private final WorkloadFiles files;
  private final StudyOverrides overrides;
  private final @Nullable Value file;
  private final Map<String, Value> properties = new LinkedHashMap<>();
  private final Map<String, String> fromUserFiles;

  WorkloadReader(Section study, StudyOverrides overrides, WorkloadFiles files)
      throws StudyFileException {
    this.files = files;
    this.overrides = overrides;
    Entry entry = study.find("workload");
    Entry named = null;
    if (entry != null) {
      Section workload = entry.section("file", "properties");
      named = workload.find("file");
      Entry own = workload.find("properties");
      if (own != null) {
        for (Map.Entry<String, Entry> each : own.entries().entrySet()) {
          refuseWhatRunsDecide(each.getValue(), each.getKey());
          properties.put(each.getKey(), each.getValue().value());
        }
      }
    }
    for (Map.Entry<String, Entry> each : Runs.workloadOfScale(study, overrides).entrySet()) {
      properties.put(each.getKey(), each.getValue().value());
    }
    this.file = named == null ? null : named.value();
    this.fromUserFiles = withUserFiles(WorkloadProperties.empty()).values();
  }

  /** Properties that the command line's files set, by name. */
  Map<String, String> fromUserFiles() {
    return fromUserFiles;
  }

  /** Whether the study file itself says after how many operations a run ends. */
  boolean setsOperationCount() {
    return properties.containsKey("operationcount");
  }

  /** The name of the workload file in effect, or null where there is none. */
  @Nullable String fileName() {
    return overrides.workloadFiles().isEmpty()
        ? file == null ? null : file.text()
        : String.join(", ", overrides.workloadFiles());
  }

  /** All properties of a cell whose factors make this choice. */
  WorkloadProperties properties(WorkloadChoice choice) throws StudyFileException {
    WorkloadProperties all = WorkloadProperties.empty();
    Value base = choice.file() == null ? file : choice.file();
    if (base != null && overrides.workloadFiles().isEmpty()) {
      all = withFile(all, base.text(), files.ofStudy(base));
    }
    all = with(all, properties);
    all = withUserFiles(all);
    for (Map.Entry<String, String> each : overrides.properties().entrySet()) {
      all = all.with("-p", each.getKey(), each.getValue());
    }
    return with(all, choice.properties());
  }

  private WorkloadProperties withUserFiles(WorkloadProperties before) throws StudyFileException {
    WorkloadProperties all = before;
    for (String name : overrides.workloadFiles()) {
      all = withFile(all, name, files.ofCommandLine(name));
    }
    return all;
  }

  private static WorkloadProperties withFile(WorkloadProperties before, String name, String text)
      throws StudyFileException {
    try {
      return before.withFile(name, new StringReader(text));
    } catch (InvalidWorkloadException e) {
      throw new StudyFileException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WorkloadProperties with(WorkloadProperties before, Map<String, Value> more) {
    WorkloadProperties all = before;
    for (Map.Entry<String, Value> each : more.entrySet()) {
      all = all.with(each.getValue().place(), each.getKey(), each.getValue().text());
    }
    return all;
  }

  /** A study file has keys of its own for these; two ways to say one thing would contradict. */
  static void refuseWhatRunsDecide(Entry entry, String property) throws StudyFileException {
    if (property.equals("file") || property.equals("properties")) {
      throw entry.refuse(
          "here stand properties alone, such as recordcount: 1000; the study's own workload names"
              + " the file.");
    }
    String instead =
        switch (property) {
          case "threadcount" -> "load.threads";
          case "target" -> "load.target";
          case "maxexecutiontime" -> "runs.duration";
          default -> "";
        };
    if (!instead.isEmpty()) {
      throw entry.refuse("a study file says this by " + instead + "; use that key.");
    }
  }
}
