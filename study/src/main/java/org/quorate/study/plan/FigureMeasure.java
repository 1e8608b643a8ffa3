package org.quorate.study.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a figure of a study may show, by the name it has in study files: the one registry. */
public enum FigureMeasure {
  /** Operations that succeeded per second. */
  THROUGHPUT("throughput", "Throughput", "operations/s"),
  /** The 99th percentile of the response times of reads, in milliseconds. */
  READ_P99("read-p99", "p99 response time of reads", "ms"),
  /** Stale reads over judged reads as the oracle counted them, 0 to 1. */
  STALE_RATE("stale-rate", "Stale-read rate, measured", "share of reads"),
  /** Stale reads of one run as the oracle counted them. */
  STALE_READS("stale-reads", "Stale reads per run, measured", "reads"),
  /** Formula (6) for reads at ONE, raw: from 0, may be above 1. */
  ESTIMATED_STALE_RATE(
      "estimated-stale-rate", "Stale-read rate at ONE, estimated by formula (6)", "share of reads"),
  /** Pairs of reads that differ over all pairs, 0 to 1. */
  SECOND_READ_STALE_RATE(
      "second-read-stale-rate", "Reads that a second read disagrees with", "share of reads"),
  /** Processor time of all servers per operation that succeeded, in microseconds. */
  PROCESSOR_TIME("processor-time", "Processor time per operation", "µs"),
  /** Joules of all hosts over one run. */
  ENERGY("energy", "Energy of a run", "J"),
  /** All joules over operations that succeeded. */
  ENERGY_PER_OPERATION("energy-per-operation", "Energy per operation", "J"),
  /** Joules above the idle baseline over operations that succeeded. */
  DYNAMIC_ENERGY_PER_OPERATION(
      "dynamic-energy-per-operation", "Energy above idle per operation", "J"),
  /** All joules over reads that succeeded and were not stale. */
  ENERGY_PER_FRESH_READ("energy-per-fresh-read", "Energy per fresh read", "J"),
  /** Operations that kept the promised staleness over all joules. */
  FRESH_OPERATIONS_PER_JOULE(
      "fresh-operations-per-joule", "Operations without a stale read per joule", "operations/J"),
  /** Mean power of one host. */
  HOST_POWER("host-power", "Mean power of a host", "W"),
  /** Largest minus smallest power of any host in any second. */
  HOST_POWER_SPREAD("host-power-spread", "Largest minus smallest power of hosts", "W"),
  /** Mean use of the hosts' processors, 0 to 1. */
  HOST_UTILISATION("host-utilisation", "Mean use of a host's processors", "share"),
  /** Largest minus smallest use of any host's processors in any second. */
  HOST_UTILISATION_SPREAD(
      "host-utilisation-spread", "Largest minus smallest use of hosts' processors", "share"),
  /** Seconds until the last operation of a run had completed. */
  RUN_TIME("run-time", "Time of a run", "s"),
  /** Mean response time of all operations, in milliseconds. */
  MEAN_LATENCY("mean-latency", "Mean response time", "ms"),
  /**
   * The 99th percentile of the times from the acceptance of a deferred write until a server
   * acknowledged it, in milliseconds.
   */
  ACKNOWLEDGED_P99("acknowledged-p99", "p99 time until a deferred write is acknowledged", "ms"),
  /** The median of the times until another client saw the write, of those that were looked for. */
  VISIBLE_P50("visible-p50", "Median time until a deferred write is visible", "ms"),
  /** Their 99th percentile; not known of a run that looked for fewer than 100 writes. */
  VISIBLE_P99("visible-p99", "p99 time until a deferred write is visible", "ms"),
  /** Seconds that servers rested during a run, all together. */
  RESTED_TIME("rested-time", "Time that servers rested, together", "s"),
  /**
   * Joules of all hosts over one run if those that rested had been asleep; an assumption, see
   * docs/energy.md.
   */
  ENERGY_IF_ASLEEP("energy-if-asleep", "Energy of a run if resting hosts slept", "J");

  private final String text;
  private final String axis;
  private final String unit;

  FigureMeasure(String text, String axis, String unit) {
    this.text = text;
    this.axis = axis;
    this.unit = unit;
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

  /**
   * Whether it is watts or joules, so that it may be estimated and a change is claimed only beyond
   * the error of meters or model.
   */
  public boolean isEnergy() {
    return switch (this) {
      case ENERGY,
          ENERGY_PER_OPERATION,
          DYNAMIC_ENERGY_PER_OPERATION,
          ENERGY_PER_FRESH_READ,
          FRESH_OPERATIONS_PER_JOULE,
          HOST_POWER,
          HOST_POWER_SPREAD,
          ENERGY_IF_ASLEEP ->
          true;
      default -> false;
    };
  }

  /** The measure of this name. */
  public static Optional<FigureMeasure> named(String text) {
    return Arrays.stream(values()).filter(measure -> measure.text.equals(text)).findFirst();
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(FigureMeasure::text).toList();
  }
}
