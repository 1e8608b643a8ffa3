package org.quorate.core.workload;

/** Workloads for tests. */
final class Workloads {
  private Workloads() {}

  /** A workload with 1,000 rows and these further properties, each {@code key=value}. */
  static Workload of(String... assignments) {
    WorkloadProperties properties = WorkloadProperties.empty().with("test", "recordcount", "1000");
    for (String assignment : assignments) {
      properties = properties.withOverride(assignment);
    }
    return properties.workload();
  }
}
