package org.quorate.study.summary;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.FigureMeasure;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.StalenessResult;

/** What the measures of figures and claims are in a single run. Stateless. */
final class RunMeasures {
  /** The model whose estimate figures show: formula (6). */
  static final String MODEL = "harmony";

  private RunMeasures() {}

  /** The number of a run; null where the run has none. */
  static @Nullable Double of(FigureMeasure measure, RunResult run) {
    return switch (measure) {
      case THROUGHPUT -> run.achievedPerSecond();
      case READ_P99 -> Measure.RESPONSE_P99.of(run, "READ").orElse(null);
      case STALE_RATE -> of(Measure.STALE_RATE, run);
      case STALE_READS -> staleReads(run);
      case ESTIMATED_STALE_RATE -> estimatedStaleRate(run);
      case SECOND_READ_STALE_RATE -> secondReadStaleRate(run);
      case PROCESSOR_TIME -> run.processorMicrosPerOperation();
      case ENERGY -> energy(run, EnergyResult::joules);
      case ENERGY_PER_OPERATION -> of(Measure.ENERGY_PER_OPERATION, run);
      case DYNAMIC_ENERGY_PER_OPERATION -> of(Measure.DYNAMIC_ENERGY_PER_OPERATION, run);
      case ENERGY_PER_FRESH_READ -> of(Measure.ENERGY_PER_FRESH_READ, run);
      case FRESH_OPERATIONS_PER_JOULE -> CellEnergies.freshOperationsPerJoule(run);
      case HOST_POWER -> energy(run, each -> each.meanWatts() / each.hosts().size());
      case HOST_POWER_SPREAD -> energy(run, each -> spread(each, HostResult::wattsBySecond));
      case HOST_UTILISATION -> energy(run, each -> mean(each, HostResult::utilisationBySecond));
      case HOST_UTILISATION_SPREAD ->
          energy(run, each -> spread(each, HostResult::utilisationBySecond));
      case RUN_TIME -> run.seconds();
      case MEAN_LATENCY -> meanLatency(run);
      case ACKNOWLEDGED_P99 -> deferred(run, DeferralResult::acknowledgement, Latencies::p99, 1);
      case VISIBLE_P50 -> deferred(run, DeferralResult::visibility, Latencies::p50, 1);
      case VISIBLE_P99 ->
          deferred(run, DeferralResult::visibility, Latencies::p99, Latencies.FEWEST_FOR_P99);
      case RESTED_TIME -> restedSeconds(run);
      case ENERGY_IF_ASLEEP -> RestEnergy.joulesIfAsleep(run);
    };
  }

  /** How far off the ratio of two runs' numbers may be by what their energy comes from; else 0. */
  static double error(FigureMeasure measure, EnergyResult energy) {
    return !measure.isEnergy()
        ? 0
        : measure == FigureMeasure.DYNAMIC_ENERGY_PER_OPERATION
            ? energy.dynamicError()
            : energy.comparisonError();
  }

  private static @Nullable Double of(Measure measure, RunResult run) {
    return measure.of(run, "").orElse(null);
  }

  private static @Nullable Double staleReads(RunResult run) {
    StalenessResult staleness = run.staleness();
    return staleness == null ? null : (double) staleness.staleReads();
  }

  private static @Nullable Double estimatedStaleRate(RunResult run) {
    MonitorResult monitor = run.monitor();
    Double rate = monitor == null ? null : monitor.meanEstimatesAtOne().get(MODEL);
    return rate == null || Double.isNaN(rate) ? null : rate;
  }

  private static @Nullable Double secondReadStaleRate(RunResult run) {
    SecondReadResult reads = run.secondReads();
    return reads == null || reads.pairs() == 0 ? null : reads.staleRate();
  }

  private static @Nullable Double energy(
      RunResult run, Function<EnergyResult, @Nullable Double> number) {
    EnergyResult energy = run.energy();
    return energy == null ? null : number.apply(energy);
  }

  private static DoubleStream seconds(
      EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    return energy.hosts().stream()
        .flatMap(host -> ofHost.apply(host).stream())
        .mapToDouble(Double::doubleValue);
  }

  private static @Nullable Double spread(
      EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    DoubleSummaryStatistics all = seconds(energy, ofHost).summaryStatistics();
    return all.getCount() == 0 ? null : all.getMax() - all.getMin();
  }

  private static @Nullable Double mean(
      EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    DoubleSummaryStatistics all = seconds(energy, ofHost).summaryStatistics();
    return all.getCount() == 0 ? null : all.getAverage();
  }

  private static @Nullable Double restedSeconds(RunResult run) {
    OffloadResult offload = run.offload();
    return offload == null ? null : offload.restedSeconds();
  }

  /** Of deferred writes, in milliseconds; null of fewer than so many. */
  private static @Nullable Double deferred(
      RunResult run,
      Function<DeferralResult, Latencies> time,
      ToLongFunction<Latencies> percentile,
      long fewest) {
    DeferralResult deferral = run.deferral();
    Latencies latencies = deferral == null ? Latencies.NONE : time.apply(deferral);
    return latencies.count() < fewest ? null : percentile.applyAsLong(latencies) / 1e6;
  }

  /** Over all kinds of operations, each as often as it succeeded. */
  private static @Nullable Double meanLatency(RunResult run) {
    double sum = 0;
    long count = 0;
    for (OperationResult operation : run.operations()) {
      sum += operation.response().mean() * (double) operation.response().count();
      count += operation.response().count();
    }
    return count == 0 ? null : sum / count / 1e6;
  }
}
