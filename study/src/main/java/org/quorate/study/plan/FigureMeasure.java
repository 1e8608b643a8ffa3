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
  MEAN_LATENCY("mean-latency", "Mean response time", "ms");

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
          HOST_POWER_SPREAD ->
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
