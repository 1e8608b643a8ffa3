package org.quorate.study.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command line changes in a study.
 *
 * @param workloadFiles YCSB property files ({@code -P}); they replace the study's own workload
 *     file, and win over its properties; later files win over earlier ones
 * @param properties YCSB properties ({@code -p key=value}); win over everything
 * @param scale which of the scales of the study file to take, or null for none
 * @param runs values for keys of the study's {@code runs} section, such as {@code repetitions}; win
 *     over the scale
 */
public record StudyOverrides(
    List<String> workloadFiles,
    Map<String, String> properties,
    @Nullable String scale,
    Map<String, String> runs) {
  /** Changes nothing. */
  public static final StudyOverrides NONE = new StudyOverrides(List.of(), Map.of(), null, Map.of());

  public StudyOverrides {
    workloadFiles = List.copyOf(workloadFiles);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    runs = Collections.unmodifiableMap(new LinkedHashMap<>(runs));
  }

  /** The same as arguments of a command line. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    workloadFiles.forEach(file -> arguments.addAll(List.of("-P", file)));
    properties.forEach((name, value) -> arguments.addAll(List.of("-p", name + "=" + value)));
    if (scale != null) {
      arguments.addAll(List.of("--scale", scale));
    }
    runs.forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
    return arguments;
  }
}
