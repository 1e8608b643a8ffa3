package org.quorate.study.measure;

import static org.quorate.study.measure.RunNumbers.after;
import static org.quorate.study.measure.RunNumbers.deferred;
import static org.quorate.study.measure.RunNumbers.dynamicJoules;
import static org.quorate.study.measure.RunNumbers.freshOperationsPerJoule;
import static org.quorate.study.measure.RunNumbers.known;
import static org.quorate.study.measure.RunNumbers.meanLatency;
import static org.quorate.study.measure.RunNumbers.p99;
import static org.quorate.study.measure.RunNumbers.per;
import static org.quorate.study.measure.RunNumbers.seconds;
import static org.quorate.study.measure.RunNumbers.spread;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;

/**
 * What figures show, claims are about and cells are compared in: one number per run. The one
 * catalogue, in the order in which comparisons are told.
 */
public enum Measure {
  /** Operations that succeeded per second. */
  THROUGHPUT("throughput", "Throughput", "operations/s", Provenance.CLIENT, "achieved_per_second"),
  /** Stale reads over judged reads as the oracle counted them, 0 to 1. */
  STALE_RATE(
      "stale-rate",
      "Stale-read rate, measured",
      Measure.SHARE_OF_READS,
      Provenance.ORACLE,
      "stale_rate"),
  /** Stale reads of one run as the oracle counted them. */
  STALE_READS(
      "stale-reads", "Stale reads per run, measured", "reads", Provenance.ORACLE, "stale_reads"),
  /** Formula (6) for reads at ONE, raw: from 0, may be above 1. */
  ESTIMATED_STALE_RATE(
      "estimated-stale-rate",
      "Stale-read rate at ONE, estimated by formula (6)",
      Measure.SHARE_OF_READS,
      Provenance.STALENESS_MODEL,
      "estimated_stale_at_one_harmony"),
  /** Pairs of reads that differ over all pairs, 0 to 1. */
  SECOND_READ_STALE_RATE(
      "second-read-stale-rate",
      "Reads that a second read disagrees with",
      Measure.SHARE_OF_READS,
      Provenance.CLIENT,
      "second_read_stale_rate"),
  /** Seconds until the last operation of a run had completed. */
  RUN_TIME("run-time", "Time of a run", "s", Provenance.CLIENT, "seconds"),
  /** Mean response time of operations of all kinds, in milliseconds. */
  MEAN_LATENCY("mean-latency", "Mean response time", "ms", Provenance.CLIENT, "mean_response_ms"),
  /**
   * The 99th percentile of the response times of reads, in milliseconds; cells are compared in that
   * of the kind of operation that the study is mostly about.
   */
  RESPONSE_P99(
      "read-p99", "p99 response time of reads", "ms", Provenance.CLIENT, "read_response_p99_ns"),
  /** Processor time of all servers per operation that succeeded, in microseconds. */
  PROCESSOR_TIME(
      "processor-time",
      "Processor time per operation",
      "µs",
      Provenance.SYSTEM,
      "processor_us_per_operation"),
  /** Joules of all hosts over one run. */
  ENERGY("energy", "Energy of a run", "J", Provenance.POWER, "energy_joules"),
  /** The part of them that came after the measured part, until servers were quiet. */
  ENERGY_AFTER(
      "energy-after",
      "Energy after a run until servers were quiet",
      "J",
      Provenance.POWER,
      "energy_joules_after"),
  /** How long servers were waited for after a run until they were quiet. */
  TIME_AFTER(
      "time-after",
      "Time after a run until servers were quiet",
      "s",
      Provenance.SYSTEM,
      "seconds_after"),
  /** All joules over operations that succeeded. */
  ENERGY_PER_OPERATION(
      "energy-per-operation",
      "Energy per operation",
      "J",
      Provenance.POWER,
      "joules_per_operation"),
  /** All joules over reads that succeeded and were not stale. */
  ENERGY_PER_FRESH_READ(
      "energy-per-fresh-read",
      "Energy per fresh read",
      "J",
      Provenance.POWER,
      "joules_per_fresh_read"),
  /** Joules above the idle baseline over operations that succeeded. */
  DYNAMIC_ENERGY_PER_OPERATION(
      "dynamic-energy-per-operation",
      "Energy above idle per operation",
      "J",
      Provenance.POWER,
      "dynamic_joules_per_operation"),
  /** Operations that kept the promise of no stale read, over all joules. */
  FRESH_OPERATIONS_PER_JOULE(
      "fresh-operations-per-joule",
      "Operations without a stale read per joule",
      "operations/J",
      Provenance.POWER,
      "fresh_operations_per_joule"),
  /** Mean power of all hosts together. */
  MEAN_POWER("mean-power", "Mean power of all hosts", "W", Provenance.POWER, "mean_watts"),
  /** Mean power of one host. */
  HOST_POWER("host-power", "Mean power of a host", "W", Provenance.POWER, "host_watts"),
  /** Largest minus smallest power of any host in any second. */
  HOST_POWER_SPREAD(
      "host-power-spread",
      "Largest minus smallest power of hosts",
      "W",
      Provenance.POWER,
      "host_watts_spread"),
  /** Mean use of the hosts' processors, 0 to 1. */
  HOST_UTILISATION(
      "host-utilisation",
      "Mean use of a host's processors",
      "share",
      Provenance.SYSTEM,
      "host_utilisation"),
  /** Largest minus smallest use of any host's processors in any second. */
  HOST_UTILISATION_SPREAD(
      "host-utilisation-spread",
      "Largest minus smallest use of hosts' processors",
      "share",
      Provenance.SYSTEM,
      "host_utilisation_spread"),
  /**
   * The 99th percentile of the times from the acceptance of a deferred write until a server
   * acknowledged it, in milliseconds.
   */
  ACKNOWLEDGED_P99(
      "acknowledged-p99",
      "p99 time until a deferred write is acknowledged",
      "ms",
      Provenance.CLIENT,
      "write_acknowledged_p99_ns"),
  /** The median of the times until another client saw the write, of those that were looked for. */
  VISIBLE_P50(
      "visible-p50",
      "Median time until a deferred write is visible",
      "ms",
      Provenance.CLIENT,
      "write_visible_p50_ns"),
  /** Their 99th percentile; not known of a run that looked for fewer than 100 writes. */
  VISIBLE_P99(
      "visible-p99",
      "p99 time until a deferred write is visible",
      "ms",
      Provenance.CLIENT,
      "write_visible_p99_ns"),
  /** Seconds that servers rested during a run, all together. */
  RESTED_TIME(
      "rested-time",
      "Time that servers rested, together",
      "s",
      Provenance.COMPUTED,
      "rested_seconds"),
  /**
   * Joules of all hosts over one run if those that rested had been asleep; an assumption, see
   * docs/energy.md.
   */
  ENERGY_IF_ASLEEP(
      "energy-if-asleep",
      "Energy of a run if resting hosts slept",
      "J",
      Provenance.ASSUMED_POWER,
      "energy_joules_if_asleep");

