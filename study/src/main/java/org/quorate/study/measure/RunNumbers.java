package org.quorate.study.measure;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.AfterResult;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;

/**
 * How measures count what no part of a run's result has as a number; null where it is not known.
 */
final class RunNumbers {
  private RunNumbers() {}

  /** A number of a part of a run's result, of which NaN says that there is none. */
  static <T> @Nullable Double known(@Nullable T part, ToDoubleFunction<T> number) {
    double value = part == null ? Double.NaN : number.applyAsDouble(part);
    return Double.isNaN(value) ? null : value;
  }

  static @Nullable Double per(@Nullable Double joules, @Nullable Long units) {
    return joules == null || units == null || units == 0 ? null : joules / units;
  }

  static @Nullable Double dynamicJoules(RunResult run) {
    EnergyResult energy = run.energy();
    return energy == null ? null : energy.dynamicJoules();
  }

  /** From the measured part until servers were quiet; null where they were not waited for. */
  static @Nullable EnergyResult after(RunResult run) {
    EnergyResult energy = run.energy();
    AfterResult after = energy == null ? null : energy.after();
    return after == null ? null : after.energy();
  }

  static @Nullable Double freshOperationsPerJoule(RunResult run) {
    Long fresh = run.freshOperations();
    Double joules = Measure.ENERGY.of(run);
    return fresh == null || joules == null ? null : fresh / joules;
  }

  static DoubleStream seconds(EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    return energy.hosts().stream()
        .flatMap(host -> ofHost.apply(host).stream())
        .mapToDouble(Double::doubleValue);
  }

  static double spread(EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    DoubleSummaryStatistics all = seconds(energy, ofHost).summaryStatistics();
    return all.getCount() == 0 ? Double.NaN : all.getMax() - all.getMin();
  }

  static @Nullable Double p99(RunResult run, String kind) {
    return run.operations().stream()
        .filter(operation -> operation.kind().equals(kind) && operation.response().count() > 0)
        .findFirst()
        .map(operation -> operation.response().p99() / 1e6)
        .orElse(null);
  }

  /** Of deferred writes, in milliseconds; null of fewer than so many. */
  static @Nullable Double deferred(
      RunResult run,
      Function<DeferralResult, Latencies> time,
      ToLongFunction<Latencies> percentile,
      long fewest) {
    DeferralResult deferral = run.deferral();
    Latencies latencies = deferral == null ? Latencies.NONE : time.apply(deferral);
    return latencies.count() < fewest ? null : percentile.applyAsLong(latencies) / 1e6;
  }

  /** Over all kinds of operations, each as often as it succeeded. */
  static @Nullable Double meanLatency(RunResult run) {
    double sum = 0;
    long count = 0;
    for (OperationResult operation : run.operations()) {
      sum += operation.response().mean() * (double) operation.response().count();
      count += operation.response().count();
    }
    return count == 0 ? null : sum / count / 1e6;
  }
}
