package org.quorate.study.file;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What factors say about a cell's workload.
 *
 * @param file the workload file that a factor chose, or null for the study's
 * @param properties YCSB properties that factors set
 */
record WorkloadChoice(@Nullable Value file, Map<String, Value> properties) {
  /** Leaves the study's workload as it is. */
  static final WorkloadChoice NONE = new WorkloadChoice(null, Map.of());

  WorkloadChoice {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  WorkloadChoice withFile(Value changed) {
    return new WorkloadChoice(changed, properties);
  }

  WorkloadChoice withProperty(String name, Value value) {
    Map<String, Value> changed = new LinkedHashMap<>(properties);
    changed.put(name, value);
    return new WorkloadChoice(file, changed);
  }
}
