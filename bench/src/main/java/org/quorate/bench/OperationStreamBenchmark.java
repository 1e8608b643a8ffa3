package org.quorate.bench;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.Operation;
import org.quorate.core.workload.OperationKind;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;

/**
 * What it costs one lane to make its next operation (workload A with 1,000,000 rows of ten fields
 * of 100 bytes under each request distribution and with whole rows written, and workload D, which
 * inserts). Run it with {@code java -jar bench/target/benchmarks.jar OperationStream}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@NullUnmarked // JMH sets the fields
public class OperationStreamBenchmark {
  private static final String A = "readproportion=0.5 updateproportion=0.5 requestdistribution=";

  /** Properties beyond the number of rows, separated by spaces. */
  @Param({
    A + "zipfian",
    A + "zipfian-exact",
    A + "uniform",
    A + "latest",
    A + "hotspot",
    A + "exponential",
    "readproportion=0.95 updateproportion=0 insertproportion=0.05 requestdistribution=latest",
    A + "zipfian writeallfields=true"
  })
  public String properties;

  private KeySequence keys;
  private OperationStream stream;

  @Setup
  public void open() {
    WorkloadProperties all = WorkloadProperties.empty().withOverride("recordcount=1000000");
    for (String property : properties.split(" ", -1)) {
      all = all.withOverride(property);
    }
    Workload workload = all.workload();
    keys = workload.keySequence();
    stream = workload.stream(1, 0, keys);
  }

  @Benchmark
  public Operation nextOperation() {
    Operation operation = stream.next();
    if (operation.kind() == OperationKind.INSERT) {
      keys.acknowledge(operation.keyNumber());
    }
    return operation;
  }
}
