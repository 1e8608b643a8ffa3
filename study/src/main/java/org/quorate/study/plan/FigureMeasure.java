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
  PROCESSOR_TIME("processor-time", "Processor time per operation", "µs");

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

  /** The measure of this name. */
  public static Optional<FigureMeasure> named(String text) {
    return Arrays.stream(values()).filter(measure -> measure.text.equals(text)).findFirst();
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(FigureMeasure::text).toList();
  }
}
