package org.quorate.core.workload;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The properties of a workload, gathered from YCSB property files and single settings; what comes
 * later overrides what came before. Every property keeps its place for messages. Each property of
 * stock YCSB's core workload and client is honoured, or noted as having no effect here, or refused;
 * an unknown one is refused when {@link #workload} is called. Immutable and thread-safe.
 */
public final class WorkloadProperties {
  private static final WorkloadProperties EMPTY = new WorkloadProperties(Map.of(), List.of());

  private final Map<String, PropertySetting> settings;
  private final List<String> notes;

  private WorkloadProperties(Map<String, PropertySetting> settings, List<String> notes) {
    this.settings = settings;
    this.notes = notes;
  }

  /** No property set yet. */
  public static WorkloadProperties empty() {
    return EMPTY;
  }

  /**
   * These properties and those of a file, in the format of {@link java.util.Properties}.
   *
   * @param name of the file as the user wrote it, for messages
   * @param reader read to its end, not closed
   * @throws InvalidWorkloadException if the file is not in that format
   * @throws IOException if the reader throws it
   */
  public WorkloadProperties withFile(String name, Reader reader) throws IOException {
    Map<String, PropertySetting> merged = new LinkedHashMap<>(settings);
    List<String> allNotes = new ArrayList<>(notes);
    Map<String, PropertySetting> inThisFile = new LinkedHashMap<>();
    for (PropertySetting setting : PropertyFile.read(name, reader)) {
      PropertySetting before = inThisFile.put(setting.key(), setting);
      if (before != null) {
        allNotes.add(
            setting.place()
                + ": "
                + setting.key()
                + " was set before at "
                + before.place()
                + "; the later setting counts.");
      }
    }
    merged.putAll(inThisFile);
    return new WorkloadProperties(
        Collections.unmodifiableMap(merged), Collections.unmodifiableList(allNotes));
  }

  /**
   * These properties and one more.
   *
   * @param place where the user set it, for messages
   */
  public WorkloadProperties with(String place, String key, String value) {
    Map<String, PropertySetting> merged = new LinkedHashMap<>(settings);
    merged.put(key, new PropertySetting(place, key, value));
    return new WorkloadProperties(Collections.unmodifiableMap(merged), notes);
  }

  /**
   * These properties and one more from a command line's {@code -p}.
   *
   * @param assignment {@code key=value}
   * @throws InvalidWorkloadException if there is no equals sign or nothing before it
   */
  public WorkloadProperties withOverride(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      throw new InvalidWorkloadException(
          "-p " + assignment + ": a property is written key=value, such as recordcount=1000.");
    }
    return with(
        "-p", assignment.substring(0, equals).strip(), assignment.substring(equals + 1).strip());
  }

  /** What is set, by name, in the order in which names were first set. */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    settings.forEach((key, setting) -> values.put(key, setting.value()));
    return Collections.unmodifiableMap(values);
  }

  /**
   * The workload that these properties describe, with YCSB's defaults for those not set.
   *
   * @throws InvalidWorkloadException if a property is unknown, not supported or out of range, or if
   *     {@code recordcount} is missing
   */
  public Workload workload() {
    return new WorkloadBuilder(settings, notes).build();
  }
}
