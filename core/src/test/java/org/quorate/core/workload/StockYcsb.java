package org.quorate.core.workload;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** YCSB 0.17.0's own core workload, for comparisons. */
final class StockYcsb {
  private StockYcsb() {}

  /**
   * Has all that YCSB draws on this thread from now on follow from a seed. YCSB itself offers none:
   * it draws from {@link ThreadLocalRandom}, whose state is a field of the thread; core's tests run
   * with {@code java.lang} opened for this.
   */
  static void seed(long seed) {
    // Else the first use would overwrite the seed.
    ThreadLocalRandom.current();
    try {
      Field state = Thread.class.getDeclaredField("threadLocalRandomSeed");
      state.setAccessible(true);
      state.setLong(Thread.currentThread(), seed);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw new IllegalStateException(
          "Run this test with --add-opens java.base/java.lang=ALL-UNNAMED, as Maven does.", e);
    }
  }

  static CoreWorkload workload(Properties properties) throws WorkloadException {
    // A workload holds on to the one set of measurements of the process, which needs properties.
    Measurements.setProperties(properties);
    CoreWorkload workload = new CoreWorkload();
    workload.init(properties);
    return workload;
  }
}
