package org.quorate.bench;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.wars.Leg;
import org.quorate.core.staleness.wars.StaleAges;
import org.quorate.core.staleness.wars.WarsScenario;
import org.quorate.core.staleness.wars.WarsSimulation;

/**
 * How many trials of WARS are made in a millisecond, sorting and the rate at ONE included: a driver
 * that knows tokens, lognormal legs, writes at ONE. Run it with {@code java -jar
 * bench/target/benchmarks.jar Wars}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@NullUnmarked // JMH sets the fields
public class WarsBenchmark {
  private static final int TRIALS = 4_096;

  /** Replicas of each row. */
  @Param({"3", "5"})
  public int replicas;

  private WarsScenario scenario;
  private KeyPopularity popularity;

  @Setup
  public void open() {
    Leg leg = Leg.of(new DelayDistribution.LogNormal(Duration.ofMillis(10), 0.8));
    scenario = WarsScenario.tokenAware(replicas, 1, leg);
    double[] weights = new double[1_000];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = 1.0 / (i + 1);
    }
    popularity = KeyPopularity.of(weights);
  }

  @Benchmark
  @OperationsPerInvocation(TRIALS)
  public double trial() {
    StaleAges ages = WarsSimulation.run(scenario, TRIALS, SeededRandom.stream(1, 0));
    return ages.rate(1_000, popularity, 1).rate();
  }
}