  /** The unit of a share of reads, 0 to 1. */
  public static final String SHARE_OF_READS = "share of reads";

  /** The staleness model whose estimate is shown: formula (6). */
  public static final String SHOWN_MODEL = "harmony";

  private static final String READ = "READ";

  /** Said of each that is not, so that none is left out by forgetting it. */
  private static final String NOT_COMPARED = "";

  private final String text;
  private final String axis;
  private final String unit;
  private final Provenance origin;
  private final String column;

  Measure(String text, String axis, String unit, Provenance origin, String column) {
    this.text = text;
    this.axis = axis;
    this.unit = unit;
    this.origin = origin;
    this.column = column;
  }

  /** The number of a run, response times being those of reads; null where the run has none. */
  public @Nullable Double of(RunResult run) {
    return of(run, READ);
  }

  /**
   * The same.
   *
   * @param kind of operation that {@link #RESPONSE_P99} is taken of
   */
  public @Nullable Double of(RunResult run, String kind) {
    return switch (this) {
      case THROUGHPUT -> run.achievedPerSecond();
      case STALE_RATE ->
          known(run.staleness(), each -> each.reads() == 0 ? Double.NaN : each.staleRate());
      case STALE_READS -> known(run.staleness(), StalenessResult::staleReads);
      case ESTIMATED_STALE_RATE ->
          known(
              run.monitor(),
              each -> each.meanEstimatesAtOne().getOrDefault(SHOWN_MODEL, Double.NaN));
      case SECOND_READ_STALE_RATE ->
          known(run.secondReads(), each -> each.pairs() == 0 ? Double.NaN : each.staleRate());
      case RUN_TIME -> run.seconds();
      case MEAN_LATENCY -> meanLatency(run);
      case RESPONSE_P99 -> p99(run, kind);
      case PROCESSOR_TIME -> run.processorMicrosPerOperation();
      case ENERGY -> known(run.energy(), EnergyResult::joules);
      case ENERGY_AFTER -> known(after(run), EnergyResult::joules);
      case TIME_AFTER -> known(after(run), EnergyResult::seconds);
      case ENERGY_PER_OPERATION -> per(ENERGY.of(run), run.countedOperations());
      case ENERGY_PER_FRESH_READ -> per(ENERGY.of(run), run.freshReads());
      case DYNAMIC_ENERGY_PER_OPERATION -> per(dynamicJoules(run), run.countedOperations());
      case FRESH_OPERATIONS_PER_JOULE -> freshOperationsPerJoule(run);
      case MEAN_POWER -> known(run.energy(), EnergyResult::meanWatts);
      case HOST_POWER -> known(run.energy(), each -> each.meanWatts() / each.hosts().size());
      case HOST_POWER_SPREAD ->
          known(run.energy(), each -> spread(each, HostResult::wattsBySecond));
      case HOST_UTILISATION ->
          known(
              run.energy(),
              each -> seconds(each, HostResult::utilisationBySecond).average().orElse(Double.NaN));
      case HOST_UTILISATION_SPREAD ->
          known(run.energy(), each -> spread(each, HostResult::utilisationBySecond));
      case ACKNOWLEDGED_P99 -> deferred(run, DeferralResult::acknowledgement, Latencies::p99, 1);
      case VISIBLE_P50 -> deferred(run, DeferralResult::visibility, Latencies::p50, 1);
      case VISIBLE_P99 ->
          deferred(run, DeferralResult::visibility, Latencies::p99, Latencies.FEWEST_FOR_P99);
      case RESTED_TIME -> known(run.offload(), OffloadResult::restedSeconds);
      case ENERGY_IF_ASLEEP -> RestEnergy.joulesIfAsleep(run);
    };
  }

