package org.quorate.study.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param parts names of the parts that are run; empty for all
 * @param venue where the study is run instead of where it says, or null
 */
public record StudyOverrides(
    List<String> workloadFiles,
    Map<String, String> properties,
    @Nullable String scale,
    Map<String, String> runs,
    List<String> parts,
    @Nullable Venue venue) {
  /** Changes nothing. */
  public static final StudyOverrides NONE = new StudyOverrides(List.of(), Map.of(), null, Map.of());

  /** Copies the collections. */
  public StudyOverrides {
    workloadFiles = List.copyOf(workloadFiles);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    runs = Collections.unmodifiableMap(new LinkedHashMap<>(runs));
    parts = List.copyOf(Objects.requireNonNullElse(parts, List.of()));
  }

  /** Changes neither parts nor place. */
  public StudyOverrides(
      List<String> workloadFiles,
      Map<String, String> properties,
      @Nullable String scale,
      Map<String, String> runs) {
    this(workloadFiles, properties, scale, runs, List.of(), null);
  }

  /** The same, run in parts or elsewhere. */
  public StudyOverrides with(List<String> changedParts, @Nullable Venue changedVenue) {
    return new StudyOverrides(workloadFiles, properties, scale, runs, changedParts, changedVenue);
  }

  /** Whether less than the whole study may be run, so that what is said of the rest is allowed. */
  boolean narrow() {
    return !parts.isEmpty() || venue != null;
  }

  /** The same as arguments of a command line. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    workloadFiles.forEach(file -> arguments.addAll(List.of("-P", file)));
    properties.forEach((name, value) -> arguments.addAll(List.of("-p", name + "=" + value)));
    if (scale != null) {
      arguments.addAll(List.of("--scale", scale));
    }
    if (!parts.isEmpty()) {
      arguments.addAll(List.of("--parts", String.join(",", parts)));
    }
    if (venue != null) {
      arguments.addAll(List.of("--on", venue.path()));
    }
    runs.forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
    return arguments;
  }
}
