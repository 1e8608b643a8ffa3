package org.quorate.core.workload;

import java.util.Properties;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** YCSB 0.17.0's own core workload, for comparisons. */
final class StockYcsb {
  private StockYcsb() {}

  static CoreWorkload workload(Properties properties) throws WorkloadException {
    // A workload holds on to the one set of measurements of the process, which needs properties.
    Measurements.setProperties(properties);
    CoreWorkload workload = new CoreWorkload();
    workload.init(properties);
    return workload;
  }
}
