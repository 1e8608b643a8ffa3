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
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.schedule.ArrivalSchedule;

/**
 * What it costs one of two lanes of an open loop to know when its next operation is due. Run it
 * with {@code java -jar bench/target/benchmarks.jar ArrivalSchedule}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@NullUnmarked // JMH sets the fields
public class ArrivalScheduleBenchmark {
  @Param({"constant 1M/s", "poisson 1M/s", "poisson ramp 0/s to 1M/s over 100000s"})
  public String arrivals;

  private ArrivalSchedule schedule;

  @Setup
  public void open() {
    schedule = ArrivalProcess.parse(arrivals).schedule(1, 0, 2);
  }

  @Benchmark
  public long nextArrival() {
    return schedule.next();
  }
}