  /** The numbers of those runs that have one. */
  public List<Double> of(List<RunResult> runs, String kind) {
    return runs.stream().map(run -> of(run, kind)).filter(Objects::nonNull).toList();
  }

  /** The same, response times being those of reads. */
  public List<Double> of(List<RunResult> runs) {
    return of(runs, READ);
  }

  /** The name in comparisons, with the unit where it has one; empty where it is not compared. */
  public String comparedAs() {
    return switch (this) {
      case THROUGHPUT -> "throughput";
      case STALE_RATE -> "stale rate";
      case RUN_TIME -> "run time, s";
      case MEAN_LATENCY -> "mean response time, ms";
      case RESPONSE_P99 -> "p99 response time, ms";
      case PROCESSOR_TIME -> "processor time per operation, µs";
      case ENERGY_PER_OPERATION -> "energy per operation, J";
      case ENERGY_PER_FRESH_READ -> "energy per fresh read, J";
      case DYNAMIC_ENERGY_PER_OPERATION -> "energy above idle per operation, J";
      case MEAN_POWER -> "mean power, W";
      case STALE_READS,
          ESTIMATED_STALE_RATE,
          SECOND_READ_STALE_RATE,
          ENERGY,
          ENERGY_AFTER,
          TIME_AFTER,
          FRESH_OPERATIONS_PER_JOULE,
          HOST_POWER,
          HOST_POWER_SPREAD,
          HOST_UTILISATION,
          HOST_UTILISATION_SPREAD,
          ACKNOWLEDGED_P99,
          VISIBLE_P50,
          VISIBLE_P99,
          RESTED_TIME,
          ENERGY_IF_ASLEEP ->
          NOT_COMPARED;
    };
  }

  /** The same, with the kind of operation where it is of one. */
  public String comparedAs(String kind) {
    return (this == RESPONSE_P99 ? kind.toLowerCase(Locale.ROOT).replace('_', ' ') + " " : "")
        + comparedAs();
  }

  /** Whether it is compared only where the work of a run is the same in both cells. */
  public boolean isOfEqualWork() {
    return this == RUN_TIME || this == MEAN_LATENCY;
  }

  /**
   * Whether disturbances multiply the number, so that cells are compared by ratios of their runs; a
   * rate that may be zero is compared by differences, and so is the time of a run, as the paper
   * does whose table it stands beside (Barros et al. 2017, table 2).
   */
  public boolean isMultiplicative() {
    return this != STALE_RATE && this != RUN_TIME;
  }

  /** The name in study files. */
  public String text() {
    return text;
  }

  /** What an axis that shows it says, without the unit. */
  public String axis() {
    return axis;
  }

  /** The unit of its values, for people. */
  public String unit() {
    return unit;
  }

  /** Where its numbers come from. */
  public Provenance origin() {
    return origin;
  }

  /**
   * The column of {@code runs.csv} that has its numbers: in its unit, or in nanoseconds where its
   * name ends so.
   */
  public String column() {
    return column;
  }

  /**
   * Whether it is watts or joules, so that it may be estimated and a change is claimed only beyond
   * the error of meters or model.
   */
  public boolean isEnergy() {
    return origin == Provenance.POWER || origin == Provenance.ASSUMED_POWER;
  }

  /** How far off the ratio of two runs' numbers may be by what their energy comes from; else 0. */
  public double error(EnergyResult energy) {
    return !isEnergy()
        ? 0
        : this == DYNAMIC_ENERGY_PER_OPERATION ? energy.dynamicError() : energy.comparisonError();
  }

  /**
   * The largest {@link #error} of all runs, since a comparison is as coarse as its coarser side.
   */
  public double largestError(List<RunResult> runs) {
    return runs.stream()
        .map(RunResult::energy)
        .filter(Objects::nonNull)
        .mapToDouble(this::error)
        .max()
        .orElse(0);
  }

  /** The part of {@link #error} that is left where a model's part of it is replayed instead. */
  public double stepError(EnergyResult energy) {
    return !isEnergy()
        ? 0
        : this == DYNAMIC_ENERGY_PER_OPERATION ? energy.dynamicStep() : energy.comparisonStep();
  }

  /** The measure of this name. */
  public static Optional<Measure> named(String text) {
    return Arrays.stream(values()).filter(measure -> measure.text.equals(text)).findFirst();
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Measure::text).toList();
  }
}
